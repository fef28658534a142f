"""Computed entries to block views: one model, drawn on page, sheet and card."""

from sheetgen.views.present.drawer import Drawer
from sheetgen.views.present.drawing import Addresses, Prose

__all__ = ["Addresses", "Drawer", "Prose"]
