"""Computed entries to block views: one model, drawn on page, sheet and card."""

from sheetgen.views.present.drawer import Drawer
from sheetgen.views.present.entry_surroundings import Addresses, Prose

__all__ = ["Addresses", "Drawer", "Prose"]
