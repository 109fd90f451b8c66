"""What CuPy's namespace has; see `record_names.py`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

NAMES: dict[str, Any] = json.loads(Path(__file__).with_name("names.json").read_text())
