"""Without Playwright, as in the environment of the quick tests, there is nothing to collect here."""

from importlib.util import find_spec

if find_spec("playwright"):
    from tests.browser.fixtures import browser, house, newcomer, people  # noqa: F401
else:
    collect_ignore_glob = ["test_*.py"]
