"""Markdown with what games need: CommonMark, links, boxes, figures, all with positions."""
