"""Documents set by WeasyPrint in processes of their own, kept in a cache, measured so that nothing is cut."""
