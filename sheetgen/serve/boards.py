"""What boards of fights send to the same board on other devices, by the page that they stand on."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ConfigDict


class BoardNews(BaseModel):
    """How a fight stands: all of it for the game master, and what players may see. `sender` is the window it is from.

    News that are `first` are of a fight that was kept, and older than any that came before.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
    sender: str
    state: dict[str, Any]
    players: dict[str, Any]
    first: bool = False

    def text(self, master: bool) -> str:
        """It as JSON, without what only the game master may know."""
        return self.model_dump_json(include={"sender", "players", *(("state",) if master else ())})


@dataclass(frozen=True, eq=False)
class Boards:
    """The last news of each board; those who wait on `changed` hear of newer ones."""

    changed: threading.Condition
    token: str
    """What the game master's devices know; empty where no fight is shared."""
    _news: dict[str, BoardNews] = field(default_factory=dict)

    def share(self, page: str, news: BoardNews) -> None:
        """Keep the news of a page."""
        with self.changed:
            if not (news.first and page in self._news):
                self._news[page] = news
                self.changed.notify_all()

    def of(self, page: str) -> BoardNews | None:
        """The last news of a page; None where nothing was sent."""
        return self._news.get(page)
