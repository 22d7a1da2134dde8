"""Player with the accessibility tree of Chromium (roles and names) and a keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.drivers.page_reader import (
    BUTTON,
    CHOICE,
    FIELD,
    FOLD,
    HEADING,
    LINK,
    TEXT,
    TICK,
    PageItem,
    PageReader,
    is_called,
)

ROLES = {
    "heading": HEADING,
    "link": LINK,
    "button": BUTTON,
    "textbox": FIELD,
    "searchbox": FIELD,
    "spinbutton": FIELD,
    "combobox": CHOICE,
    "listbox": CHOICE,
    "checkbox": TICK,
    "radio": TICK,
    "DisclosureTriangle": FOLD,
    "DisclosureTriangleGrouped": FOLD,
    "StaticText": TEXT,
    "image": TEXT,
}


class Node(PageItem):
    """Node of the tree, and its number in Chromium."""

    number: int = 0


UNGUARDED = 650  # milliseconds after which a new page takes a key on what acts


class ScreenReader(PageReader):
    def __init__(self, person):
        self.person, self.page, self.pages = person, person.page, 0
        self.tree = person.context.new_cdp_session(person.page)
        self.tree.send("DOM.enable")
        self.tree.send("Accessibility.enable")
        self.heard: Sequence[Node] = ()
        self.at = ""

    def listen(self) -> None:
        nodes = {
            node["nodeId"]: node for node in self.tree.send("Accessibility.getFullAXTree")["nodes"]
        }
        root = next(node for node in nodes.values() if not node.get("parentId"))
        self.at = next(
            (
                name_of(node)
                for node in nodes.values()
                if is_focused(node) and node["role"]["value"] != "RootWebArea"
            ),
            "",
        )
        self.heard = list(read(root, nodes))

    # ---------------------------------------------------------------------------------------- by ke
    def visit(self, address: str) -> None:
        self.page.goto(address)
        self.pages += 1
        self.listen()

    def heard_as(self, role: str, name: str) -> Node:
        """Control of the page heard last, by its name; a button also by the name before its act."""
        one = next(
            (one for one in self.heard if one.role == role and is_called(one.name, name)), None
        )
        assert one is not None, (role, name, self.names_of(role, everywhere=True))
        return one

    def to(self, role: str, name: str) -> Node:
        """Move the focus to the position of the reader."""
        one = self.heard_as(role, name)
        self.tree.send("DOM.focus", {"backendNodeId": one.number})
        return one

    def enter(self, role: str, name: str) -> None:
        self.to(role, name)
        self.page.wait_for_timeout(UNGUARDED)
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            self.page.keyboard.press("Enter")
        self.pages += 1
        self.listen()

    def press(self, name: str) -> None:
        self.enter(BUTTON, name)

    def follow(self, name: str) -> None:
        self.enter(LINK, name)

    def unfold(self, name: str) -> None:
        self.to(FOLD, name)
        self.page.keyboard.press("Enter")
        self.listen()

    def write(self, name: str, words: str) -> None:
        self.to(FIELD, name)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(words)

    def choose(self, name: str, choice: str) -> None:
        """Choose with the arrow keys; the field then reads the value."""
        one = self.to(CHOICE, name)
        self.page.keyboard.press("Home")
        for _ in range(one.among.index(choice)):
            self.page.keyboard.press("ArrowDown")
        self.listen()
        assert (CHOICE, name, choice) in [(one.role, one.name, one.says) for one in self.heard]


def name_of(node: dict) -> str:
    return " ".join(node.get("name", {}).get("value", "").split())


def is_focused(node: dict) -> bool:
    return any(
        its["name"] == "focused" and its["value"]["value"] for its in node.get("properties", ())
    )


def read(node: dict, nodes: dict[str, dict], within: bool = False) -> Iterator[Node]:
    """Node and its content in the order of the tree; ignored nodes are skipped, controls are read
    by name alone.
    """
    role = ROLES.get(node["role"]["value"]) if not node.get("ignored") else None
    if role is not None and name_of(node) and not (within and role == TEXT):
        level = next(
            (its["value"]["value"] for its in node.get("properties", ()) if its["name"] == "level"),
            0,
        )
        options = tuple(
            name_of(nodes[key])
            for key in below(node, nodes)
            if nodes[key]["role"]["value"] in ("option", "MenuListOption")
        )
        one = Node(role, name_of(node), level, str(node.get("value", {}).get("value", "")), options)
        one.number = node.get("backendDOMNodeId", 0)
        yield one
    for key in node.get("childIds", ()):
        if key in nodes:
            yield from read(nodes[key], nodes, within or (role is not None and role != TEXT))


def below(node: dict, nodes: dict[str, dict]) -> Iterator[str]:
    for key in node.get("childIds", ()):
        if key in nodes:
            yield key
            yield from below(nodes[key], nodes)
