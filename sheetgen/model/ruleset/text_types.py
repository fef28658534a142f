"""Texts that the files of a project and of a ruleset take: names, addresses on the web, languages."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from sheetgen.yaml.file_models import Text
from sheetgen.yaml.scalars import is_blank


def _not_blank(text: str) -> str:
    if is_blank(text):
        raise PydanticCustomError("blank_text", "nothing to read")
    return text


def _web_address(text: str) -> str:
    if text and not re.fullmatch(r"https?://[^\s/]\S*", text):
        raise PydanticCustomError(
            "web_address", "the address of a page begins with https:// or http://, and has no blanks"
        )
    return text


_LANGUAGE = re.compile(
    r"[a-z]{2,3}(-[a-z]{4})?(-([a-z]{2}|[0-9]{3}))?(-([a-z0-9]{5,8}|[0-9][a-z0-9]{3}))?", re.ASCII | re.IGNORECASE
)


def is_language(text: str) -> bool:
    """Whether a text is the tag of a language, such as `de` or `pt-BR`."""
    return bool(_LANGUAGE.fullmatch(text))


def _language(text: str) -> str:
    if not is_language(text):
        raise PydanticCustomError("language_tag", "a language is written as a tag such as `en`, `de` or `pt-BR`")
    return text


Name = Annotated[Text, AfterValidator(_not_blank)]
"""A text that is not empty."""
Web = Annotated[Text, AfterValidator(_web_address)]
"""The address of a page on the web, or nothing."""
Language = Annotated[Text, AfterValidator(_language)]
"""A language by its tag (BCP 47): language, script, region and at most one variant."""
