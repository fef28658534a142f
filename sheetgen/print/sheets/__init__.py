"""Character sheets: filled, blank and to fill in on a screen."""
