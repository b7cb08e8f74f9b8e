"""The templates of exported files."""

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


def literal(data: bytes, size: int) -> str:
    """Returns bytes as a Verilog constant of ``size`` bytes; the first byte is in the low bits."""
    return f"{8 * size}'h{int.from_bytes(data, 'little'):x}"


_TEMPLATES.filters["literal"] = literal
_TEMPLATES.filters["quarter"] = lambda count: count // 4  # words of 32 bits in so many bytes


def render(name: str, request: Request, **values: object) -> str:
    """Renders a template for an export. All templates know ``request`` and ``config``."""
    return _TEMPLATES.get_template(name).render(request=request, config=request.config, **values)
