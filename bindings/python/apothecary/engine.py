"""The engine in this process: Engine.play and Engine.analyse."""

from __future__ import annotations

import os
import queue
import threading
from typing import (
    Any,
    Callable,
    Dict,
    Iterable,
    Iterator,
    List,
    NamedTuple,
    Optional,
    TypedDict,
    Union,
    overload,
)

from apothecary import _core
from apothecary._core import SCORE_MATE, SCORE_MATE_LEAST, Move, Variant
from apothecary._wanted import wanted, wanted_call
from apothecary.board import Board, Color, MoveLike
from apothecary.errors import EngineError


class Limit(NamedTuple):
    """The limits of a search; it ends at the first one reached. Times are in seconds.

    time: for this move. depth: half-moves. nodes: positions. mate: a mate in this many moves
    is found. clock, inc, remaining_moves: of the clock of the side to move.
    """

    time: Optional[float] = None
    depth: Optional[int] = None
    nodes: Optional[int] = None
    mate: Optional[int] = None
    clock: Optional[float] = None
    inc: Optional[float] = None
    remaining_moves: Optional[int] = None


class Score(NamedTuple):
    """The value of a position for one side: hundredths of a pawn, or a mate."""

    value: int

    def is_mate(self) -> bool:
        return abs(self.value) >= SCORE_MATE_LEAST

    def mate(self) -> Optional[int]:
        """Moves until the mate, negative for the side that is mated; None if there is none."""
        if not self.is_mate():
            return None
        if self.value > 0:
            return (SCORE_MATE - self.value + 1) // 2
        return -((SCORE_MATE + self.value + 1) // 2)

    def score(self, mate_score: Optional[int] = None) -> Optional[int]:
        """Hundredths of a pawn; for a mate `mate_score`, if given, less the moves until then."""
        moves = self.mate()
        if moves is None:
            return self.value
        if mate_score is None:
            return None
        return mate_score - moves if self.value > 0 else -mate_score - moves

    def __neg__(self) -> "Score":
        return Score(-self.value)

    def __str__(self) -> str:
        moves = self.mate()
        return "%+d" % self.value if moves is None else "#%+d" % moves


class PovScore(NamedTuple):
    """A score and the side that it is for."""

    relative: Score
    turn: Color

    def white(self) -> Score:
        return self.pov(True)

    def black(self) -> Score:
        return self.pov(False)

    def pov(self, color: Color) -> Score:
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        return self.relative.is_mate()


class Info(TypedDict):
    """What a search has found."""

    depth: int
    seldepth: int
    multipv: int
    score: PovScore
    nodes: int
    time: float
    hashfull: int
    partial: bool
    pv: List[Move]


class PlayResult(NamedTuple):
    """A move, the reply expected, and what was found last. `move` is None if there is none."""

    move: Optional[Move]
    ponder: Optional[Move]
    info: Optional[Info]


Limits = Union[Limit, float, int]


class Bench(NamedTuple):
    """The result of Engine.bench: the number of nodes searched, and a hash of all results."""

    nodes: int
    signature: str


def _milliseconds(seconds: Optional[float]) -> Optional[int]:
    return None if seconds is None else max(1, round(seconds * 1000))


def _arguments(limit: Optional[Limits]) -> Dict[str, Any]:
    if limit is None:
        return {}
    if not isinstance(limit, Limit):
        limit = Limit(time=limit)
    return {
        "depth": limit.depth,
        "nodes": limit.nodes,
        "mate": limit.mate,
        "move_ms": _milliseconds(limit.time),
        "clock_ms": _milliseconds(limit.clock),
        "increment_ms": _milliseconds(limit.inc),
        "moves_to_go": limit.remaining_moves,
    }


class Engine(_core.Engine):
    """The engine. One search at a time; stop() from any thread. Searches run without the
    interpreter's lock.

    Engine(hash_mb=16, threads=1)
    """

    __slots__ = ()

    def __enter__(self) -> "Engine":
        return self

    def __exit__(self, *unused: object) -> None:
        self.stop()

    def configure(self, *, hash_mb: Optional[int] = None, threads: Optional[int] = None) -> None:
        """Changes the size of the hash table (megabytes) and the number of threads."""
        self._configure(hash_mb=hash_mb, threads=threads)

    def use_network(
        self,
        network: Union[bytes, "os.PathLike[str]", str, None],
        variant: Union[Variant, str, None] = None,
    ) -> None:
        """Evaluates a game with a net: a file of nets/, its contents, or None for no net.

        It holds for all games of this variant, until the next call. An EngineError says why a net
        cannot be used; then the engine evaluates without one.
        """
        if isinstance(network, (str, os.PathLike)):
            with open(network, "rb") as file:
                network = file.read()
        self._use_network(variant, network)

    def evaluate(self, board: Board) -> PovScore:
        """The static evaluation, without a search."""
        return PovScore(Score(self._evaluate(wanted(board, Board, "a Board"))), board.turn)

    def bench(self, variant: Union[Variant, str, None] = None, nodes: int = 20000) -> Bench:
        """Searches four fixed positions of a game with `nodes` nodes each.

        `apothecary bench GAME --eval-file none` prints the same nodes and signature, and so does
        every other build of this version. For engines with one thread.
        """
        if not 0 < nodes <= 1000000000:
            raise ValueError("nodes must be from 1 to 1000000000")
        searched, signature = self._bench(variant, nodes)
        return Bench(searched, "%016x" % signature)

    def play(
        self,
        board: Board,
        limit: Optional[Limits] = None,
        *,
        level: Optional[int] = None,
        seed: int = 0,
        root_moves: Optional[Iterable[MoveLike]] = None,
    ) -> PlayResult:
        """Chooses a move. `level` 1 (beginner) to 8: like a player; the same seed, the same choice.

        Without a limit or a level it thinks for a second.
        """
        found: List[Info] = []
        if limit is None and level is None:
            limit = Limit(time=1.0)
        turn = wanted(board, Board, "a Board").turn
        line, score, depth, nodes = self._go(
            board,
            level=level,
            seed=seed,
            root_moves=None if root_moves is None else list(root_moves),
            callback=lambda info: found.append(_info(info, turn)),
            **_arguments(limit),
        )
        best = [info for info in found if info["multipv"] == 1]
        return PlayResult(
            line[0] if line else None,
            line[1] if len(line) > 1 else None,
            best[-1] if best else None,
        )

    @overload
    def analyse(
        self,
        board: Board,
        limit: Optional[Limits] = None,
        *,
        multipv: None = None,
        root_moves: Optional[Iterable[MoveLike]] = None,
        on_info: Optional[Callable[[Info], object]] = None,
    ) -> Info:
        ...

    @overload
    def analyse(
        self,
        board: Board,
        limit: Optional[Limits] = None,
        *,
        multipv: int,
        root_moves: Optional[Iterable[MoveLike]] = None,
        on_info: Optional[Callable[[Info], object]] = None,
    ) -> List[Info]:
        ...

    def analyse(
        self,
        board: Board,
        limit: Optional[Limits] = None,
        *,
        multipv: Optional[int] = None,
        root_moves: Optional[Iterable[MoveLike]] = None,
        on_info: Optional[Callable[[Info], object]] = None,
    ) -> Union[Info, List[Info]]:
        """Analyses a position: returns an Info, or with `multipv` a list, best first.

        `on_info` is called with each interim result. Without a limit it searches for one second.
        The list is empty if there is no legal move; without `multipv` that is an EngineError.
        """
        best: Dict[int, Info] = {}
        turn = wanted(board, Board, "a Board").turn
        wanted_call(on_info, "on_info")

        def take(said: _core.RawInfo) -> None:
            info = _info(said, turn)
            best[info["multipv"]] = info
            if on_info is not None:
                on_info(info)

        self._go(
            board,
            lines=multipv,
            root_moves=None if root_moves is None else list(root_moves),
            callback=take,
            **_arguments(Limit(time=1.0) if limit is None else limit),
        )
        found = [best[index] for index in sorted(best)]
        if multipv is not None:
            return found
        if not found:
            raise EngineError("there is no legal move to analyse", "unsupported")
        return found[0]

    def analysis(
        self, board: Board, limit: Optional[Limits] = None, *, multipv: Optional[int] = None
    ) -> Iterator[Info]:
        """Yields results as they are found. Leaving the loop ends the search."""
        news: "queue.Queue[Union[Info, BaseException, None]]" = queue.Queue()
        position, turn = wanted(board, Board, "a Board").copy(), board.turn

        def search() -> None:
            try:
                self._go(
                    position,
                    lines=multipv,
                    infinite=limit is None,
                    callback=lambda info: news.put(_info(info, turn)),
                    **_arguments(limit),
                )
                news.put(None)
            except BaseException as error:  # handed to the thread that asked
                news.put(error)

        thread = threading.Thread(target=search, daemon=True)
        thread.start()
        try:
            while True:
                item = news.get()
                if item is None:
                    return
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            while thread.is_alive():  # it may not have begun yet
                self.stop()
                thread.join(0.02)


def _info(said: _core.RawInfo, turn: Color) -> Info:
    return {
        "depth": said["depth"],
        "seldepth": said["seldepth"],
        "multipv": said["multipv"],
        "score": PovScore(Score(said["score"]), turn),
        "nodes": said["nodes"],
        "time": said["time"],
        "hashfull": said["hashfull"],
        "partial": said["partial"],
        "pv": said["pv"],
    }
