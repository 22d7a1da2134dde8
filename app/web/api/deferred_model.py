"""Base of the models of the API, whose validators pydantic makes at their first use."""

from __future__ import annotations

import pydantic


class BaseModel(pydantic.BaseModel):
    """Model without a validator of its own until one is needed. Most are part of another model."""

    model_config = pydantic.ConfigDict(defer_build=True)
