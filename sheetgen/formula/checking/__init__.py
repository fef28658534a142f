"""What is held against a formula, by the sort of its parts; `formula.check` puts it together."""
