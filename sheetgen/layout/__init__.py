"""Computed entries to block views: one model, drawn on page, sheet and card."""

from sheetgen.layout.drawer import Drawer
from sheetgen.layout.drawing import Addresses, Prose

__all__ = ["Addresses", "Drawer", "Prose"]
