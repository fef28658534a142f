"""Jinja: the environment of pages, its filters, and the bounds of templates that come with a project."""
