"""A simulator of mapped netlists with delays, for the transitions that glitches add.

The simulator without delays (`gatesim`) runs a stimulus and records the values of all nodes. In
each cycle, `timedsim` starts from the recorded state before the clock edge. Registers and inputs
change to their recorded values, and the changes propagate with the delays of the cells. At the end
of the cycle every node must have its recorded value.
"""

from silicrypt.tools.timedsim.delays import Delays, delays
from silicrypt.tools.timedsim.simulator import LANES, TimedActivity, TimedSimulator

__all__ = ["LANES", "Delays", "TimedActivity", "TimedSimulator", "delays"]
