"""The catalogue of examples and the page are beside the tests, which are no package."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
