"""Texts of a project and messages about them: sources, diagnostics, what is kept between builds."""
