/* What the engine thinks of the first moves of some starts: the tables of docs/openings.md, which
 * says how they were made. Each line is a start, then moves in SAN with White's score in hundredths
 * of a pawn. */

/** @type {{ [game: string]: string }} */
const TABLES = {
  alert: `
12: Xd6 +35, Xi6 +29, Xk4 +27, Xb4 +17, Xc5 +14
13: Xb4 +34, Xi6 +34, Xk4 +23, Xd6 +21, e6 +13
18: Xd6 +36, Xb4 +26, Xi6 +23, Xk4 +19, Xc5 +15
53: Xd6 +39, Xi6 +35, Xk4 +18
59: Xd6 +39
65: Xd6 +41
90: Xi6 +34, Xb4 +30, Xk4 +26, Ni4 +14, Nd4 +11
98: Xk4 +34, Xb4 +34, l6 +29, Xi6 +27, Xd6 +22
345: Nd4 +2, Xb4 +1, Xk4 -2, Fk5 -10, l6 -10
353: Xc5 -2, Xk4 -3, Xd6 -5, l6 -6, Xb4 -8
438: Xd6 +34, f6 +22, Xi6 +10
449: Xd6 +38, g6 +13
469: Xk4 +1, Xb4 +1, Xi6 +1, l6 -1, Xd6 -8
479: Xb4 +3, Xk4 +3, Xi6 -1, Fe5 -4, Nc5 -9
480: Xb4 +2, Xi6 -2, Xk4 -6, h6 -8, e6 -17
487: Xi6 -1, Fb5 -1, l6 -1, Xk4 -5, Xb4 -7
488: f6 +3, Xb4 -2, l6 -2, Xk4 -3, Xi6 -6
502: Xb4 +3, Xi6 -1, Xk4 -1, l6 -2, f6 -5
537: Xk4 +2, Xi6 -3, Xb4 -3, Ni4 -4, f6 -8
543: Xb4 +3, Xk4 +0, Xi6 +0, e5 -5, f6 -11
`,
  modern: `
1: e5 +16, d4 +11, d5 +9, b4 +9, i4 +9
2: e5 +38, d4 +30, b4 +15
3: f5 +59, g4 +59, d4 +48, Kh1 +46, i4 +46
4: e5 +69, g4 +58, Ki1 +57, Kh1 +56
5: f5 +52, Kc1 +49, g4 +49, e5 +48, d4 +48
6: f5 +51, e5 +49, Kc1 +48, Kh1 +35, d4 +34
7: e5 +32, c5 +31, b4 +31, d4 +30, h4 +27
8: Ne4 +48, b4 +45, e5 +44, d5 +43, c5 +41
9: f5 +17, c5 +5, b4 +5, Ki1 +5, j5 +0
10: f5 +55, e5 +47, g4 +44, Ki1 +40
11: g4 +35, f5 +32, Wd1 +31, i4 +30, Ki1 +29
12: f5 +48, Kc1 +47, i4 +45, Kd1 +41, g5 +36
13: e5 +60, f5 +60, Ki1 +58, d5 +52, b4 +50
14: f5 +45, e5 +45, c4 +38, Ki1 +37, b4 +28
15: f5 +35, e5 +27, Ki1 +27, c4 +26, d4 +19
16: f5 +42, e5 +38, b4 +38, i4 +36, Ki1 +34
17: e5 +43, Kc1 +38, f5 +34, i4 +31, g5 +31
18: e5 +47, Kc1 +44, f5 +40, Ki1 +40, i4 +29
19: b4 +25, d5 +21, c5 +20, e5 +17, d4 +16
20: g4 +53, d4 +50, Ki1 +50, e5 +47, Kh1 +43
21: g5 +19, e5 +9, Kc1 +3, i4 +2, g4 -3
22: Kc1 +39, f5 +37, g4 +36, i4 +36, e5 +34
23: f5 +33, e5 +27, Ki1 +21, Kc1 +18, g4 +13
24: d4 +33, g4 +32, f5 +29, d5 +29, g5 +25
`,
  classic: `
1: Kc1/J +31, Kh1/J +18, Ki1/J +10
2: Kh1/J +42, Ki1/J +40, Kc1/J +25
3: f5 +21, Kh1/J +12, Kc1/J +10, Ki1/J +9, d4 +8
4: f5 +23, e5 +19, g4 +14, Ki1/J +9, d4 +5
5: e5 +14, f5 +13, Ki1/J +10, d4 +2, e4 -10
6: Kc1/J +1, e5 -4, f5 -4, Ki1/J -8, g4 -12
7: d5 -8, c4 -31
8: Ki1/J +17, c5 +15, e5 +14, f4 +5, c4 +4
9: Ki1/J +16, e5 +16, d5 +2, e4 +1, d4 +1
10: Ki1/J +16, f5 +15, e5 +12, e4 +9, h4 +1
11: g5 +21, c4 +17, f4 +13, d5 +12, f5 +10
12: e4 +15, f5 +15, Ki1/J +15, f4 +11, d5 +11
13: f5 +31, f4 +30, d5 +25, c4 +25, e5 +23
14: f4 +18, e5 +15, c4 +13, d5 +12, h4 +9
15: Ki1/J +23, e4 +23, f5 +22, c4 +11, h4 +10
16: d5 +15, h4 +14, g4 +14, c4 +13, c5 +3
17: e5 +7, f5 +1, d5 -1, e4 -7, h4 -7
18: e5 +17, c4 +15, f4 +12, e4 +5, f5 +5
19: e5 +22, g4 +13, d4 +2
20: e5 +28, Ki1/J +28, g4 +22, d4 +19, f5 +17
21: e5 +28, d4 +26, f5 +25, d5 +19, g4 +3
22: f5 +31, e5 +26, g4 +26, d4 +15
23: g5 +24, g4 +17, d4 +14, e5 +11, f5 +8
24: f5 +19, e5 +17, d4 +17, g4 +17, Ki1/J +6
`,
  apothecary2: `
1: f5 +31, Ke1/J +25
2: f5 +64, Ke1/J +58, g4 +48, Kf1/J +43
3: Ke1/J +53, f5 +52, g4 +52, Kg1/J +36, Kf1/J +36
4: Ke1/J +58, f5 +57, g4 +56, Kf1/J +49, Kg1/J +41
5: Kg1/J +72, f5 +63, Kf1/J +60, Qa2/J +57, g4 +49
6: Ke1/J +54, g4 +45, Kg1/J +45, f5 +43, Qa2/J +30
7: Nb4/J +47, Kf1/J +25, h4 +23
8: Ke1/J +47, Nb4/J +45, Kg1/J +38, c4 +38, f4 +38
9: Nb4/J +35, h4 +29, Kg1/J +26, e5 +24, Kf1/J +19
10: Nb4/J +40, h4 +35, Kg1/J +31, c4 +22, Kf1/J +19
11: Nb4/J +39, Kf1/J +31, Kg1/J +29, c4 +21, Ke1/J +19
12: Ke1/J +32, Kg1/J +21, c4 +13, Eee4 +9
13: Ke1/J +33, Kg1/J +25, g4 +21, f5 +19, f4 +17
14: Kg1/J +48, Ke1/J +43, f5 +43, g4 +40, Kf1/J +34
15: Kg1/J +58, f5 +50, g5 +42, Kf1/J +37, Ke1/J +35
16: Ke1/J +50, f5 +48, Kg1/J +36, h4 +29, Kf1/J +29
17: Kg1/J +38, Qa2/J +34, Kf1/J +30, f5 +26, e5 +24
18: Kg1/J +44, f5 +43, e5 +39, g4 +37, Ke1/J +35
19: Ke1/J +56, f5 +42, Kf1/J +42, g4 +36, Qh1/J +34
20: f5 +52, Ke1/J +31, g4 +31, f4 +27
21: d4 +54, Rjf1/J +31
22: Kg1/J +41, g4 +40, f5 +37, Ke1/J +36, Kf1/J +26
23: Ke1/J +52, f5 +50, g4 +39, g5 +34
24: Ke1/J +46, f5 +45, g4 +41, d4 +37, c4 +31
`,
  prequel: `
1: c3 +59, g3 +48, b3 +48, i3 +41, Li4 +39
`,
};

/**
 * The moves that are searched best at a start, the best first; empty where there is no table.
 * @param {string} game
 * @param {number} start
 * @returns {{ san: string, cp: number }[]}
 */
export function firstMoves(game, start) {
  const line = TABLES[game]?.split('\n').find(each => each.startsWith(`${start}: `)) ?? '';
  return [...line.matchAll(/(\S+) ([+-]\d+)/g)].map(([, san, cp]) => ({ san, cp: Number(cp) }));
}
