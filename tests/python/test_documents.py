"""The documents are true: their Python snippets run, and their links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted(ROOT.glob("docs/**/*.md"))]
SNIPPET = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?://)([^)#]+)[^)]*\)")


def name(document: Path) -> str:
    return str(document.relative_to(ROOT))


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_the_snippets_of_a_document_run_one_after_the_other(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    names: dict[str, object] = {"__name__": "__snippet__"}
    for snippet in SNIPPET.finditer(text):
        line = text.count("\n", 0, snippet.start()) + 1
        exec(compile("\n" * line + snippet[1], str(document), "exec"), names)


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_the_links_of_a_document_lead_somewhere(document: Path) -> None:
    for target in LINK.findall(document.read_text(encoding="utf-8")):
        assert (document.parent / target).exists(), target


@pytest.mark.parametrize("document", DOCUMENTS, ids=name)
def test_no_figure_is_left_to_be_filled_in(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    cells = [cell for line in text.splitlines() if line.startswith("|") for cell in line.split("|")]
    assert not [cell for cell in cells if re.fullmatch(r" *[A-Z]+(_[A-Z]+)* *", cell)]
    assert "TODO" not in text


def test_the_readme_shows_snippets_and_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert len(SNIPPET.findall(text)) >= 5
    assert "make demo" in text
    assert "make test" in text
