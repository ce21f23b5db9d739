/* Lessons on the special rules of the games: positions made by hand, each with a task that any
 * legal move with the right effect fulfils. tests/web/lessons.test.mjs checks them all against the
 * rules. */
import { mark } from '../lib/i18n.js';

/**
 * What a move must do: every field that is given.
 * @typedef {{ type?: string, from?: string, to?: string[], captures?: string[], takes?: number,
 *   kind?: string, promoted?: string, launched?: boolean, check?: boolean, vanishes?: boolean,
 *   ending?: string, quarters?: number }} Goal
 *
 * A step without `fen` goes on from the one before, after its `reply`.
 * @typedef {{ fen?: string, start?: number, text: string, goal: Goal, done: string,
 *   reply?: string }} Step
 *
 * `games`: those with the rule; the board is the first one's.
 * @typedef {{ id: string, title: string, games: string[], steps: Step[] }} SpecialLesson
 */

/** @type {SpecialLesson[]} */
export const SPECIAL = [
  {
    id: 'joker', title: mark('The joker'),
    games: ['modern', 'alert', 'classic', 'apothecary2'],
    steps: [
      {
        fen: '**********/9k/10/10/10/5rp3/10/4J5/10/10/K9/********** w - - -n - - 0 2',
        text: mark('The joker has no move of its own: it moves like the piece that the opponent '
          + 'moved last. Black has just moved a knight. Capture the rook with your joker.'),
        goal: { type: 'J', captures: ['f6'] }, reply: 'j10j9',
        done: mark('Right: a knight’s leap.'),
      },
      {
        text: mark('Now Black has moved the king, so the joker steps like a king: one square in '
          + 'any direction. Capture the pawn.'),
        goal: { type: 'J', captures: ['g6'] }, reply: 'j9j10',
        done: mark('Right. A joker may even step where it can be captured: it is no king.'),
      },
      {
        fen: '**********/9k/10/10/4b5/3J3p2/10/2r7/10/10/K9/********** w - - -p - - 0 3',
        text: mark('Black has just moved a pawn. The joker moves like a pawn in your direction: '
          + 'it captures one square diagonally forward. Capture the bishop.'),
        goal: { type: 'J', captures: ['e7'] },
        done: mark('Right. It always uses your forward direction, and never promotes.'),
      },
      {
        fen: '**********/4r5/10/7k2/10/10/10/10/1J8/10/K9/********** w - - -r - - 0 4',
        text: mark('Black has just moved a rook. After your own move the joker keeps that power '
          + 'until Black has moved again. Give check with the joker.'),
        goal: { type: 'J', check: true },
        done: mark('Check: the joker now attacks like a rook. Black’s next move will give it '
          + 'another power.'),
      },
    ],
  },
  {
    id: 'vanishing-squares', title: mark('Vanishing squares'),
    games: ['modern', 'alert', 'classic', 'apothecary2'],
    steps: [
      {
        start: 14,
        text: mark('Eight pieces begin outside the board, on brouhaha squares. Such a square '
          + 'exists only while a piece stands on it. Move one of your pieces off its square and '
          + 'watch.'),
        goal: { vanishes: true }, reply: 'e8e7',
        done: mark('The square is gone for good.'),
      },
      {
        fen: '*s********/10/9k/10/10/1R8/10/10/10/10/9K/********** w - - -- - - 0 20',
        text: mark('A piece on a brouhaha square can be captured: the captor then stands there. '
          + 'Capture the piece on b11.'),
        goal: { captures: ['b11'] }, reply: 'j9j8',
        done: mark('The square still exists, because your rook stands on it.'),
      },
      {
        text: mark('Leave the square again. A rook leaves it by its ordinary move.'),
        goal: { from: 'b11', vanishes: true },
        done: mark('Gone. No piece can go to an empty brouhaha square, and none slides across it.'),
      },
    ],
  },
  {
    id: 'kings-jump', title: mark('The king’s jump'), games: ['modern', 'classic'],
    steps: [
      {
        start: 14,
        text: mark('There is no castling. Instead the king may jump once, over anything, from its '
          + 'first square to c1, d1, h1 or i1. Make the jump.'),
        goal: { kind: 'leap' },
        done: mark('The king is tucked away. It cannot jump again.'),
      },
      {
        fen: '**********/10/5k4/8r1/10/10/7b2/10/PPP3P3/5KN3/10/********** w f2f9 - -- - - 0 9',
        text: mark('The jump must not end on an attacked square, and it cannot capture. The rook '
          + 'and the bishop watch some of the squares. Jump to a safe one.'),
        goal: { kind: 'leap' },
        done: mark('Well chosen. A king in check may not jump at all.'),
      },
    ],
  },
  {
    id: 'launch', title: mark('Launching the joker'), games: ['classic', 'apothecary2'],
    steps: [
      {
        start: 1,
        text: mark('Your joker waits in your pocket. When a king, queen, chancellor, archbishop, '
          + 'rook, bishop or knight makes its first move, you may put the joker on the square it '
          + 'leaves. Move a piece and launch the joker.'),
        goal: { launched: true },
        done: mark('The joker is on the board. White can launch it in moves 1 to 12, Black in '
          + 'moves 1 to 18; after that it is too late.'),
      },
      {
        start: 1,
        text: mark('The king’s jump is a first move too. Jump with the king and leave the joker '
          + 'behind.'),
        goal: { launched: true, kind: 'leap' },
        done: mark('Both in one move.'),
      },
    ],
  },
  {
    id: 'promotion',
    title: mark('Promotion in tiers, from the reserve'), games: ['modern', 'classic', 'alert'],
    steps: [
      {
        fen: '**********/k9/10/10/5P4/10/10/10/10/10/5K4/********** w - - -- RBrb - 0 30',
        text: mark('A pawn can promote on each of the last three ranks, but only to a piece of '
          + 'your reserve. On the third to last rank only the light pieces are allowed. Move the '
          + 'pawn and make it a bishop.'),
        goal: { promoted: 'B' }, reply: 'a10a9',
        done: mark('On this rank you could also have stayed a pawn, to become something better '
          + 'later.'),
      },
      {
        fen: '**********/k9/5P4/10/10/10/10/10/10/10/5K4/********** w - - -- BRQbrq - 0 30',
        text: mark('On the last rank a pawn must promote, to any piece of the reserve. Give check '
          + 'by your promotion.'),
        goal: { promoted: 'Q', check: true },
        done: mark('The queen has left the reserve. Pieces that you lose go into it, and can come '
          + 'back this way.'),
      },
    ],
  },
  {
    id: 'advantage',
    title: mark('Advantage and points'), games: ['modern', 'classic', 'alert', 'apothecary2'],
    steps: [
      {
        fen: '**********/k9/10/10/10/10/2Q7/10/10/10/5K4/********** w - - -- - - 0 60',
        text: mark('Besides winning there is a smaller success, the advantage: three quarters of '
          + 'a point. Stalemate gives it to the side that stalemates. Leave Black without a legal '
          + 'move, but not in check.'),
        goal: { ending: 'stalemate', quarters: 3 },
        done: mark('Advantage to White: 3/4 to 1/4.'),
      },
      {
        fen: '**********/2k7/3n6/10/10/10/4R1p3/10/10/3B6/5K4/********** w - - -- - - 199 120',
        text: mark('After 100 moves by each side without a capture or a pawn move the game ends '
          + 'and pieces are counted: rook 6, bishop and knight 3, pawn 1. A lead of 4 is an '
          + 'advantage. You lead 9 to 4: end the game now by a quiet move.'),
        goal: { quarters: 3 },
        done: mark('Advantage to White. The same count decides when a position occurs for the '
          + 'third time.'),
      },
    ],
  },
  {
    id: 'pawns', title: mark('Long steps and en passant'), games: ['alert'],
    steps: [
      {
        start: 1,
        text: mark('In its own half a pawn goes as far as it likes, up to its own rank 6. Move '
          + 'the pawn from e3 there in one move.'),
        goal: { from: 'e3', to: ['e6'] }, reply: 'b10b9',
        done: mark('Berolina pawns do the same diagonally.'),
      },
      {
        fen: '************/10k1/12/12/12/3P8/4p7/12/12/12/12/12/5K6/************ w - e9e8e7 -p - '
          + '- 0 20',
        text: mark('Black’s pawn has just gone from e10 to e7 in one move. On your very next '
          + 'move your pawn may capture it en passant, on a square that it passed. Do it.'),
        goal: { type: 'P', kind: 'en-passant' },
        done: mark('En passant: only at once, and only with a pawn. Game Courier writes it '
          + 'P d8-e9; e7- or P d8-e9; @-e7.'),
      },
      {
        fen: '************/10k1/12/12/3pnp6/4X7/12/12/12/12/12/12/5K6/************ w - - -n - - 0 '
          + '20',
        text: mark('A berolina pawn does the reverse of a pawn: it steps diagonally forward and '
          + 'captures straight ahead. Capture with it.'),
        goal: { type: 'X', captures: ['e9'] },
        done: mark('Right. The pawns beside it were never in danger.'),
      },
    ],
  },
  {
    id: 'castling', title: mark('Castling with rook or cannon'), games: ['alert'],
    steps: [
      {
        fen: '************/6k5/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/12/ZR4K3RZ/************ w '
          + 'a1b1g1k1l1 - -- - - 0 20',
        text: mark('The king can castle with an unmoved rook on b1 or k1 if all squares between '
          + 'them are empty, going a short way or a longer one. Castle with a rook.'),
        goal: { kind: 'castling' },
        done: mark('The rook lands beside the king, on the side it came over.'),
      },
      {
        fen: '************/6k5/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/12/Z5K4Z/************ w '
          + 'a1g1l1 - -- - - 0 20',
        text: mark('Where the rook has gone, the cannon in the corner can castle too. Do it.'),
        goal: { kind: 'castling' },
        done: mark('As in chess, the king may not be in check, nor pass over or land on an '
          + 'attacked square.'),
      },
    ],
  },
  {
    id: 'custodian-capture', title: mark('Checkers: custodian capture'), games: ['prequel'],
    steps: [
      {
        fen: 'k11/12/12/12/12/12/12/3cC7/2C9/12/12/K11 w - - -- - - 0 1',
        text: mark('Where a checker ends its move, it captures every enemy caught between it and '
          + 'another piece of its side. Step with the checker on c4 so that the black one is '
          + 'caught.'),
        goal: { type: 'C', captures: ['d5'] },
        done: mark('Caught from both sides. It works in all eight directions, with any piece as '
          + 'the partner.'),
      },
      {
        fen: 'k11/12/12/12/12/12/3R8/3p8/2C1pR6/12/12/K11 w - - -- - - 0 1',
        text: mark('One step can catch several at once. Capture two pieces with a step of the '
          + 'checker on c4.'),
        goal: { type: 'C', takes: 2 },
        done: mark('All of them are captured, always. Game Courier names their squares: C c4-d4; '
          + 'e4-; d5-'),
      },
      {
        fen: 'k11/12/12/12/12/3p8/2C9/3p8/12/12/12/K11 w - - -- - - 0 1',
        text: mark('Only the mover captures: stepping between two enemies is safe. Step between '
          + 'the two pawns.'),
        goal: { type: 'C', to: ['d6'] },
        done: mark('Nothing happens to your checker.'),
      },
    ],
  },
  {
    id: 'checker-series', title: mark('Checkers: jumps and series'), games: ['prequel'],
    steps: [
      {
        fen: 'k11/12/12/12/5p6/12/3p8/2C9/12/12/12/K11 w - - -- - - 0 1',
        text: mark('A checker captures by jumping diagonally over an enemy to the empty square '
          + 'behind it, and may go on jumping. Capture both pawns in one move: choose each square '
          + 'in turn.'),
        goal: { type: 'C', takes: 2 },
        done: mark('Jumped pieces are taken off when the move ends. You may also stop after any '
          + 'jump.'),
      },
      {
        fen: 'k11/12/12/12/12/5P6/12/4P7/2CP8/12/12/K11 w - - -- - - 0 1',
        text: mark('A checker jumps orthogonally over pieces of its own side, over several in turn '
          + 'if it can, and captures nothing by this. Bring the checker from c4 to e6.'),
        goal: { type: 'C', to: ['e6'] },
        done: mark('Directions may change from jump to jump.'),
      },
      {
        fen: '12/12/4k7/12/4C7/12/12/12/12/12/12/K11 w - - -- - - 0 1',
        text: mark('A checker attacks the squares where it could end a move. So it gives check '
          + 'from beside the king, but not diagonally. Give check.'),
        goal: { type: 'C', check: true },
        done: mark('Check. A king is never jumped over or caught.'),
      },
    ],
  },
  {
    id: 'brouhaha-powers',
    title: mark('First moves from outside the board'), games: ['apothecary2'],
    steps: [
      {
        start: 1,
        text: mark('Until they leave their square outside the board, elephants, zebra and camel '
          + 'have longer leaps, only to move. Leap with an elephant from e0 or f0 to your fourth '
          + 'rank.'),
        goal: { type: 'E', to: ['d4', 'e4', 'f4', 'g4'] },
        done: mark('The elephant now has only its ordinary moves, and its square is gone.'),
      },
    ],
  },
  {
    id: 'starts', title: mark('The starts and their names'),
    games: ['modern', 'classic', 'apothecary2'],
    steps: [
      {
        start: 1,
        text: mark('A game begins from one of 24 starts, and the inventor has named them by their '
          + 'second rank. In Modern the strong pieces are griffin, dragon and queen. A start is '
          + '“winged” if they stand on b, e and i. Move the pawn in front of the one on e.'),
        goal: { type: 'P', from: 'e3' },
        done: mark('Start 1 is “winged, knights in”: the knights stand inside, the bishops '
          + 'outside.'),
      },
      {
        start: 20,
        text: mark('In a “grand classic” start they stand on d, e and g, as in Grand Chess. This '
          + 'one has its bishops in. Move a pawn in front of a bishop.'),
        goal: { type: 'P', to: ['c4', 'c5', 'h4', 'h5'] },
        done: mark('Start 20 is “grand classic, bishops in”.'),
      },
      {
        start: 5,
        text: mark('The third name is the order from left to right. “Ladder” is griffin, dragon, '
          + 'queen, and “reversed ladder” is queen, dragon, griffin. Here the queen is first and '
          + 'the griffin second: “horned balanced”. Move the pawn in front of the queen.'),
        goal: { type: 'P', from: 'b3' },
        done: mark('The others are “classic balanced” (griffin, queen, dragon), “horned '
          + 'unbalanced” (dragon, griffin, queen) and “classic unbalanced” (dragon, queen, '
          + 'griffin). In Classic and Apothecary Chess 2 the archbishop stands for the griffin, '
          + 'and the chancellor for the dragon.'),
      },
    ],
  },
];

