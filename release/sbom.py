"""Write what an installation of informed consists of, with versions and licences, as CycloneDX 1.6 (JSON).

`python release/sbom.py` with the Python of an environment that holds the package and nothing else it does not need.
The same environment gives the same bytes: packages in order, no serial number, the time of SOURCE_DATE_EPOCH if any.
"""

import json
import os
import re
from datetime import UTC, datetime
from importlib.metadata import Distribution, PackageNotFoundError, distribution

PACKAGE = "informed"


def name_of(requirement: str) -> str:
    """The package that a requirement asks for."""
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")


def required(found: Distribution) -> list[str]:
    """What is needed always: what extras and other systems ask for is not."""
    return sorted({name_of(each) for each in found.requires or [] if ";" not in each})


def licence(found: Distribution) -> str:
    """The SPDX expression; else the classifier; else the first line of the field that was for free text."""
    meta = found.metadata
    told = [each.rpartition(" :: ")[2] for each in meta.get_all("Classifier") or [] if each.startswith("License ::")]
    return meta["License-Expression"] or " AND ".join(told) or (meta["License"] or "unknown").strip().splitlines()[0]


def component(found: Distribution) -> dict:
    """One package; an expression is SPDX's, any other text is a name."""
    name, said = name_of(found.metadata["Name"]), licence(found)
    spdx = bool(found.metadata["License-Expression"])
    reference = f"pkg:pypi/{name}@{found.version}"
    licences = [{"expression": said}] if spdx else [{"license": {"name": said}}]
    kind = "application" if name == PACKAGE else "library"
    return {"type": kind, "bom-ref": reference, "name": name, "version": found.version, "purl": reference,
            "licenses": licences}  # fmt: skip


def packages() -> dict[str, Distribution]:
    """The package and whatever it needs, needed by what is needed too."""
    known: dict[str, Distribution] = {}
    left = [PACKAGE]
    while left:
        if (name := left.pop()) not in known:
            try:
                known[name] = distribution(name)
            except PackageNotFoundError:
                raise SystemExit(f"sbom: {name} is needed and not installed here") from None
            left += required(known[name])
    return dict(sorted(known.items()))


def bill() -> dict:
    """The whole document."""
    known = packages()
    made = {name: component(found) for name, found in known.items()}
    whole = made[PACKAGE]
    meta: dict = {"component": whole}
    if epoch := os.environ.get("SOURCE_DATE_EPOCH"):
        meta = {"timestamp": datetime.fromtimestamp(int(epoch), UTC).isoformat(), **meta}
    needs = [
        {"ref": made[name]["bom-ref"], "dependsOn": [made[each]["bom-ref"] for each in required(found)]}
        for name, found in known.items()
    ]
    parts = [each for each in made.values() if each is not whole]
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1, "metadata": meta,
            "components": parts, "dependencies": needs}  # fmt: skip


if __name__ == "__main__":
    print(json.dumps(bill(), indent=2))
