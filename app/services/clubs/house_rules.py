"""House rules of a club: pages whose saved versions stay readable, each with a permanent number."""

from __future__ import annotations

import difflib
from collections.abc import Iterator

import msgspec

from app.kernel.refusal import refuse_if
from app.services.clubs import house_rule_rules as rules
from app.services.clubs.clubs import ClubView, load_club, require_active
from app.services.clubs.roles import Permission
from app.services.container import Services, current_time
from app.services.errors import NoSuchClub
from app.services.people import moderation_rules
from app.services.people.initials import initials_of
from app.services.people.player_chat import tidy_text
from app.store.club_pages import PageVersion
from app.store.clubs import Club
from app.store.transactions import UnitOfWork


class HouseRuleTerms(msgspec.Struct, frozen=True):
    """Titles and texts of a version; one language may be empty. Other users read it only if it
    `is_public`.
    """

    title_en: str = ""
    title_es: str = ""
    text_en: str = ""
    text_es: str = ""
    is_public: bool = False


class Change(msgspec.Struct, frozen=True):
    """Line of a comparison: "same", "added" or "removed"."""

    kind: str
    line: str


class ShownRule(msgspec.Struct, frozen=True):
    """Version of a house rule with all versions that the visitor may read, the newest first.
    `before` is the version before it, if it may be read.
    """

    version: PageVersion
    versions: tuple[PageVersion, ...]
    before: PageVersion | None

    @property
    def is_latest(self) -> bool:
        return self.version.number == self.versions[0].number

    def changes(self, language: str) -> tuple[Change, ...]:
        """Comparison with the version before, title and text, in the language of the reader.
        Removed texts are not compared.
        """
        if self.before is None or self.before.hidden or self.version.hidden:
            return ()
        spoken = self.version.language_for(language)
        return tuple(compared_lines(lines_of(self.before, spoken), lines_of(self.version, spoken)))


def lines_of(version: PageVersion, language: str) -> list[str]:
    """Title and text in exactly this language, as lines; no line without a title."""
    is_spanish = language == "es"
    title = version.title_es if is_spanish else version.title_en
    text = version.text_es if is_spanish else version.text_en
    return [title, *text.splitlines()] if title else []


def compared_lines(old: list[str], new: list[str]) -> Iterator[Change]:
    """Lines of both texts in order, each with its fate."""
    for kind, a, b, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind == "equal":
            yield from (Change("same", line) for line in old[a:b])
        else:
            yield from (Change("removed", line) for line in old[a:b])
            yield from (Change("added", line) for line in new[c:d])


# ---------------------------------------------------------------------- writing
def write_house_rule(services: Services, club_id: int, user_id: int, terms: HouseRuleTerms) -> int:
    """Write a house rule; returns its number. Raises `NoSuchClub`, `Refused` or `TooOften`."""
    terms = tidy_rule(terms)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        _check(work, user_id, terms)
        refuse_if(rules.many_pages_refusal(work.club_pages.count_pages(club.id)))
        services.limits.rate_limit("house rules", user=user_id)
        page = work.club_pages.add_page(club.id, current_time())
        _save(work, club, user_id, page, 1, terms)
        work.commit()
    return page


def change_house_rule(
    services: Services, club_id: int, user_id: int, page: int, base: int, terms: HouseRuleTerms
) -> int:
    """Save a version that was written from the version `base`; returns its number."""
    terms = tidy_rule(terms)
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        versions = _require_versions(work, club.id, page)
        latest = versions[0]
        _check(work, user_id, terms)
        removed = {text for one in versions if one.hidden for text in quoted_texts(one)}
        refuse_if(rules.removed_refusal(removed, quoted_texts(terms)))
        refuse_if(rules.version_refusal(latest, base, is_same=terms == terms_of(latest)))
        services.limits.rate_limit("house rules", user=user_id)
        _save(work, club, user_id, page, latest.number + 1, terms)
        work.commit()
    return latest.number + 1


