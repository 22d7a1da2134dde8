"""Compiled templates are kept for the next start, under the same terms as compiled modules."""

from __future__ import annotations

import sys

from jinja2 import Environment, FileSystemLoader

from app.web import pages


def test_compiled_templates_are_kept_beside_their_sources(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "TEMPLATES", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "one.html").write_text("{{ 6 * 7 }}")
    loader = FileSystemLoader(tmp_path)
    env = Environment(
        loader=loader, bytecode_cache=pages.compiled_templates.__wrapped__("en"), autoescape=True
    )
    assert env.get_template("one.html").render() == "42"
    assert len(list((tmp_path / "__pycache__").iterdir())) == 1


def test_each_language_keeps_what_its_filters_make_of_constants(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "TEMPLATES", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "one.html").write_text("{{ '36.5,24' | place }}")

    def rendered(language: str) -> str:
        return pages.jinja_env.__wrapped__(language).get_template("one.html").render()

    pages.compiled_templates.cache_clear()
    try:
        assert [rendered(one) for one in ("en", "es", "en")] == [
            "36.5, 24",
            "36,5 / 24",
            "36.5, 24",
        ]
    finally:
        pages.compiled_templates.cache_clear()


def test_nothing_is_kept_if_python_keeps_nothing(monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert pages.compiled_templates.__wrapped__("en") is None


def test_nothing_is_kept_in_a_folder_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / "__pycache__").symlink_to(tmp_path / "gone")
    monkeypatch.setattr(pages, "TEMPLATES", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    assert pages.compiled_templates.__wrapped__("en") is None


def test_templates_share_the_globals_of_their_environment():
    """A chain of globals for each template takes a sixteenth of a page."""
    env = pages.jinja_env("en")
    assert env.get_template("play/title.html").globals is env.globals


def test_other_lines_of_templates_need_other_compiled_ones(tmp_path, monkeypatch):
    monkeypatch.setattr(pages, "TEMPLATES", tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    before = pages.compiled_templates.__wrapped__("en").pattern
    monkeypatch.setattr(pages.template_lines, "VERSION", "another")
    assert pages.compiled_templates.__wrapped__("en").pattern != before
