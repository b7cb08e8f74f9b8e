"""The exported Verilog does not depend on the order in which Yosys writes it."""

from __future__ import annotations

from silicrypt.export import verilog

WRITTEN = """module \\top (a, b, y);
  input a;
  input b;
  output [2:0] y;
  wire [2:0] y;
  assign y[0] = a;
  assign y[1] = 1'h0;
  assign y[2] = b;
endmodule
"""


def test_the_order_of_assignments_does_not_matter() -> None:
    """The same design is written in both orders. The output is driven as a whole in both."""
    lines = WRITTEN.splitlines(keepends=True)
    lines[5], lines[7] = lines[7], lines[5]
    (module,) = verilog.merged(WRITTEN, "top")
    assert [module] == list(verilog.merged("".join(lines), "top"))
    assert "assign y = { y__2, y__1, y__0 };" in module
