"""Letters and lines of text: how wide they are, how they are shaped, broken and drawn where they stand."""
