"""A game as a folder of data: the models of its files, compiled to kinds and rules."""
