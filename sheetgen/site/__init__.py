"""The plan of the site: which pages will exist, at which address, with which view."""
