"""Files that are broken, too large, or made to hurt: one error, at once, little memory."""

from __future__ import annotations

import gzip
import json
import random
import resource
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

from snake.games import LOOP, make_game
from tickgrid import RandomFoodSpawner, Replay, ReplayError


def text() -> str:
    game = make_game(RandomFoodSpawner(1), size=(6, 5), body=[(2, 2), (1, 2)])
    for turn in LOOP * 3:
        game.change_direction(turn)
        game.tick()
    return game.replay().to_json()


TEXT = text()


def refused(content: bytes, path: Path) -> str:
    path.write_bytes(content)
    start, before = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ReplayError) as caught:
        Replay.load(path)
    assert time.process_time() - start < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600 * 1024  # KiB
    assert len(str(caught.value)) < 300
    return str(caught.value)


def changed(**fields: Any) -> bytes:
    whole = json.loads(TEXT)
    for path, value in fields.items():
        inner = whole
        *way, last = path.split("__")
        for word in way:
            inner = inner[word]
        inner[last] = value
    return json.dumps(whole).encode()


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_that_ends_early_is_refused_wherever_it_ends(packed: bool, tmp_path: Path) -> None:
    whole = gzip.compress(TEXT.encode()) if packed else TEXT.rstrip().encode()
    for length in range(len(whole)):
        (tmp_path / "cut").write_bytes(whole[:length])
        with pytest.raises(ReplayError):
            Replay.load(tmp_path / "cut")


def test_a_file_with_wrong_bytes_is_refused_or_is_another_replay(tmp_path: Path) -> None:
    rng = random.Random(5)
    read = 0
    for _ in range(1_500):
        content = bytearray(TEXT.encode())
        for _ in range(rng.choice([1, 1, 2, 5])):
            content[rng.randrange(len(content))] = rng.randrange(256)
        (tmp_path / "noise").write_bytes(content)
        try:
            replay = Replay.load(tmp_path / "noise")
            read += 1
            replay.verify()
            replay.play()
        except ReplayError:
            continue
    assert 0 < read < 1_000


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"setup__config__width": 10**9, "setup__config__height": 10**9}, "grid: got"),
        ({"setup__config__width": 31_623}, "grid: got 31623x5"),
        ({"setup__config__width": 2**70}, "cannot be read"),
        ({"setup__config__width": "6"}, "invalid type"),
        ({"setup__config": None}, "invalid type"),
        ({"setup__config__start": {"at": {"snake": [[0, 0]] * 9, "direction": "up"}}}, "twice"),
        ({"setup__config__start": {"at": {"snake": [[0, 0]], "direction": "north"}}}, "north"),
        ({"setup__stream": {"seed": 1, "drawn": -1}}, "invalid value"),
        ({"setup__stream": None}, "neither a stream nor a script"),
        ({"setup__given": [{"position": [0, 0], "value": 0}]}, "value: got 0"),
        ({"ticks": 10**18}, "ticks: got 1000000000000000000"),
        ({"ticks": 1e300}, "cannot be read"),
        ({"commands": "9" * 400 + "u"}, "commands"),
        ({"commands": ["u"]}, "invalid type"),
        ({"commands": "0u\n0l"}, "commands"),
        ({"commands": "1u 0zz" + "z" * 1000}, 'commands: got "zzz'),
        (
            {"setup__config__golden": [{"probability": 0.5, "value": 3}] * 10**6},
            "golden: got 1000000 coins",
        ),
        ({"digests": "A" * 1000}, "digests"),
        ({"version": 10**30}, "cannot be read"),
        ({"version": -1}, "invalid value"),
        ({"more": 1}, "unknown field"),
    ],
)
def test_wrong_fields_are_named(fields: dict[str, Any], message: str, tmp_path: Path) -> None:
    assert message in refused(changed(**fields), tmp_path / "file")


def test_what_is_no_replay_at_all_is_told(tmp_path: Path) -> None:
    for content in (b"null", b"3", b'"replay"', b"[]"):
        assert "expected a replay" in refused(content, tmp_path / "file")


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(100)) + packer.flush()
    assert len(bomb) < 1 << 20
    assert "67108864" in refused(bomb, tmp_path / "bomb.json.gz")
    assert "67108864" in refused(b" " * ((64 << 20) + 1), tmp_path / "long.json")


@pytest.mark.parametrize("opening", ["[", '{"a":', '{"setup":[', '{"version":1,"format":'])
def test_deep_nesting_is_refused(opening: str, tmp_path: Path) -> None:
    refused((opening * 5_000_000).encode()[: 40 << 20], tmp_path / "deep")


def test_long_lists_take_little_more_than_their_text(tmp_path: Path) -> None:
    cells = b"[0,0]," * 10_000_000 + b"[0,0]"
    whole = changed(setup__config__obstacles=[], setup__config__width=1)
    content = whole.replace(b'"obstacles": []', b'"obstacles": [' + cells + b"]")
    assert "grid: got 1x5" in refused(content, tmp_path / "list")


def test_what_cannot_be_opened_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Replay.load(tmp_path / "nowhere")
    replay = Replay.from_json(TEXT)
    with pytest.raises(OSError, match="nowhere"):
        replay.save(tmp_path / "nowhere" / "file.json")
    with pytest.raises(ReplayError):
        Replay.load(tmp_path)  # a folder
    for wrong in (None, 1, b"\xff"):
        with pytest.raises((TypeError, ReplayError, FileNotFoundError)):
            Replay.load(wrong)  # type: ignore[arg-type]


def test_a_replay_that_food_does_not_fit_names_the_tick() -> None:
    food = [{"position": [2, 3], "value": 1}, {"position": [2, 3], "value": 1}]
    replay = Replay.from_json(changed(setup__given=food, setup__stream=None).decode())
    for act in (replay.play, replay.verify, lambda: list(replay.frames())):
        with pytest.raises(ReplayError, match="tick"):
            act()
