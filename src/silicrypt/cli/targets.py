"""``targets``: prints what a design point can be implemented on."""

from __future__ import annotations

from typing import Any

from rich.table import Table

from silicrypt import targets as registry
from silicrypt.cli.console import Json, out, say_json


def targets(as_json: Json = False) -> None:
    """List the targets, what each gives, and the variants that a name can ask for."""
    rows = [_row(target) for target in registry.TARGETS.values()]
    if as_json:
        say_json({"targets": rows})
        return
    table = Table("name", "what it is", "gives", "netlist", "variants", box=None, pad_edge=False)
    table.columns[0].no_wrap = True
    for row in rows:
        checked = "simulated" if row["netlist_simulated"] else "not simulated"
        variants = ", ".join(f"@{one}" for one in row["variants"])
        table.add_row(row["name"], row["about"], row["gives"], checked, variants)
    out().print(table)


def _row(target: registry.Target) -> dict[str, Any]:
    return {
        "name": target.name,
        "about": target.about,
        "kind": target.kind,
        "gives": target.gives,
        "unit": target.table or "GE",
        "netlist_simulated": target.simulated,
        "packages": [*target.synthesised_by, *target.routed_by],
        "variants": list(target.variants),
    }
