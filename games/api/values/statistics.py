"""Figures → values of the API."""

from collections.abc import Sequence

from ... import wording
from ...models import Game
from ...state import variants
from ...statistics import opening_board
from ...statistics.correspondence import Correspondence, correspondence_of
from ...statistics.figures import PowerFigures, YearFigures
from ...statistics.game_figures import kept_figures_of
from ...statistics.site_figures import Openings, Selection, SiteFigures, Totals
from ...wording import endings
from ..schemas import statistics as schemas


def game_statistics(game: Game) -> schemas.GameStatistics:
    """The figures of a game that has begun, and of its messages once they are open."""
    found, messages = kept_figures_of(game), correspondence_of(game)
    return schemas.GameStatistics(
        readable=found is not None,
        years=[_year(each) for each in found.years] if found else [],
        powers=[_deeds(power, each) for power, each in found.deeds.items()] if found else [],
        messages=_messages(messages) if messages and messages.any else None,
    )


def _year(year: YearFigures) -> schemas.GameYear:
    return schemas.GameYear(
        moment=year.moment.value,
        year=year.year,
        centers=dict(year.centers),
        units=dict(year.units),
    )


def _deeds(power: str, done: PowerFigures) -> schemas.PowerDeeds:
    return schemas.PowerDeeds(
        power=power,
        builds=done.builds,
        disbands=done.disbands,
        lost=done.lost,
        supports=dict(done.supports),
        useful_supports={other: done.useful_supports[other] for other in done.supports},
        attacks=dict(done.attacks),
        stabs=[schemas.PowerStab(power=each.of, phase=each.phase) for each in done.stabs],
    )


def _messages(found: Correspondence) -> schemas.Correspondence:
    powers = found.powers
    counts = [
        schemas.MessageCounts(
            power=sender,
            private={to: found.private[sender, to] for to in powers if to != sender},
            public=found.public[sender],
        )
        for sender in powers
    ]
    return schemas.Correspondence(powers=counts, masters=found.masters, unsigned=found.unsigned)


def site_statistics(chosen: Selection, figures: SiteFigures) -> schemas.SiteStatistics:
    return schemas.SiteStatistics(
        setup=chosen.setup,
        games=figures.games,
        powers=[
            schemas.PowerResults(
                power=power, name=wording.power(power), results=_results(figures.powers[power])
            )
            for power in variants.played_powers(chosen.setup)
            if power in figures.powers
        ],
        lengths=[
            schemas.GamesByLength(years=years, games=number)
            for years, number in figures.lengths.items()
        ],
        ends=[
            schemas.GamesByEnd(end=end, text=endings.end_name(end), games=number)
            for end, number in figures.ends.items()
        ],
    )


def opening_list(setup: str, openings: Openings) -> schemas.OpeningList:
    most = [_opening(setup, each.orders.split(", "), each.totals) for each in openings.most]
    return schemas.OpeningList(games=openings.games, most=most)


def _opening(setup: str, orders: Sequence[str], totals: Totals) -> schemas.Opening:
    text = opening_board.in_words(setup, orders)
    return schemas.Opening(orders=list(orders), text=text, results=_results(totals))


def _results(totals: Totals) -> schemas.Results:
    return schemas.Results(
        games=totals.games,
        won=totals.won,
        shared=totals.shared,
        survived=totals.survived,
        eliminated=totals.eliminated,
        average_centers=round(totals.centers, 2),
    )
