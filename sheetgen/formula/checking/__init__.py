"""The checks of a formula, by the sort of its nodes; `formula.check` puts them together."""
