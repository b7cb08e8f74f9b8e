"""Builds a design for cocotb once, keeps it in the store, and runs cocotb tests on it many times.

A build takes 4 to 6 CPU seconds (with cocotb's own runner: 30); a stored build takes none. Describe
the design with `Model`, then call `run` for each set of tests, seeds and plusargs::

    model = Model.of("sil_hash", config.sources("stream"), config.verilator_args(),
                     visible=(Visible("sil_md_slots", "busy_q"),))
    run(model, "my_tests", tmp_path, cases="text_|bytes_", settings={"SILICRYPT_TEST_CHANNELS": 2})

Three rules keep builds few and short:

* cocotb sees the signals of the top module, and those that `visible` names. Pass `ALL` only if a
  test needs every signal: the model then takes three times as long to compile, and is slower.
* A value that may change at run time belongs into `settings` (environment) or `plusargs`, not into
  a parameter or a source file. Mistakes that a test plants share one build: see `planted`.
* `optimize` pays off from about 100,000 cycles; by default the model is compiled without it.

Two tests that need the same model at the same time build it once: the second test waits.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import cocotb_tools.config
from cocotb_tools.runner import get_runner

from passed import Passed, bench_key
from silicrypt.results.store import Store, fingerprint
from silicrypt.tools import verilator
from silicrypt.verify import checkers

_MAIN = Path(cocotb_tools.config.share_dir) / "lib" / "verilator" / "verilator.cpp"
_RUNTIME = ("verilated", "verilated_threads", "verilated_vpi")
_PREFIX = "Vtop"  # cocotb's main program includes Vtop.h
_FLAGS = (
    *("--cc", "--vpi", "--assert", "--prefix", _PREFIX, "--timescale", "1ns/1ps"),
    *("--output-split", "0", *verilator.WARNINGS),
)


@dataclass(frozen=True)
class Visible:
    """Signals inside the design that tests can access. Names may have the wildcards * and ?."""

    module: str
    signal: str
    writable: bool = False

    def render(self) -> str:
        """Returns the line of a Verilator control file."""
        kind = "public_flat_rw" if self.writable else "public_flat_rd"
        return f'{kind} -module "{self.module}" -var "{self.signal}"\n'


#: Every signal of every module.
ALL = (Visible("*", "*", writable=True),)


@dataclass(frozen=True)
class Model:
    """Everything that a compiled design depends on. Equal models share one entry of the store.

    Attributes:
        top: the top module.
        sources: files in compile order, including Verilator control files.
        arguments: arguments of Verilator without paths, such as ``("-GUnroll=2",)``.
        visible: the signals below the top module that tests can access.
        optimize: whether the C++ compiler optimises, which doubles the compile time.
    """

    top: str
    sources: tuple[Path, ...]
    arguments: tuple[str, ...] = ()
    visible: tuple[Visible, ...] = ()
    optimize: bool = False

    @classmethod
    def of(
        cls,
        top: str,
        sources: Sequence[Path],
        arguments: Sequence[str] = (),
        visible: tuple[Visible, ...] = (),
        optimize: bool = False,
    ) -> Model:
        """Makes a model from the Verilator arguments of a configuration, with its control files.

        Protocol checkers watch the ports; a violation ends the simulation.
        """
        files = tuple(Path(arg) for arg in arguments if not arg.startswith("-"))
        options = tuple(arg for arg in arguments if arg.startswith("-"))
        watched = (*files, *sources, *checkers.bound(top, sources))
        return cls(top, watched, options, visible, optimize)

    @property
    def key(self) -> str:
        """Hash of everything that can change the executable.

        Of all paths only that of cocotb's libraries counts, because the executable contains it.
        """
        content = {
            "top": self.top,
            "sources": [(path.name, verilator.digest(path)) for path in self.sources],
            "arguments": self.arguments,
            "visible": self._control(),
            "flags": [_FLAGS, self.compiler_flags],
            "main": verilator.digest(_MAIN),
            "libraries": str(cocotb_tools.config.libs_dir),
            "tools": _tools(),
        }
        return f"cocotb-{fingerprint(content)}"

    @property
    def compiler_flags(self) -> tuple[str, ...]:
        """The flags of the C++ compiler for the design."""
        return ("-O1",) if self.optimize else ("-O0",)

    def executable(self) -> Path:
        """Returns the compiled design; builds it if it is not in the store.

        Raises:
            ToolFailed: Verilator or the compiler refuses the sources.
        """
        return Store().get("models", self.key, self._build) / self.top

    def _control(self) -> str:
        """Returns the control file that makes signals visible."""
        shown = (Visible(self.top, "*", writable=True), *self.visible)
        return "".join(["`verilator_config\n", *(one.render() for one in shown)])

    def _build(self, folder: Path) -> None:
        runtime = Store().get("models", _runtime_key(), _build_runtime)
        with tempfile.TemporaryDirectory(dir=folder) as name:
            work = Path(name)
            control = work / "visible.vlt"
            control.write_text(self._control(), encoding="utf-8")
            command = [str(verilator.root() / "bin" / "verilator_bin"), *_FLAGS, str(control)]
            command += ["--Mdir", str(work), "--top-module", self.top, *self.arguments]
            headers = {path.parent for path in self.sources if path.suffix == ".svh"}
            command += [f"-I{parent}" for parent in sorted(headers)]
            _tool([*command, *(str(p) for p in self.sources if p.suffix != ".svh")])
            headers = verilator.headers(self.compiler_flags)
            parts = [headers, *sorted(work.glob(f"{_PREFIX}*.cpp")), _MAIN]
            unit = work / "unit.cpp"
            unit.write_text("".join(f'#include "{part}"\n' for part in parts), encoding="utf-8")
            _tool(verilator.render_compile(unit, work / "unit.o", self.compiler_flags))
            library = cocotb_tools.config.libs_dir
            link = [verilator.compiler(), str(work / "unit.o")]
            link += [str(runtime / f"{part}.o") for part in _RUNTIME]
            link += ["-pthread", f"-Wl,-rpath,{library}", f"-L{library}", "-lcocotbvpi_verilator"]
            _tool([*link, "-o", str(folder / self.top)])


def run(
    model: Model,
    tests: str,
    folder: Path,
    *,
    cases: str = "",
    settings: Mapping[str, object] | None = None,
    plusargs: Sequence[str] = (),
    name: str = "results",
) -> None:
    """Runs cocotb tests on a model.

    Args:
        model: the model to run them on.
        tests: the Python module with the tests, in the folder of this file.
        folder: folder for the results, in which the simulation runs.
        cases: a regular expression that selects tests; at least one must match.
        settings: environment variables for the tests.
        plusargs: plusargs of the simulation, such as ``("+mistake=3",)``.
        name: name of the file of results without suffix; each run in one folder needs another one.

    Raises:
        TestsFailed: a test failed, or none was run.
    """
    program = model.executable()
    folder.mkdir(parents=True, exist_ok=True)
    results = folder / f"{name}.xml"
    given = {"COCOTB_RANDOM_SEED": 1, "COCOTB_TEST_FILTER": cases, **(settings or {})}
    try:
        get_runner("verilator").test(
            test_module=tests,
            hdl_toplevel=model.top,
            hdl_toplevel_lang="verilog",
            build_dir=program.parent,
            test_dir=folder,
            results_xml=str(results),
            plusargs=list(plusargs),
            extra_env={key: str(value) for key, value in given.items()},
        )
    except (SystemExit, RuntimeError) as stopped:
        raise TestsFailed(f"{tests}: {_failures(results)}") from stopped
    if not results.is_file() or "<testcase" not in results.read_text(encoding="utf-8"):
        raise TestsFailed(f"{tests}: no test matches '{cases}'")


def run_once(
    passed: Passed,
    model: Model,
    tests: str,
    folder: Path,
    settings: Mapping[str, object] | None = None,
) -> None:
    """Runs cocotb tests on a model, unless the record of this test says that they passed.

    Raises:
        TestsFailed: a test failed, or none was run.
    """
    given = [f"-{name}={value}" for name, value in (settings or {}).items()]
    arguments = [*model.arguments, *given]
    bench = Path(__file__).with_name(f"{tests}.py")
    with passed.once(bench_key(model.top, model.sources, arguments, bench)):
        run(model, tests, folder, settings=settings)


class TestsFailed(AssertionError):
    """A cocotb test failed; the message names it."""

    __test__ = False


def _failures(results: Path) -> str:
    """Returns the failed tests with their messages."""
    if not results.is_file():
        return "the simulation ended without results"
    cases = ElementTree.parse(results).getroot().iter("testcase")
    found = [(case.get("name"), failure) for case in cases for failure in case.findall("failure")]
    return "; ".join(f"{name}: {' '.join(failure.attrib.values())}" for name, failure in found)


def _tools() -> list[str]:
    return [verilator.version(), verilator.compiler_version(), metadata.version("cocotb")]


def _runtime_key() -> str:
    return f"cocotb-runtime-{fingerprint([_RUNTIME, _tools()])}"


def _build_runtime(folder: Path) -> None:
    """Compiles Verilator's run-time library with its VPI, once for all models."""
    for part in _RUNTIME:
        source = verilator.root() / "include" / f"{part}.cpp"
        _tool(verilator.render_compile(source, folder / f"{part}.o", ("-O1",)))


def _tool(command: Sequence[str]) -> None:
    environment = {**os.environ, "VERILATOR_ROOT": str(verilator.root())}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, f"{command[0]} failed:\n{done.stderr[-4000:]}"
