"""Live preview: the site from memory, rebuilt when a file is saved, with mistakes shown over the last good page.

Open pages are shown first, from a partial build; then the rest is built, and compared with what was shown. Pages and
PDFs are drawn when a browser asks for them. Only the loopback address is served unless another is given.
"""

from __future__ import annotations

from sheetgen.serve.preview import DrawingError, Preview
from sheetgen.serve.watching import is_source, watch_and_rebuild, watched
from sheetgen.serve.web import server, serving

__all__ = ["DrawingError", "Preview", "is_source", "server", "serving", "watch_and_rebuild", "watched"]
