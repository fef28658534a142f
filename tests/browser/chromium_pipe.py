"""Drive Chromium over its debugging pipe: no driver program, no port, no further package."""

from __future__ import annotations

import base64
import json
import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any

KEYS = {"Shift": 16, "Tab": 9, "Enter": 13, "Escape": 27, "Space": 32, "ArrowDown": 40, "ArrowUp": 38}

PHONE = 600
"""A window narrower than so many pixels is that of a phone."""
ASKED_EVERY = 10
"""Milliseconds of the page's own clock after which it is asked again for what a test waits for."""


class NavigatedError(AssertionError):
    """A page that was left while it was asked something."""


class Chromium:
    """One browser with one page. `with Chromium(path, folder) as page: page.open(url)`."""

    FLAGS = (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
        "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-extensions", "--disable-background-timer-throttling",
        "--font-render-hinting=none",  # as with windows: letters stand where the font has them, in print as well
    )  # fmt: skip

    def __init__(self, path: str, profile: Path) -> None:
        asked, self._out = os.pipe()
        self._in, answered = os.pipe()
        # The browser reads file 3 and writes file 4; first move its ends out of the way of each other.
        command = f'exec 3<&{asked} 4>&{answered}; exec "$@"'
        self._browser = subprocess.Popen(
            ["bash", "-c", command, "bash", path, *self.FLAGS, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(asked, answered),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(asked)
        os.close(answered)
        self._buffer, self._number, self._session, self._reader = b"", 0, "", ""
        self.events: list[dict[str, Any]] = []
        self.renew()

    def renew(self) -> None:
        """Begin anew with another page, which knows nothing of what was kept before."""
        if self._reader:
            self._send("Target.disposeBrowserContext", browserContextId=self._reader)
        self._reader = self._send("Target.createBrowserContext")["browserContextId"]
        target = self._send("Target.createTarget", url="about:blank", browserContextId=self._reader)["targetId"]
        self._begin(target)
        self.events.clear()

    def _begin(self, target: str) -> None:
        """Drive this page from now on."""
        self._session = self._send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.send(f"{domain}.enable")

    @contextmanager
    def second_window(self, url: str) -> Iterator[None]:
        """Drive another window of the same reader while the body runs; the first one stays as it is."""
        first = self._session
        target = self._send("Target.createTarget", url="about:blank", browserContextId=self._reader)["targetId"]
        self._begin(target)
        self.open(url)
        try:
            yield
        finally:
            self._send("Target.closeTarget", targetId=target)
            self._session = first
            self.send("Page.bringToFront")

    def paint(self, painted: bool) -> None:
        """Whether the page is drawn. One that is not runs and is laid out in half the time, and calls itself hidden."""
        window, state = self.send("Browser.getWindowForTarget")["windowId"], "normal" if painted else "minimized"
        self._send("Browser.setWindowBounds", windowId=window, bounds={"windowState": state})
        if painted:
            self.send("Page.bringToFront")  # a browser without windows does not give the focus back by itself

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(EOFError, OSError):
            self._send("Browser.close")
        os.close(self._out)
        os.close(self._in)
        self._browser.wait(20)

    def next_event(self) -> dict[str, Any]:
        """What the browser says next."""
        while b"\0" not in self._buffer:
            data = os.read(self._in, 1 << 20)
            if not data:
                raise EOFError("the browser went away")
            self._buffer += data
        message, self._buffer = self._buffer.split(b"\0", 1)
        event: dict[str, Any] = json.loads(message)
        return event

    def _send(self, method: str, session: str = "", **parameters: object) -> dict[str, Any]:
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.next_event()
            if answer.get("id") == self._number:
                if "navigated" in str(answer.get("error", "")):
                    raise NavigatedError(method)
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result
            self.events.append(answer)

    def send(self, method: str, **parameters: object) -> dict[str, Any]:
        """One command of the DevTools protocol, to the page."""
        return self._send(method, self._session, **parameters)

    def style(
        self, width: int = 1280, height: int = 900, dark: bool = False, scripts: bool = True, scale: float = 1
    ) -> None:
        """Set the window, the colours that the system asks for, and whether scripts run.

        With a small scale, the pixels of the screen for one of CSS, less is painted of what is laid out the same.
        """
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=scale, mobile=width < PHONE,
        )  # fmt: skip
        # Else a page that is opened now may begin with the width of the one before.
        self.until(f"outerWidth === {width} || innerWidth === {width}")
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.send("Emulation.setEmulatedMedia", features=scheme)
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)

    def open(self, url: str) -> None:
        """Go to an address and wait until it has loaded, and its letters have the places that they keep."""
        self.events.clear()
        self.send("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.next_event())
        with suppress(NavigatedError):
            self.run("document.fonts.ready.then(() => true)")

    def visit(self, site: Path, path: str = "", **style: Any) -> None:
        """Look at a page of a site from file://; a path may end in a query."""
        name, mark, query = path.partition("?")
        self.style(**style)
        self.open((site / name).as_uri() + mark + query)

    def widths(self, site: Path, path: str, widths: Sequence[int]) -> Iterator[int]:
        """A page at one width after another: loaded as on a phone and as on a computer, then the window is resized."""
        phone = None
        for width in widths:
            if (width < PHONE) == phone:
                self.style(width=width)
                self.until(f"document.documentElement.clientWidth === {width}")
            else:
                self.visit(site, path, width=width)
            phone = width < PHONE
            yield width

    def run(self, expression: str) -> Any:
        """The value of an expression in the page; a promise is waited for."""
        answer = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def leave(self, statement: str) -> None:
        """Do what leads to another page; the answer may be lost with the page."""
        with suppress(NavigatedError):
            self.run(statement)

    def until(self, expression: str, seconds: int = 5) -> Any:
        """The value of an expression as soon as it is one; a failure after some seconds."""
        for _ in range(seconds * 1000 // ASKED_EVERY):
            with suppress(NavigatedError):
                if value := self.run(expression):
                    return value
                self.wait(ASKED_EVERY)
        raise AssertionError(expression)

    def text(self, selector: str) -> str:
        """The text of the first element that fits."""
        return str(self.run(f"document.querySelector({json.dumps(selector)}).textContent")).strip()

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that fit."""
        texts = self.run(f"[...document.querySelectorAll({json.dumps(selector)})].map(e => e.textContent)")
        return [str(text) for text in texts]

    def put(self, selector: str, value: str, at: int = 0) -> None:
        """Change a field as its reader would; of several that fit, the one at this place."""
        self.run(
            f"(i => {{ i.value = {json.dumps(value)}; i.dispatchEvent(new Event('input', {{bubbles: true}})) }})"
            f"(document.querySelectorAll({json.dumps(selector)})[{at}])"
        )

    def wait(self, milliseconds: int) -> None:
        """Let the page's own clock run."""
        self.run(f"new Promise(done => setTimeout(done, {milliseconds}))")

    def session(self, key: str, shift: bool = False) -> None:
        """Press a key as a keyboard does."""
        code = KEYS[key]
        text = {"Enter": "\r", "Space": " "}.get(key, "")
        shared = {
            "key": " " if key == "Space" else key,
            "code": key,
            "windowsVirtualKeyCode": code,
            "modifiers": 8 * shift,
        }
        self.send("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", text=text, **shared)
        self.send("Input.dispatchKeyEvent", type="keyUp", **shared)

    def type(self, text: str) -> None:
        """Type into what has the focus."""
        self.send("Input.insertText", text=text)

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.run(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center',"
            " behavior: 'instant'}); const r = e.getBoundingClientRect();"
            " return [r.x + r.width / 2, r.y + r.height / 2, r.width * r.height] })()"
        )
        assert box[2] > 0, f"{selector} is not to be seen"
        return float(box[0]), float(box[1])

    def hover(self, selector: str) -> None:
        """Put the mouse on an element."""
        x, y = self._middle(selector)
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, selector: str) -> None:
        """Click the middle of an element."""
        x, y = self._middle(selector)
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def tap(self, selector: str) -> None:
        """Touch the middle of an element."""
        x, y = self._middle(selector)
        self.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    @contextmanager
    def touched(self) -> Iterator[None]:
        """Fingers instead of a mouse while the body runs."""
        self.send("Emulation.setTouchEmulationEnabled", enabled=True)
        yield
        self.send("Emulation.setTouchEmulationEnabled", enabled=False)

    def problems(self) -> list[str]:
        """What went wrong in the page's scripts, and what its policy forbade, since it was opened."""
        problems = []
        for event in self.events:
            if event.get("method") == "Runtime.exceptionThrown":
                details = event["params"]["exceptionDetails"]
                problems.append(str(details.get("exception", {}).get("description", details["text"])))
            elif event.get("method") == "Log.entryAdded" and event["params"]["entry"]["source"] == "security":
                problems.append(str(event["params"]["entry"]["text"]))
        return problems

    def picture(self, path: Path) -> None:
        """A picture of the whole page."""
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
        shot = self.send("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)
        path.write_bytes(base64.b64decode(shot["data"]))
