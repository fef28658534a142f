"""Which PDFs a build makes, at which addresses, where the site offers them, and printing them."""

from __future__ import annotations

from sheetgen.print.plan.entries import has_card, has_sheet, printable
from sheetgen.print.plan.jobs import PrintJob, PrintPlan, look_of
from sheetgen.print.plan.pictures import Gallery
from sheetgen.print.plan.plan import plan_prints
from sheetgen.print.plan.running import print_all, print_one, print_site

__all__ = [
    "Gallery",
    "PrintJob",
    "PrintPlan",
    "has_card",
    "has_sheet",
    "look_of",
    "plan_prints",
    "print_all",
    "print_one",
    "print_site",
    "printable",
]
