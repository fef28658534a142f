"""What a game is and what was written: projects, rulesets, entries, derived values."""
