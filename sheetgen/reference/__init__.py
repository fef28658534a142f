"""The rulebook as Markdown: pages, links, directives."""
