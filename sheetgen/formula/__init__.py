"""The rule language: parse, check, evaluate, explain, and write out as JavaScript."""
