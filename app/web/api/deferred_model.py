"""Base of the models of the API, whose validators pydantic makes at their first use."""

from __future__ import annotations

import warnings

import pydantic
from pydantic.warnings import UnsupportedFieldAttributeWarning

# FastAPI hides this warning about its own parameters while it makes their validators. It does not
# see the validators that are made later.
warnings.filterwarnings("ignore", category=UnsupportedFieldAttributeWarning)


class BaseModel(pydantic.BaseModel):
    """Model without a validator of its own until one is needed. Most are part of another model."""

    model_config = pydantic.ConfigDict(defer_build=True)
