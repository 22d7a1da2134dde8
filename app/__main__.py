"""Entry point of the command line: python -m app."""

import sys

from app.cli import main

sys.exit(main())
