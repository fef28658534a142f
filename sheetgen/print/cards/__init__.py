"""Stat cards: their faces, decks of them, and sheets of paper that they are cut from."""
