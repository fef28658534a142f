"""What templates are given to draw, and how it is made from entries."""
