"""A design point as a folder that stands alone.

`request` says what is exported, `package.render` makes the files, `folder.write` writes them. The
other modules render text and touch nothing.
"""

from silicrypt.export.folder import write
from silicrypt.export.package import render, verifier
from silicrypt.export.request import LANGUAGES, PRIMITIVES, ExportRequest, request

__all__ = ["LANGUAGES", "PRIMITIVES", "ExportRequest", "render", "request", "verifier", "write"]
