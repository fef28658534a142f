"""Which PDFs a build makes, at which addresses, where the site offers them, and printing them."""
