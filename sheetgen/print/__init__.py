"""Sheets and cards on paper: jobs, imposition, and the only use of WeasyPrint."""
