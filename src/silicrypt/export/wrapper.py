"""The exported top: a module without parameters around a top of this library."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from silicrypt.export.request import Request

_TEMPLATES = Environment(
    loader=PackageLoader("silicrypt.export"),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # noqa: S701 - the output is source code; pages escape by themselves
)


def template(name: str, request: Request, **values: object) -> str:
    """Renders a template for an export. All templates know ``request`` and ``config``."""
    return _TEMPLATES.get_template(name).render(request=request, config=request.config, **values)


def render(request: Request) -> str:
    """Returns the top in SystemVerilog."""
    return template("top.sv.j2", request)
