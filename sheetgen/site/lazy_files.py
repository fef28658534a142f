"""The files of a site, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from sheetgen.processes import results

Maker: TypeAlias = Callable[[], bytes]


class LazyFiles(Mapping[str, bytes]):
    """Files by address. Some are made together: their makers go by how all their addresses begin."""

    def __init__(self, makers: Mapping[str, Maker], together: Mapping[str, Callable[[], Mapping[str, bytes]]]) -> None:
        self._makers = makers
        self._together = dict(together)
        self._made: dict[str, bytes] = {}

    def whole(self) -> dict[str, bytes]:
        """Every file, made by several processes where that pays."""
        paths = [path for path in self._makers if path not in self._made]
        tasks: list[Callable[[], Any]] = [*self._together.values(), *map(self._makers.__getitem__, paths)]
        given = results(tasks)
        for files in given[: len(self._together)]:
            self._made |= files
        self._made |= zip(paths, given[len(self._together) :], strict=True)
        self._together.clear()
        return {**dict.fromkeys(self._makers, b""), **self._made}

    def __getitem__(self, path: str) -> bytes:
        if path not in self._made and path in self._makers:
            self._made[path] = self._makers[path]()
        elif path not in self._made:
            self._make_together(path)
        return self._made[path]

    def _make_together(self, path: str) -> None:
        for start in [start for start in self._together if path.startswith(start)]:
            self._made |= self._together.pop(start)()

    def __contains__(self, path: object) -> bool:
        if isinstance(path, str) and path not in self._makers and path not in self._made:
            self._make_together(path)
        return path in self._makers or path in self._made

    def __iter__(self) -> Iterator[str]:
        for start in list(self._together):
            self._make_together(start)
        return iter({**self._makers, **self._made})

    def __len__(self) -> int:
        return len(list(iter(self)))
