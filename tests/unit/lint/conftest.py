"""Lets the tests here import what stands beside them, and the strategies that several rooms share."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "strategies")]
