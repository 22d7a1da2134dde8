"""The survey of one post."""

from __future__ import annotations

from app.games.heart_of_africa.drawing.places import spelled_point
from app.games.heart_of_africa.fog import View
from app.games.heart_of_africa.presentation.naming import called
from app.games.heart_of_africa.sight.viewpoints import Post, post_of
from app.games.heart_of_africa.survey.facts import fact_sections
from app.games.heart_of_africa.survey.sights import hiding_pieces, lines_of, rows_of_post
from app.games.heart_of_africa.survey.words import title_of
from app.kernel.say import Say
from app.kernel.survey import Survey


def survey(view: View, place: str) -> Survey | None:
    """Visibility, reach and fire from there, as far as the viewer knows; None for an unknown place
    or piece.
    """
    post = post_of(view, place)
    if post is None:
        return None
    found = rows_of_post(post)
    return Survey(
        place=post.place,
        piece=post.key,
        at=spelled_point((round(post.at[0], 1), round(post.at[1], 1))),
        title=title_of(post),
        side=post.side,
        sections=fact_sections(post, view.battle, found),
        sights=tuple(row.sight for row in found),
        lines=lines_of(post, found),
        blockers=hiding_pieces(found),
        beside=related_pieces(post),
    )


def related_pieces(post: Post) -> tuple[tuple[str, Say], ...]:
    """The figures of a unit one by one; for a figure its unit."""
    if post.key in post.battle.units:
        return tuple((figure.id, called(post.battle, figure.id)) for figure in post.figures)
    unit = post.figures[0].unit if post.figures else ""
    return ((unit, called(post.battle, unit)),) if unit else ()
