"""Dice, and tables that they are rolled on: notation, holes and overlaps, and rolls that a seed repeats."""
