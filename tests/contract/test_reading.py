"""Types are inspected by one thread at a time: two at once would end the process (msgspec)."""

from __future__ import annotations

import subprocess
import sys
import textwrap

import msgspec
import pytest

from app.kernel.decoding import convert_object, convert_plain, decode_json, json_decoder

MANY_AT_ONCE = textwrap.dedent('''
    import sys, threading, types
    from app.kernel.decoding import convert_plain, decode_json

    sys.setswitchinterval(1e-6)
    SOURCE = """
    from __future__ import annotations
    import msgspec
    class Leaf(msgspec.Struct):
        number: int = 0
        others: tuple[Leaf, ...] = ()
    """
    for nth in range(20):
        SOURCE += f"""
    class Kind{nth}(msgspec.Struct, tag="k{nth}", tag_field="kind"):
        leaf: Leaf
        leaves: tuple[Leaf | None, ...] = ()
        words: dict[str, tuple[int | str | float, ...]] = {{}}
    """
    for nth in range(300):
        module = types.ModuleType(f"learned{nth}")
        sys.modules[module.__name__] = module
        exec(SOURCE, vars(module))
        kinds = tuple[eval(" | ".join(f"Kind{nth}" for nth in range(20)), vars(module)), ...]
        rows = [{"kind": "k3", "leaf": {"number": 2}}, {"kind": "k19", "leaf": {}}]
        given = {True: lambda: convert_plain(rows, kinds), False: lambda: decode_json('[{"kind":"k3","leaf":{"number":2}},{"kind":"k19","leaf":{}}]', kinds)}
        begin, found = threading.Barrier(4), []
        def learn(how):
            begin.wait()
            found.append(given[how]()[0].leaf.number)
        threads = [threading.Thread(target=learn, args=(n % 2 == 0,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [2, 2, 2, 2], found
''')


@pytest.mark.slow
def test_threads_that_inspect_the_same_types_at_once_read_correctly():
    ended = subprocess.run(
        [sys.executable, "-c", MANY_AT_ONCE],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-2000:]


def test_a_reader_is_made_once_and_says_where_the_shape_is_wrong():
    class Point(msgspec.Struct):
        x: int

    assert (
        json_decoder(Point) is json_decoder(Point)
        and decode_json(b'{"x": 3}', Point).x
        == convert_plain({"x": "3"}, Point, strict=False).x
        == 3
    )
    with pytest.raises(msgspec.ValidationError, match=r"\$\.x"):
        convert_plain({"x": "3"}, Point)
    with pytest.raises(msgspec.DecodeError):
        decode_json("{", Point)


class Step(msgspec.Struct, tag="step", tag_field="kind", forbid_unknown_fields=True):
    to: str
    turn: int = 0
    far: float = 0.0
    is_last: bool = False
    then: tuple[int, ...] | None = None


class Stop(msgspec.Struct, tag="stop", tag_field="kind"):
    why: str | None = None


OBJECTS = [
    {"kind": "step", "to": "0304"},
    {"kind": "step", "to": 304},
    {"kind": "step", "to": None},
    {"kind": "step"},
    {"kind": "step", "to": "", "turn": "3", "far": "2.5", "is_last": "true", "then": ["1", 2]},
    {"kind": "step", "to": "", "turn": 3.0, "far": 3, "is_last": 1},
    {"kind": "step", "to": "", "turn": 3.5},
    {"kind": "step", "to": "", "turn": " 3", "far": "nan"},
    {"kind": "step", "to": "", "then": "null"},
    {"kind": "step", "to": "", "then": {}},
    {"kind": "step", "to": "", "turn": 2**63},
    {"kind": "step", "to": "", "turn": 2**70},
    {"kind": "step", "to": "", "turn": str(2**70)},
    {"kind": "step", "to": "", "more": 1},
    {"kind": "stop", "why": "é\u2028", "more": {"deep": [[]]}},
    {"kind": "halt"},
    {"to": "0304"},
    {},
]


def test_an_object_is_converted_as_a_plain_value_is():
    kinds = Step | Stop

    def outcome(convert):
        try:
            return convert()
        except msgspec.ValidationError as wrong:
            return str(wrong)

    for given in OBJECTS:
        plain = outcome(lambda given=given: convert_plain(given, kinds, strict=False))
        assert outcome(lambda given=given: convert_object(given, kinds)) == plain, given
