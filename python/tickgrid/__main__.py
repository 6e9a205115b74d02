"""``python -m tickgrid`` is the ``tickgrid`` command."""

import sys

from tickgrid.cli import main

sys.exit(main())
