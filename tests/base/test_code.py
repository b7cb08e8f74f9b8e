"""A key of code covers what a function reaches, and nothing else."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from silicrypt.base import code
from silicrypt.base.code import code_key, including, reached

MAIN = '''\
"""A module."""
from lib import numbers, shapes
from lib.far import away as near

LIMIT = 3
UNUSED = 4


def entry(shape: shapes.Square) -> int:
    """Returns a number."""
    return inner(shape) + numbers.one() + near()


def inner(shape):
    return min(LIMIT, shape.area())  # no more


def other():
    return UNUSED
'''
FILES = {
    "main.py": MAIN,
    "lib/__init__.py": "",
    "lib/numbers.py": "def one():\n    return 1\n\n\ndef two():\n    return 2\n",
    "lib/shapes.py": (
        "class Shape:\n    def area(self): return 0\n\n\n"
        "class Square(Shape):\n    'A square.'\n    def area(self): return side()\n\n\n"
        "def side():\n    return 5\n"
    ),
    "lib/far.py": "from lib.farther import away\n",
    "lib/farther.py": "def away():\n    return open('table.c').read()\n",
    "lib/table.c": '#include "head.h"\nint x = 1; // one\n',
    "lib/head.h": "int y = 2;\n",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


@pytest.fixture(autouse=True)
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keys are kept while a process runs; here files change within one."""
    monkeypatch.setenv("SILICRYPT_CACHE", str(tmp_path / "cache"))
    yield
    code.clear()


def key(folder: Path, name: str = "entry") -> str:
    code.clear()
    module = ModuleType("main")
    module.__file__ = str(folder / "main.py")
    sys.modules["main"] = module
    try:
        exec(compile(f"def {name}(): ...", str(folder / "main.py"), "exec"), module.__dict__)
        return code_key(module.__dict__[name], folders=(folder,))
    finally:
        del sys.modules["main"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("main.py", "min(LIMIT", "max(LIMIT"),
        ("main.py", "LIMIT = 3", "LIMIT = 2"),
        ("lib/numbers.py", "return 1", "return 3"),
        ("lib/shapes.py", "return 5", "return 6"),
        ("lib/shapes.py", "return 0", "return 1"),
        ("lib/farther.py", "read()", "read(1)"),
        ("lib/table.c", "x = 1", "x = 2"),
        ("lib/head.h", "y = 2", "y = 3"),
    ],
)
def test_what_a_function_reaches_is_in_its_key(
    project: Path, file: str, old: str, new: str
) -> None:
    before, path = key(project), project / file
    path.write_text(path.read_text().replace(old, new), encoding="utf-8")
    assert key(project) != before


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("main.py", "Returns a number", "Gives a number"),
        ("main.py", "# no more", "# no more than that"),
        ("main.py", "UNUSED = 4", "UNUSED = 5"),
        ("lib/numbers.py", "return 2", "return 3"),
        ("lib/shapes.py", "A square", "Four sides"),
        ("lib/table.c", "// one", "// two"),
        ("lib/numbers.py", "def one():", "\n\n\ndef one():"),
    ],
)
def test_comments_and_what_is_not_reached_are_not(
    project: Path, file: str, old: str, new: str
) -> None:
    before, path = key(project), project / file
    path.write_text(path.read_text().replace(old, new), encoding="utf-8")
    assert key(project) == before


def test_a_definition_may_move_to_another_file(project: Path) -> None:
    before = key(project)
    (project / "lib/ones.py").write_text("def one():\n    return 1\n", encoding="utf-8")
    (project / "main.py").write_text(
        MAIN.replace("from lib import numbers, shapes", "from lib import ones, shapes").replace(
            "numbers.one", "ones.one"
        ),
        encoding="utf-8",
    )
    assert key(project) != before  # the call has another name
    (project / "main.py").write_text(
        MAIN.replace("from lib import numbers, shapes", "from lib import shapes, ones as numbers"),
        encoding="utf-8",
    )
    assert key(project) == before


def test_headers_are_found_from_what_includes_them(project: Path) -> None:
    names = [path.name for path in including(project / "lib" / "table.c")]
    assert names == ["table.c", "head.h"]


def test_the_same_code_has_the_same_key_in_another_process(project: Path) -> None:
    first = key(project)
    assert key(project) == first
    assert list((project / "cache" / "code").iterdir())


def test_a_method_stands_for_its_class() -> None:
    assert {"Path"} <= {name for names in reached(Path).values() for name in names}


def test_packages_of_others_beside_the_installed_one_are_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An installed package stands in a folder with its dependencies."""
    own = tmp_path / "silicrypt" / "__init__.py"
    own.parent.mkdir()
    for path in (own, tmp_path / "others.py"):
        path.touch()
    monkeypatch.setattr(code, "_PACKAGE", own.parent)
    find = code._path.__wrapped__  # without what it keeps
    assert find("silicrypt", (tmp_path,)) == own
    assert find("others", (tmp_path,)) is None


def test_how_code_is_found_is_in_no_key() -> None:
    file = Path(str(code.__file__))
    assert "including" in reached(including)[file]
    assert file not in reached(code_key)
