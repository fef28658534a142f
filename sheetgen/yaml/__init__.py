"""YAML 1.2 as plain data, with the position of every value."""
