"""Blocks in a column: what stands where on a line, how high it gets, and how it is drawn."""
