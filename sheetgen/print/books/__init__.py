"""The rulebook: parts set side by side and bound into one file."""
