"""python -m app: the house from the command line."""

import sys

from app.cli import main

sys.exit(main())
