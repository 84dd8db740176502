"""Somebody who hears a page: roles, names and live regions are all they have, and keys are all they use.

Only regions that were there when the page was loaded are heard, as with most screen readers.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from playwright.sync_api import Locator, Page, expect

TABS_MAX: Final = 120
LISTEN: Final = """
window.heard = [];
document.addEventListener("DOMContentLoaded", () => {
  for (const region of document.querySelectorAll("[role=status], [role=alert]"))
    new MutationObserver(() => {
      const words = region.textContent.trim();
      if (words) window.heard.push(words);
    }).observe(region, { childList: true, characterData: true, subtree: true });
});
"""


@dataclass
class ScreenReader:
    """A page by ear."""

    page: Page
    asked: list[int] = field(default_factory=list)
    """Which of what was heard was asked for by a key."""

    def open(self, url: str) -> None:
        self.page.add_init_script(LISTEN)
        self.page.goto(url)

    @property
    def heard(self) -> list[str]:
        """All that was said, in order."""
        found: list[str] = self.page.evaluate("window.heard")
        return found

    @property
    def told(self) -> str:
        """What was said without being asked for."""
        return " ".join(words for place, words in enumerate(self.heard) if place not in self.asked)

    def hears(self, pattern: str, since: int = 0) -> str:
        """Wait until something is said, and give the whole of it."""
        self.page.wait_for_function(
            "([pattern, since]) => window.heard.slice(since).some((each) => new RegExp(pattern).test(each))",
            arg=[pattern, since],
        )
        return next(each for each in self.heard[since:] if re.search(pattern, each))

    def ask(self, key: str) -> str:
        """Press a key that reads something aloud."""
        before = len(self.heard)
        self.page.keyboard.press(key)
        self.page.wait_for_function("(before) => window.heard.length > before", arg=before)
        self.asked.append(before)
        return self.heard[before]

    def named(self, role: str, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role(role, name=name)

    def go(self, to: Locator) -> None:
        """Tab until something has the focus."""
        expect(to).to_be_visible()
        for _ in range(TABS_MAX):
            if to.evaluate("(element) => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the focus does not come to {to}")

    def use(self, button: Locator) -> None:
        """Go to a button and press it."""
        self.go(button)
        self.page.keyboard.press("Enter")