def retire_house_rule(
    services: Services, club_id: int, user_id: int, page: int, *, is_retired: bool
) -> None:
    """Put a house rule out of force, or in force again. Its versions stay readable."""
    with services.store.write() as work:
        club = require_active(work, club_id, user_id, Permission.ANNOUNCE)
        latest = _require_versions(work, club.id, page)[0]
        if bool(latest.retired_at) == is_retired:
            return
        now = current_time()
        work.club_pages.set_retired(page, now if is_retired else "")
        kind = "rule_retired" if is_retired else "rule_restored"
        title = "" if latest.hidden else latest.title(club.language)
        work.club_log.add_act(club.id, now, user_id, kind, detail=title)
        work.commit()


def tidy_rule(terms: HouseRuleTerms) -> HouseRuleTerms:
    return HouseRuleTerms(
        " ".join(terms.title_en.split()),
        " ".join(terms.title_es.split()),
        tidy_text(terms.text_en),
        tidy_text(terms.text_es),
        terms.is_public,
    )


def terms_of(version: PageVersion) -> HouseRuleTerms:
    """Texts of a version, as a form begins with them."""
    names = HouseRuleTerms.__struct_fields__
    return HouseRuleTerms(**{name: getattr(version, name) for name in names})


def quoted_texts(one: HouseRuleTerms | PageVersion) -> set[str]:
    """Text of each language, or its title if it has no text."""
    return {one.text_en or one.title_en, one.text_es or one.title_es} - {""}


def _check(work: UnitOfWork, user_id: int, terms: HouseRuleTerms) -> None:
    refuse_if(
        moderation_rules.muted_refusal(work, user_id),
        rules.untitled_refusal(terms.title_en, terms.title_es),
        rules.house_rule_refusal(terms.title_en, terms.text_en),
        rules.house_rule_refusal(terms.title_es, terms.text_es),
    )


def _save(
    work: UnitOfWork, club: Club, user_id: int, page: int, number: int, terms: HouseRuleTerms
) -> None:
    now = current_time()
    work.club_pages.add_version(
        page_id=page, number=number, made_by=user_id, made_at=now, **msgspec.structs.asdict(terms)
    )
    both = (terms.title_es, terms.title_en)
    title = (both if club.language == "es" else both[::-1])[0] or both[0] or both[1]
    work.club_log.add_act(club.id, now, user_id, "rule_saved", detail=f"{number} {title}")


def _require_versions(work: UnitOfWork, club_id: int, page: int) -> list[PageVersion]:
    """Versions of a house rule of this club, the newest first. Raises `NoSuchClub`."""
    versions = work.club_pages.versions_of_page(club_id, page)
    if not versions:
        raise NoSuchClub
    return versions


# ---------------------------------------------------------------------- reading
def load_house_rules(
    services: Services, club_id: int, user_id: int | None
) -> tuple[ClubView, tuple[PageVersion, ...]]:
    """Club and the latest version of each house rule that the visitor may read."""
    view = load_club(services, club_id, user_id)
    with services.store.read() as work:
        found = work.club_pages.latest_versions(view.club.id)
    return view, tuple(_readable(view, one) for one in found if _may_read(view, one))


def load_house_rule(
    services: Services, club_id: int, user_id: int | None, page: int, number: int = 0
) -> tuple[ClubView, ShownRule]:
    """Club and a version of a house rule, the latest one without a number. Other users read public
    versions while the latest one is public. Raises `NoSuchClub`.
    """
    view = load_club(services, club_id, user_id)
    with services.store.read() as work:
        versions = work.club_pages.versions_of_page(view.club.id, page)
    if not versions or not _may_read(view, versions[0]):
        raise NoSuchClub
    shown = {one.number: _readable(view, one) for one in versions if _may_read(view, one)}
    number = number or versions[0].number
    if number not in shown:
        raise NoSuchClub
    return view, ShownRule(shown[number], tuple(shown.values()), shown.get(number - 1))


def _may_read(view: ClubView, version: PageVersion) -> bool:
    return version.is_public or view.may(Permission.READ)


def _readable(view: ClubView, version: PageVersion) -> PageVersion:
    """Version without removed texts; users who are not members get the initials of its author."""
    if version.hidden:
        version = msgspec.structs.replace(version, title_en="", title_es="", text_en="", text_es="")
    if view.may(Permission.READ):
        return version
    return msgspec.structs.replace(version, name=initials_of(version.name))
