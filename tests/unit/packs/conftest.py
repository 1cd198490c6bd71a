"""Lets the tests here import the strategies that several rooms share."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "strategies"))
