"""Compile the loops of src/speed with the package; where that fails the package is built without them."""

import os
import shlex
import subprocess
import sys
import sysconfig
from pathlib import Path
from tempfile import TemporaryDirectory

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NAME = "_speed.abi3.so"
PATIENCE = 120  # seconds


class CustomBuildHook(BuildHookInterface):
    """One file for every CPython from 3.11 on; in an editable installation it lies beside the sources."""

    def initialize(self, version, build_data):
        """Put the compiled file into what is built."""
        root, editable = Path(self.root), version == "editable"
        self.spool = TemporaryDirectory(prefix="informed-")
        built = (root / "src" / "informed" if editable else Path(self.spool.name)) / NAME
        if why := unfit() or failure(root / "src" / "speed" / "module.c", built):
            self.app.display_warning(f"informed is built without its loops in C, which make it faster: {why}")
            return
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["pure_python"] = False
        build_data["tag"] = f"cp311-abi3-{platform}"
        if not editable:
            build_data["force_include"][str(built)] = f"informed/{NAME}"

    def finalize(self, version, build_data, artifact_path):
        """Leave nothing behind."""
        self.spool.cleanup()


def unfit():
    """Why nothing can be compiled here, if so."""
    if os.environ.get("INFORMED_PURE"):
        return "INFORMED_PURE is set"
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "they need CPython with its global lock"
    return None if sysconfig.get_config_var("LDSHARED") else "this Python names no compiler"


def failure(source, built):
    """Compile, and say what went wrong, if anything did."""
    linker = [*shlex.split(sysconfig.get_config_var("LDSHARED")), *shlex.split(os.environ.get("CFLAGS", ""))]
    include = sysconfig.get_paths()["include"]
    command = [*linker, "-O3", "-g0", "-funroll-loops", "-fPIC", f"-I{include}", str(source), "-o", str(built)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return None if done.returncode == 0 else (done.stderr.strip() or f"{command[0]} failed").splitlines()[0]
