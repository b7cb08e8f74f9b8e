"""Runs ``mapped_gcm_tests.py`` in cocotb, and plants mistakes in the registers of AES-GCM."""

from __future__ import annotations

from pathlib import Path

import pytest
from cocotb_model import ALL, Model, run

from passed import Passed, bench_key
from planted import Change, replaced
from silicrypt import catalog
from silicrypt.base.progress import silent
from silicrypt.flow.synth import design_of, synthesize
from silicrypt.results.store import Store
from silicrypt.tools import yosys
from silicrypt.verify import register_gcm, register_suite, suites
from silicrypt.verify.checks import Effort

FOLDER = Path(__file__).parent
