"""The program's own words, in a file for each language."""
