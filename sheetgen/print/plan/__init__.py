"""Which PDFs a build makes, at which addresses, where the site offers them, and printing them."""

from __future__ import annotations

from sheetgen.print.plan.entry_prints import has_card, has_sheet, printable
from sheetgen.print.plan.print_job import PrintJob, PrintPlan, style_of
from sheetgen.print.plan.print_plan import plan_prints
from sheetgen.print.plan.print_site import print_all, print_one, print_site

__all__ = [
    "PrintJob",
    "PrintPlan",
    "has_card",
    "has_sheet",
    "plan_prints",
    "print_all",
    "print_one",
    "print_site",
    "printable",
    "style_of",
]
