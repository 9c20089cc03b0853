"""Print the oldest release of each dependency that pyproject.toml allows, as constraints for pip.

Of the core, data frames, scikit-learn and charts; the workbench asks for recent releases anyway.
"""

import re
import tomllib
from pathlib import Path

project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
extras = project["optional-dependencies"]
asked = [project["dependencies"], *(extras[name] for name in ("dataframe", "sklearn", "report"))]
for each in sorted({each for part in asked for each in part}):
    name, oldest = re.match(r"([\w-]+)(?:\[\w+\])?>=([\d.]+)", each).groups()
    print(f"{name}=={oldest}" if oldest.count(".") == 2 else f"{name}=={oldest}.*")
