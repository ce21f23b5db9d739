/* The library's phrases for the pieces of our games, for the catalogues: no page loads this file.
 * Any other phrase, from a user's own game, is shown in English. */
import { mark } from './i18n.js';

export const PHRASES = [
  mark('steps 1 in any direction'), mark('steps 1 orthogonally'), mark('steps 1 diagonally'),
  mark('steps 1 diagonally, without capturing'), mark('steps 1 orthogonally, without capturing'),
  mark('steps 1 straight forward, without capturing'),
  mark('steps 1 straight forward, only to capture, also en passant'),
  mark('steps 1 diagonally forward, only to capture, also en passant'),
  mark('slides straight forward as far as the middle of the board, past it 1 at a time, without '
    + 'capturing; squares passed can be captured on en passant'),
  mark('slides diagonally forward as far as the middle of the board, past it 1 at a time, without '
    + 'capturing; squares passed can be captured on en passant'),
  mark('slides in any direction'), mark('slides orthogonally'), mark('slides diagonally'),
  mark('slides orthogonally, without capturing'),
  mark('slides orthogonally to a piece, hops over it and slides on, only to capture'),
  mark('steps 1 orthogonally, then slides diagonally outward'),
  mark('steps 1 diagonally, then slides orthogonally outward'),
  mark('leaps 2 orthogonally, then slides diagonally outward'),
  mark('rides by leaps of (2,1)'),
  mark('leaps (2,1) like a knight'), mark('leaps (3,1) like a camel'),
  mark('leaps (3,1) like a camel, without capturing'), mark('leaps (3,2) like a zebra'),
  mark('leaps (3,2) like a zebra, without capturing'),
  mark('leaps 2 orthogonally'), mark('leaps 2 diagonally'),
  mark('leaps 2 diagonally, without capturing'), mark('leaps 3 orthogonally'),
  mark('leaps 3 orthogonally, without capturing'), mark('leaps 3 diagonally, without capturing'),
  mark('as its first move leaps 4 straight forward, without capturing'),
  mark('as its first move leaps (4,1) like a giraffe: 4 forward and 1 to either side, without '
    + 'capturing'),
  mark('as its first move leaps 2 diagonally forward, without capturing'),
  mark('as its first move leaps 3 diagonally forward, without capturing'),
  mark('does not move'),
  mark('makes four steps in one move, three of one kind (orthogonal or diagonal) and one of the '
    + 'other, without turning by more than 45 degrees; one clear path is enough'),
  mark('once, if it has not moved and is not in check, it can jump to one of four squares of '
    + 'its back rank'),
  mark('castles'), mark('from its starting rank it can go two squares'),
  mark('from its starting rank it can go up to three squares'),
  mark('moves and captures like the piece that the opponent moved last, in its own forward '
    + 'direction'),
  mark('jumps over neighbours of its own side orthogonally'),
  mark('captures by jumping over enemies diagonally, in series'),
  mark('then also captures each enemy caught between it and another piece of its side'),
];
