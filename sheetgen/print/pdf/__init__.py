"""Finished PDFs as files: structure, fonts, merging, metadata."""
