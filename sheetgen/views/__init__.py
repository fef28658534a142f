"""The views that templates draw, and how they are made from entries."""
