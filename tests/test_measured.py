"""Figures are written only into the part that they belong to."""

import platform
from pathlib import Path

from . import measured


def test_a_part_is_written_again_and_the_rest_stays(tmp_path: Path) -> None:
    page = tmp_path / "measured.md"
    measured.write("faults", ["1 kill"], file=page)
    measured.write("bench", ["40 phases"], file=page)
    page.write_text(page.read_text().replace("# Measured", "# Measured\n\nBy hand."))
    measured.write("faults", [r"2 kills \1"], file=page)
    assert page.read_text() == (
        "# Measured\n\nBy hand.\n"
        "\n<!-- faults -->\n2 kills \\1\n<!-- end of faults -->\n"
        "\n<!-- bench -->\n40 phases\n<!-- end of bench -->\n"
    )


def test_a_machine_is_named_without_its_name() -> None:
    assert " cores, " in measured.machine()
    assert platform.node() not in measured.machine()
