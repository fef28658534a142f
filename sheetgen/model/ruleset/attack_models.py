"""How the fighters of a roster attack each other, as a kind says it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import ConfigDict, Field

from sheetgen.model.ruleset.text_types import Name
from sheetgen.yaml.file_models import Model, Text

Filling: TypeAlias = list[Text] | dict[str, bool | int | str] | Text
"""What fills an input in from the board: the ids of conditions that switch it on, or that are terms of its list;
by the id of a condition the value that the input then has, of several that hold the last one; or the label of a
track, of which it is the number that is marked."""
Whom: TypeAlias = Literal["weakest", "best", "first", "anyone"]
"""Which enemy a fighter attacks: the one with the fewest boxes left, whom it serves best against, who acts first, or
any."""


class FightModel(Model):
    """What the course of a fight is reckoned from."""

    model_config = ConfigDict(title="the course of a fight")

    blow: Name
    """The rule that gives the chances of all that an attack may come to, as numbers or texts; what is missing from 1
    misses."""
    crosses: Name
    """The rule that says what is crossed off: its input `blow` is one of these, its outputs are those of `lost`."""
    standing: list[Text] = Field(default_factory=list)
    """The tracks of which a box must be left for a fighter to go on; without it any."""
    whom: Whom = "weakest"
    """Whom everybody attacks: `weakest` has the fewest boxes left, against `best` it does most, `first` acts first."""
    times: Text = ""
    """What the rows of the roster call the number of attacks in a turn; without it one."""


class AttackModel(Model):
    """How the fighters of a roster attack each other."""

    model_config = ConfigDict(title="the attacks of a roster")

    rule: Name
    """The rule that says what an attack does."""
    attacks: Text
    """The derived list of attacks: `by` is a name of the roster, `name` the attack, all else inputs of the rule."""
    targets: Text
    """The derived list of targets: `name` is a name of the roster, all else inputs of the rule. With `tracks`, the name
    of an entry in a panel, a row stands for the tracks of that entry; `called` is then its own name."""
    odds: Text = ""
    """The rule that says how often such an attack does what; it is given those of its inputs that are known."""
    best: Text = ""
    """The output of `odds` that is highest for the best of several attacks; without it the first."""
    rolls: dict[str, Text] = Field(default_factory=dict)
    """The inputs that are rolled, each with its dice, such as `d100`, or the output of the rule that names them."""
    left: dict[str, Text] = Field(default_factory=dict)
    """The inputs that are what the target has left of a track, each with the label of the track."""
    lost: dict[str, Text] = Field(default_factory=dict)
    """By the label of a track the output that says how many of its boxes the target loses."""
    circumstances: Text = ""
    """The derived record of inputs that the place of the fight fills in, until they are set otherwise."""
    of_attacker: dict[str, Filling] = Field(default_factory=dict)
    """The inputs that conditions and tracks of the attacker fill in."""
    of_target: dict[str, Filling] = Field(default_factory=dict)
    """The same of the target's."""
    inflicts: Text = ""
    """The output of the rule that lists the ids of the conditions that the target has then."""
    noted: Text = ""
    """The output of the rule that is noted of the target, such as what it leaves behind; nothing where it is empty."""
    fight: FightModel | None = None
    """What the course of a fight is reckoned from."""
