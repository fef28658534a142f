"""Fields of a form that a reader computes: the script of the document, and the order in which fields follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import pikepdf
from rjsmin import jsmin

from sheetgen.print import resources
from sheetgen.text.json_script import json_text

if TYPE_CHECKING:
    from sheetgen.model.form_scripts import FormScript, SheetScript

ACTION = "sheetgenForm.calculate(this, event);"
"""What a field does that follows from others, after any was changed (ISO 32000-1, 12.6.3, `/C`)."""


def calculated(pdf: pikepdf.Pdf, fields: Mapping[str, pikepdf.Object], script: FormScript) -> None:
    """Let the fields of a document, by name, follow from each other where a reader runs scripts."""
    sheets = [_data(sheet, fields) for sheet in script.sheets]
    names = [name for sheet in sheets for name in sheet["outputs"]]
    if not names:
        return
    action = pdf.make_indirect(_action(pdf, ACTION))
    for name in names:
        fields[name].AA = pikepdf.Dictionary(C=action)
    pdf.Root.AcroForm.CO = pikepdf.Array([fields[name] for name in names])
    if "/Names" not in pdf.Root:
        pdf.Root.Names = pikepdf.Dictionary()
    opened = pdf.make_indirect(_action(pdf, _text(script, sheets)))
    pdf.Root.Names.JavaScript = pikepdf.Dictionary(Names=pikepdf.Array([pikepdf.String("sheetgen"), opened]))


def _action(pdf: pikepdf.Pdf, text: str) -> pikepdf.Object:
    code = text.encode("ascii") if text.isascii() else b"\xfe\xff" + text.encode("utf-16-be")
    return pikepdf.Dictionary(S=pikepdf.Name.JavaScript, JS=pdf.make_stream(code))


def _data(sheet: SheetScript, fields: Mapping[str, pikepdf.Object]) -> dict[str, Any]:
    """A sheet for its script: only what stands on it, with what was printed."""
    return {
        "kind": sheet.kind,
        "fields": sheet.fields,
        "inputs": {name: given for name, given in sheet.inputs.items() if name in fields},
        "outputs": {
            name: (*text, str(fields[name].get("/V", ""))) for name, text in sheet.outputs.items() if name in fields
        },
    }


def _text(script: FormScript, sheets: list[dict[str, Any]]) -> str:
    """The script of a document; its names are its own, but for one."""
    form = json_text({"ruleset": script.ruleset, "sheets": sheets, "entries": script.entries})
    own = f"{resources.form_runtime()}\n{jsmin(script.rules)}\n"
    made = f"var sheetgenForm = (function () {{\n{own}return sheetgenFields(sheetgenRules, {form});\n}})();\n"
    return made + "try { sheetgenForm.open(this); } catch (problem) {}\n"
