"""Pin what Croupier is built, tested and measured with; --check verifies the pins offline.

requirements/dev.txt locks the package and its tools, requirements/server.txt the same with what tests of a server need,
requirements/bench.txt the package and its peers, requirements/run.txt the package with what a house needs, and nothing
else. A lock has hashes for every supported platform and Python, and never says where a package comes from: that is
configured in the installer.
"""

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.dependency_groups import resolve_dependency_groups
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
GROUPS = ("dev", "server", "bench", "run")
EXTRAS = {"run": ("serve",)}
"""The extras of the package that a lock holds beside its group."""
PIN = re.compile(r"(?P<requirement>[\w.-]+==[\w.!+]+(?: ; [^\\]+?)?)(?: --hash=sha256:[0-9a-f]{64})+")


def lock_path(group: str) -> Path:
    return ROOT / "requirements" / f"{group}.txt"


def write_locks(*, upgrade: bool) -> None:
    """Resolve each group for every supported Python at once; peers share the versions that the tools have."""
    for group in GROUPS:
        command = [sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--group", group]
        command += ["--universal", "--python-version", "3.11", "--generate-hashes", "--no-annotate", "--quiet"]
        command += ["--custom-compile-command", "make lock"]
        command += ["--output-file", str(lock_path(group).relative_to(ROOT))]
        command += [word for extra in EXTRAS.get(group, ()) for word in ("--extra", extra)]
        if group != "dev":
            command += ["--constraint", str(lock_path("dev").relative_to(ROOT))]
        if upgrade:
            command += ["--upgrade"]
        subprocess.run(command, cwd=ROOT, check=True)


def wanted(group: str) -> list[Requirement]:
    """List what pyproject.toml asks for: the runtime dependencies, the extras of a lock and its group."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    texts = [*project["project"]["dependencies"], *resolve_dependency_groups(project["dependency-groups"], group)]
    return [Requirement(text) for text in (*texts, *(each for name in EXTRAS.get(group, ()) for each in extras[name]))]


def faults(lock: str, requirements: list[Requirement]) -> Iterator[str]:
    """What is wrong with a lock: a line that is not a hashed pin, or a requirement without a pin."""
    pins: dict[str, list[Requirement]] = {}
    for line in re.sub(r" \\\n\s+", " ", lock).splitlines():
        if line.startswith("#") and "/" not in line:
            continue
        pin = PIN.fullmatch(line)
        if pin is None:
            yield f"not a hashed pin: {line[:80]}"
            continue
        requirement = Requirement(pin["requirement"])
        pins.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    for requirement in requirements:
        versions = [next(iter(pin.specifier)).version for pin in pins.get(canonicalize_name(requirement.name), [])]
        if not versions or not all(requirement.specifier.contains(version, prereleases=True) for version in versions):
            yield f"{requirement} is pinned as {versions or 'nothing'}: run make lock"


def check_locks() -> int:
    found = [
        f"{lock_path(group).relative_to(ROOT)}: {fault}"
        for group in GROUPS
        for fault in faults(lock_path(group).read_text(encoding="utf-8"), wanted(group))
    ]
    print("\n".join(found) if found else "Locks: hashed, without addresses, and in step with pyproject.toml.")
    return 1 if found else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a lock is unsound or stale")
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions instead of keeping the pins")
    arguments = parser.parse_args()
    if not arguments.check:
        write_locks(upgrade=arguments.upgrade)
    return check_locks()


if __name__ == "__main__":
    raise SystemExit(main())
