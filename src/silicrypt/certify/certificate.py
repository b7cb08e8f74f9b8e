"""Certificates: for every output of a core, whether it depends on a secret."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from silicrypt import catalog, targets
from silicrypt.base import sources
from silicrypt.base.code import code_key
from silicrypt.base.scope import Progress, silent
from silicrypt.base.sources import Source
from silicrypt.catalog import DesignPoint, Level, machines
from silicrypt.certify import dependence, netlist, roles
from silicrypt.certify.dependence import Dependence
from silicrypt.certify.netlist import GATES, Netlist
from silicrypt.certify.roles import Roles
from silicrypt.errors import BadInput, CorruptResult
from silicrypt.measure import core_file, core_sources, functions
from silicrypt.measure.core_design import CoreDesign, level_of
from silicrypt.paths import reference_results
from silicrypt.results.store import Store, fingerprint, key_of, write_atomic
from silicrypt.tools import process, yosys
from silicrypt.tools.installed import version
from silicrypt.verify import proofs
from silicrypt.verify.proofs import Proof

_KIND = "gates"
#: The committed certificates, below `reference_results`.
FILE = "certificates.json"
#: Sources of a core are read in the same way for every target.
_TARGET = "ecp5-85k"
#: The proofs about two units with other secrets, for design points whose paths decide nothing.
_PROOFS = {
    "tuplehash128-fast": "tuplehash-time",
    "tuplehash256-fast": "tuplehash-time-256",
    "tuplehash256-small": "tuplehash-time-small",
}
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Certificate:
    """Which outputs of a core depend on its secrets.

    Attributes:
        design: the name of the design point or of the core.
        level: ``"core"`` or ``"stream"``.
        top: the top module.
        key: a hash of everything that decides it.
        secrets: what each secret input carries.
        public: all other inputs.
        results: the outputs that carry results.
        told: registers and outputs that everybody may know although they follow from secrets, and
            why.
        independent: the outputs that depend on no secret.
        undecided: a path for each secret and each output that it may change.
        proof: the proof that no secret changes them nevertheless, if there is one and it holds.
    """

    design: str
    level: Level
    top: str
    key: str
    secrets: Mapping[str, str]
    public: Sequence[str]
    results: Sequence[str]
    told: Mapping[str, str]
    independent: Sequence[str]
    undecided: tuple[dependence.Path, ...] = ()
    proof: str = ""

    @property
    def holds(self) -> bool:
        """Whether all outputs but results are independent of all secrets."""
        return not self.undecided or bool(self.proof)


@dataclass(frozen=True)
class Subject:
    """What a certificate is about.

    Attributes:
        name: the name of the design point or of the core.
        level: its level.
        top: its top module.
        files: its sources.
        script: the script that makes its netlist of gates.
        about: the design point, or the core as Yosys reads it.
    """

    name: str
    level: Level
    top: str
    files: tuple[Source, ...]
    script: str
    about: DesignPoint | CoreDesign

    @staticmethod
    def of_point(point: DesignPoint, level: Level) -> Subject:
        """Returns a design point at a level, with the primitives for any technology."""
        files = tuple(map(sources.read, point.sources(level)))
        given = [word for one in point.overrides(level) for word in ("-G", one)]
        top = point.top(level)
        script = yosys.render_elaboration(top, given, [file.path for file in files])
        return Subject(point.name, level, top, files, netlist.render(script), point)

    @staticmethod
    def of_core(path: Path, store: Store) -> Subject:
        """Returns the core of a core file.

        Raises:
            BadInput: the core file cannot be used.
            ToolFailed: Yosys refuses the sources.
        """
        parsed = core_file.load(path)
        function, own = functions.function_of(parsed), core_sources.resolve(parsed)
        level, target = level_of(parsed.core, function), targets.get(_TARGET)
        design = CoreDesign(level, target, parsed, function, own).with_front(store)
        design.ports(store)
        script = netlist.render(design.elaboration_script)
        return Subject(design.name, level, design.top, design.sources, script, design)

    @property
    def proof(self) -> Proof | None:
        """The proof that decides what its paths do not, if there is one."""
        known = _PROOFS.get(self.name) if isinstance(self.about, DesignPoint) else None
        return proofs.get(known) if known else None

    @property
    def key(self) -> str:
        """A hash of everything that decides the certificate."""
        inputs = {
            "netlist": self._netlist_inputs,
            "roles": fingerprint(roles.FILE.read_text(encoding="utf-8")),
        }
        if self.proof:
            inputs["proof"] = proofs.key(self.proof)
        return key_of(inputs, code_key(Dependence, roles.of_point, netlist.write))

    @property
    def _netlist_inputs(self) -> list[object]:
        return [[file.sha256 for file in self.files], self.script, version("pyosys")]

    def netlist(self, store: Store) -> Netlist:
        """Returns the netlist of gates; makes it if it is not in the store.

        Raises:
            ToolFailed: slang or Yosys refused the sources.
        """
        key, files = key_of(self._netlist_inputs, code_key(netlist.write)), self.files
        folder = store.get(_KIND, key, lambda path: netlist.write(files, self.script, path))
        return Netlist.read(folder / GATES)

    def roles(self, found: Netlist) -> Roles:
        """Returns the roles of the ports of its netlist."""
        ports = {name: (way, len(bits)) for name, (way, bits) in found.ports.items()}
        if isinstance(self.about, CoreDesign):
            return roles.of_core(self.about, ports)
        return roles.of_point(self.about, ports)


def certify(
    subject: Subject,
    store: Store,
    *,
    secrets: Iterable[str] = (),
    results: Iterable[str] = (),
    told: Iterable[str] = (),
) -> Certificate:
    """Certifies a design point or a core.

    Args:
        subject: what is certified.
        store: where its netlist is kept.
        secrets: further inputs that carry secrets.
        results: further outputs that carry results.
        told: further registers and outputs that everybody may know.

    Raises:
        BadInput: an input has no role, no input is secret, or there is no port of a given name.
        ToolFailed: slang or Yosys refused the sources.
    """
    gates = subject.netlist(store)
    role = subject.roles(gates).with_more(secrets, results, told)
    _check_names(subject, gates, role)
    if not role.secrets:
        raise BadInput(
            f"{subject.name}: no input is known to be secret; name each with --secret, and the "
            "outputs that carry results with --result"
        )
    found = Dependence(gates, role)
    for name in told:
        if not any(f".{one}".endswith(f".{name}") for one in found.told):
            raise BadInput(
                f"{subject.name}: {subject.top} has no port and no register {name}; a register is "
                "named with the instances around it, as in u_keys.valid_q"
            )
    paths, proof = found.paths(), None if secrets else subject.proof
    proved = proof is not None and bool(paths) and proofs.prove(proof, store).proved
    reached = {path.output for path in paths}
    return Certificate(
        subject.name,
        subject.level,
        subject.top,
        subject.key,
        role.secrets,
        sorted(
            name
            for name, (direction, _) in gates.ports.items()
            if direction == "input" and name not in role.secrets
        ),
        sorted(role.results),
        found.told,
        [name for name in found.observed if name not in reached],
        tuple(paths),
        proof.name if proof and proved else "",
    )


def _check_names(subject: Subject, gates: Netlist, role: Roles) -> None:
    """Checks that every port exists that has a role."""
    for names, direction in ((role.secrets, "input"), (role.results, "output")):
        known = [name for name, (way, _) in gates.ports.items() if way == direction]
        for name in names:
            if name not in known:
                raise BadInput(
                    f"{subject.name}: {subject.top} has no {direction} {name}; its {direction}s "
                    f"are {', '.join(known)}"
                )


def everything() -> Iterator[tuple[DesignPoint, Level]]:
    """Yields all design points at all levels, machines, and registers around one of each unit."""
    points = list(catalog.load().values())
    yield from ((point, level) for point in points for level in point.levels)
    wrapped = {(one.design, one.top.rpartition("_")[2]) for one in catalog.wrappers().values()}
    mapped = (catalog.get(f"{name}-{bus}") for name, bus in wrapped if bus in catalog.BUSES)
    around = [*machines.storages().values(), *machines.words().values(), *mapped]
    yield from ((point, point.levels[0]) for point in sorted(around, key=lambda one: one.name))


def certify_all(
    progress: Progress = silent, *, store: Store | None = None, jobs: int = 1
) -> list[Certificate]:
    """Certifies `everything`, and writes each certificate to those that are committed.

    Certificates of unchanged sources are taken from the committed ones, if these can be read.
    """
    kept, before, wanted = store or Store(), _readable(), [*everything()]
    known = {one.key: one for one in before}
    # Until a certificate is renewed, the one before stays.
    found = {(one.design, one.level): one for one in before}
    names = [(point.name, level) for point, level in wanted]
    with process.Pool(jobs) as pool:
        runs = {pool.submit(_renewed, *one, known, kept): one for one in wanted}
        progress(0, len(runs), "certifying")
        for done, run in enumerate(as_completed(runs), 1):
            point, level = runs[run]
            found[point.name, level] = run.result()
            if run.result().key not in known:
                write(found[name] for name in names if name in found)
            progress(done, len(runs), f"{point.name} {level}")
    certificates = [found[name] for name in names]
    if certificates != before:
        write(certificates)
    return certificates


def _renewed(
    point: DesignPoint, level: Level, known: Mapping[str, Certificate], store: Store
) -> Certificate:
    subject = Subject.of_point(point, level)
    same = known.get(subject.key)  # perhaps of another design point with the same hardware
    return replace(same, design=point.name) if same else certify(subject, store)


def write(certificates: Iterable[Certificate]) -> None:
    """Writes the committed certificates, one per line."""
    lines = ",\n".join(json.dumps(asdict(one)) for one in certificates)
    write_atomic(reference_results() / FILE, f"[\n{lines}\n]\n")


def committed() -> list[Certificate]:
    """Returns the committed certificates, whether they are stale or not.

    Raises:
        CorruptResult: the file is not what `write` has written.
    """
    path = reference_results() / FILE
    if not path.is_file():
        return []
    try:
        return TypeAdapter(list[Certificate]).validate_json(path.read_bytes())
    except ValidationError as error:
        raise CorruptResult(
            f"{path} is not what silicrypt wrote; 'silicrypt certify --all' writes it again"
        ) from error


def _readable() -> list[Certificate]:
    """Returns the committed certificates; none, with a warning, if they cannot be read."""
    try:
        return committed()
    except CorruptResult as error:
        _LOG.warning("%s", error)
        return []


def current(point: DesignPoint) -> list[Certificate]:
    """Returns the committed certificates of a design point that are not stale."""
    known = [one for one in _readable() if one.design == point.name]
    return [one for one in known if Subject.of_point(point, one.level).key == one.key]