/**
 * The lesson of this name in a game that has the rule, or undefined.
 * @param {string} game
 * @param {string} id
 */
export const specialOf = (game, id) => SPECIAL.find(lesson => lesson.id === id
  && lesson.games.includes(game));

/**
 * The lessons on the rules of a game.
 * @param {string} game
 */
export const specialsOf = game => SPECIAL.filter(({ games }) => games.includes(game));

/**
 * Does a step go on from the one before, having no position of its own?
 * @param {Step} step
 */
export const goesOn = ({ fen, start }) => fen === undefined && start === undefined;

/**
 * Sets up a step that has a position of its own.
 * @param {Session} session
 * @param {Step} step
 */
export function setUp(session, { fen, start }) {
  if (fen !== undefined)
    session.setFen(fen);
  else if (start !== undefined)
    session.start(start);
}

/**
 * Does this legal move of the session's position do what is asked?
 * @param {Session} session
 * @param {Move} move
 * @param {Goal} goal
 * @param {() => Session} scratch a session of the same game, whose position may change
 */
export function fulfils(session, move, goal, scratch) {
  const { pieces } = session.state();
  const mine = pieces[move.from];
  const plain = (goal.type === undefined || mine.letter === goal.type)
    && (goal.from === undefined || move.from === goal.from)
    && (goal.to === undefined || goal.to.includes(move.to))
    && (goal.kind === undefined || move.kind === goal.kind)
    && (goal.promoted === undefined || move.promoted === goal.promoted)
    && (goal.launched === undefined || (move.launched !== null) === goal.launched)
    && (goal.takes === undefined || move.captures.length >= goal.takes)
    && (goal.captures === undefined
      || goal.captures.every(square => move.captures.includes(square)));
  if (!plain)
    return false;
  const { ending, whiteQuarters } = session.outcome(session.fen(), [move.text]);
  const after = scratch();
  after.setFen(session.fen());
  after.play(move.text);
  const state = after.state();
  const isGone = state.squares.some(square => square.name === move.from && !square.exists);
  return (goal.check === undefined || state.isCheck === goal.check)
    && (goal.vanishes === undefined || isGone === goal.vanishes)
    && (goal.ending === undefined || ending === goal.ending)
    && (goal.quarters === undefined || whiteQuarters === goal.quarters);
}
