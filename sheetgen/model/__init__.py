"""The model of a game and of what was written for it: projects, rulesets, entries, derived values."""
