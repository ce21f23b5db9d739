BEGIN TRANSACTION;
PRAGMA user_version = 17;
PRAGMA application_id = 1095782228;
CREATE TABLE archive (  id INTEGER NOT NULL PRIMARY KEY,  game TEXT NOT NULL UNIQUE,  shelf TEXT NOT NULL,  variant TEXT NOT NULL,  definition TEXT NOT NULL REFERENCES definition,  start_number INTEGER NOT NULL,  start_name TEXT NOT NULL,  handicap TEXT NOT NULL,  white TEXT REFERENCES person,  black TEXT REFERENCES person,  white_name TEXT NOT NULL,  black_name TEXT NOT NULL,  kind INTEGER NOT NULL,  clock INTEGER NOT NULL,  is_rated INTEGER NOT NULL,  quarters INTEGER NOT NULL,  reason TEXT NOT NULL,  plies INTEGER NOT NULL,  begun_ms INTEGER NOT NULL,  ended_ms INTEGER NOT NULL,  fen TEXT NOT NULL,  moves TEXT NOT NULL) STRICT;
INSERT INTO "archive" VALUES(1882564762241601,'pjm5bjzgG6','','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4',1,'','','PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8','Anna','Bert',0,2,1,4,'resignation',2,1795353662496,1795353662543,'','e2e4 e7e5');
INSERT INTO "archive" VALUES(1882564764649640,'YBciYZnZKA4rrb','E2xfjpgppYWgSnR8','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4',1,'','',NULL,NULL,'Q','R',2,0,0,4,'',3,1795353665774,1795353665774,'','e2e4 e7e5 g1f3');
CREATE TABLE archive_length (  variant TEXT NOT NULL,  kind INTEGER NOT NULL,  tens INTEGER NOT NULL,  games INTEGER NOT NULL,  PRIMARY KEY (variant, kind, tens)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_length" VALUES('chess',0,0,1);
CREATE TABLE archive_line (  tag INTEGER NOT NULL,  move TEXT NOT NULL,  games INTEGER NOT NULL,  quarters0 INTEGER NOT NULL,  quarters1 INTEGER NOT NULL,  quarters2 INTEGER NOT NULL,  quarters3 INTEGER NOT NULL,  quarters4 INTEGER NOT NULL,  plies INTEGER NOT NULL,  PRIMARY KEY (tag, move)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_line" VALUES(-9094493107746264921,'e2e4',1,0,0,0,0,1,3);
INSERT INTO "archive_line" VALUES(-3693558013379925996,'e7e5',1,0,0,0,0,1,2);
INSERT INTO "archive_line" VALUES(1944523022670873673,'g1f3',1,0,0,0,0,1,3);
INSERT INTO "archive_line" VALUES(2223037581620804200,'e2e4',1,0,0,0,0,1,2);
INSERT INTO "archive_line" VALUES(3882130837827342406,'e7e5',1,0,0,0,0,1,3);
CREATE TABLE archive_stage (  tag INTEGER NOT NULL,  id INTEGER NOT NULL,  move TEXT NOT NULL,  quarters INTEGER NOT NULL,  plies INTEGER NOT NULL) STRICT;
CREATE TABLE archive_start (  variant TEXT NOT NULL,  name TEXT NOT NULL,  number INTEGER NOT NULL,  kind INTEGER NOT NULL,  games INTEGER NOT NULL,  quarters0 INTEGER NOT NULL,  quarters1 INTEGER NOT NULL,  quarters2 INTEGER NOT NULL,  quarters3 INTEGER NOT NULL,  quarters4 INTEGER NOT NULL,  plies INTEGER NOT NULL,  PRIMARY KEY (variant, name, number, kind)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_start" VALUES('chess','',1,0,1,0,0,0,0,1,2);
CREATE TABLE archive_tag (  tag INTEGER NOT NULL,  id INTEGER NOT NULL,  PRIMARY KEY (tag, id)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_tag" VALUES(-9094493107746264921,1882564764649640);
INSERT INTO "archive_tag" VALUES(-8842434083913554866,1882564762241601);
INSERT INTO "archive_tag" VALUES(-8783841119353621550,1882564762241601);
INSERT INTO "archive_tag" VALUES(-8430012100126283059,1882564762241601);
INSERT INTO "archive_tag" VALUES(-5508640103701707319,1882564764649640);
INSERT INTO "archive_tag" VALUES(-3693558013379925996,1882564762241601);
INSERT INTO "archive_tag" VALUES(-2440658878367651434,1882564764649640);
INSERT INTO "archive_tag" VALUES(-1875954723633472960,1882564764649640);
INSERT INTO "archive_tag" VALUES(-1579769722921699832,1882564762241601);
INSERT INTO "archive_tag" VALUES(-605053310301509411,1882564762241601);
INSERT INTO "archive_tag" VALUES(-372625580799061286,1882564762241601);
INSERT INTO "archive_tag" VALUES(-61199826463155017,1882564762241601);
INSERT INTO "archive_tag" VALUES(665332648184708626,1882564764649640);
INSERT INTO "archive_tag" VALUES(1153456522857062206,1882564764649640);
INSERT INTO "archive_tag" VALUES(1944523022670873673,1882564764649640);
INSERT INTO "archive_tag" VALUES(2047418901981079523,1882564764649640);
INSERT INTO "archive_tag" VALUES(2223037581620804200,1882564762241601);
INSERT INTO "archive_tag" VALUES(2519078936411096773,1882564764649640);
INSERT INTO "archive_tag" VALUES(3020457103856892832,1882564764649640);
INSERT INTO "archive_tag" VALUES(3058065231031727748,1882564762241601);
INSERT INTO "archive_tag" VALUES(3882130837827342406,1882564764649640);
INSERT INTO "archive_tag" VALUES(4701186494130383974,1882564762241601);
INSERT INTO "archive_tag" VALUES(5091667100487925719,1882564764649640);
INSERT INTO "archive_tag" VALUES(5334688548913457148,1882564764649640);
INSERT INTO "archive_tag" VALUES(5661426549212161284,1882564762241601);
INSERT INTO "archive_tag" VALUES(6033645862669455591,1882564762241601);
INSERT INTO "archive_tag" VALUES(7947548501541954438,1882564764649640);
INSERT INTO "archive_tag" VALUES(8557442451331330660,1882564762241601);
INSERT INTO "archive_tag" VALUES(8841707400507832957,1882564762241601);
CREATE TABLE block (  person TEXT NOT NULL REFERENCES person,  blocked TEXT NOT NULL REFERENCES person,  at_ms INTEGER NOT NULL,  PRIMARY KEY (person, blocked)) STRICT, WITHOUT ROWID;
CREATE TABLE contest (  id TEXT NOT NULL PRIMARY KEY,  organiser TEXT NOT NULL REFERENCES person,  key TEXT NOT NULL,  kind TEXT NOT NULL,  name TEXT NOT NULL,  options TEXT NOT NULL,  state INTEGER NOT NULL,  round INTEGER NOT NULL,  entry_count INTEGER NOT NULL,  version INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "contest" VALUES('J8aDdSj3Ur','PmjVJuXDhHGDEyU6','4600f17e25074a14a887d4e3f989cf6e','chess','The old cup','swiss 0
cycles 1
both 0
rounds 1
pairing slide
order rating
seed 3773068847
starts
breaks direct sonneborn-berger wins
clock days 14
rated 1
weekend 0
vacation 1
min 2
max 8
invited 0
from 0
to 0
guests
expelled
closes 1795353662
full 0
all 0
every 0
pause 0
text 
',1,1,2,4,1795353662571,1795353662633);
INSERT INTO "contest" VALUES('yW8FQt5TkU','PmjVJuXDhHGDEyU6','2f05f06705bb4d07b1a5212e71498b64','chess','The coming cup','swiss 0
cycles 1
both 0
rounds 0
pairing slide
order rating
seed 597386889
starts
breaks direct sonneborn-berger wins
clock days 14
rated 1
weekend 0
vacation 1
min 2
max 8
invited 0
from 0
to 0
guests
expelled
closes 1795440063
full 0
all 0
every 0
pause 0
text 
',0,0,2,3,1795353662651,1795353662733);
CREATE TABLE definition (  digest TEXT NOT NULL PRIMARY KEY,  kind TEXT NOT NULL,  text TEXT NOT NULL) STRICT;
INSERT INTO "definition" VALUES('735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4','chess','# Chess
#
# The game that all others here come from: eight by eight, sixteen men a side. It ships as a base
# for one''s own games, and because every other program knows its numbers.
# Source: the FIDE Laws of Chess.
#
# How to read this file: docs/variant-format.md. Everything after a # is a comment.

[game]
name = Chess

[board]
files = 8
ranks = 8

[men]
K = king, K, royal
Q = queen, Q, points 9
R = rook, R, points 5
B = bishop, B, points 3
N = knight, N, points 3
P = pawn, mfWcefF, points 1

[setup]
board =
    rnbqkbnr    # 8
    pppppppp    # 7
    8           # 6
    8           # 5
    8           # 4
    8           # 3
    PPPPPPPP    # 2
    RNBQKBNR    # 1

# --- Special rules -----------------------------------------------------------------------------

# From its own rank 2 a pawn can make two steps, and be captured en passant for it.
[multi-step]
men = P
rank = 2

[promotion]
men = P
rank 8 = Q R B N

# Each way: the king''s square, the rook''s, where the king goes, where the rook goes.
[castling]
way = e1 h1 g1 f1
way = e1 a1 c1 d1

# --- The end -----------------------------------------------------------------------------------
# Stalemate, the third repetition, and 50 moves of each side without a capture or a pawn''s move
# are draws.

[outcome]
stalemate = draw
repetition = draw
repetition-count = 3
move-limit = 50
');
CREATE TABLE desk (  game TEXT NOT NULL REFERENCES game,  side INTEGER NOT NULL,  kind TEXT NOT NULL,  version INTEGER NOT NULL,  key TEXT NOT NULL,  changed_ms INTEGER NOT NULL,  text TEXT NOT NULL,  PRIMARY KEY (game, side, kind)) STRICT, WITHOUT ROWID;
INSERT INTO "desk" VALUES('3K7PJrYGrg',1,'note',1,'07c1f80a3af24e0eaf3e67450c4583bd',1795353662567,'Mind the file.');
CREATE TABLE entry (  contest TEXT NOT NULL REFERENCES contest,  person TEXT NOT NULL REFERENCES person,  rank INTEGER NOT NULL,  rating INTEGER NOT NULL,  has_left INTEGER NOT NULL,  joined_ms INTEGER NOT NULL,  PRIMARY KEY (contest, person)) STRICT, WITHOUT ROWID;
INSERT INTO "entry" VALUES('J8aDdSj3Ur','E2xfjpgppYWgSnR8',2,1338,0,1795353662594);
INSERT INTO "entry" VALUES('J8aDdSj3Ur','PmjVJuXDhHGDEyU6',1,1662,0,1795353662586);
INSERT INTO "entry" VALUES('yW8FQt5TkU','E2xfjpgppYWgSnR8',0,1500,0,1795353662733);
INSERT INTO "entry" VALUES('yW8FQt5TkU','PmjVJuXDhHGDEyU6',0,1500,0,1795353662678);
CREATE TABLE event (  game TEXT NOT NULL REFERENCES game,  seq INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  who INTEGER NOT NULL,  kind TEXT NOT NULL,  key TEXT,  data TEXT NOT NULL,  PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES('3K7PJrYGrg',1,1795353662544,2,'create',NULL,'variant chess
definition 735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4
number 1
white days 14
black days 14
vacation 1
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
');
INSERT INTO "event" VALUES('3K7PJrYGrg',2,1795353662544,0,'join',NULL,'person PmjVJuXDhHGDEyU6 Anna');
INSERT INTO "event" VALUES('3K7PJrYGrg',3,1795353662554,1,'join','b735c3d027a347c08bcbf062c1b32cff','person E2xfjpgppYWgSnR8 Bert');
INSERT INTO "event" VALUES('3K7PJrYGrg',4,1795353662566,0,'move','3f8dc85bb2254d6d8a91f321970725ae','d2d4');
INSERT INTO "event" VALUES('DgcR4S3ree',1,1795353662633,2,'create',NULL,'variant chess
definition 735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4
number 1
white days 14
black days 14
vacation 1
rated 1
contest J8aDdSj3Ur
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
');
INSERT INTO "event" VALUES('DgcR4S3ree',2,1795353662633,0,'join',NULL,'person PmjVJuXDhHGDEyU6 Anna');
INSERT INTO "event" VALUES('DgcR4S3ree',3,1795353662633,1,'join',NULL,'person E2xfjpgppYWgSnR8 Bert');
INSERT INTO "event" VALUES('pgVuDEKj7h',1,1795353662570,2,'create',NULL,'variant chess
definition 735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4
number 1
white none
black none
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
');
INSERT INTO "event" VALUES('pgVuDEKj7h',2,1795353662570,0,'join',NULL,'person Pyx2c8zJvK-O8tRD Guest 7309');
INSERT INTO "event" VALUES('pjm5bjzgG6',1,1795353662496,2,'create',NULL,'variant chess
definition 735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4
number 1
white days 14
black days 14
vacation 1
rated 1
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
');
INSERT INTO "event" VALUES('pjm5bjzgG6',2,1795353662496,0,'join',NULL,'person PmjVJuXDhHGDEyU6 Anna');
INSERT INTO "event" VALUES('pjm5bjzgG6',3,1795353662497,1,'join','1811cd5949d64536bde21500ede6671e','person E2xfjpgppYWgSnR8 Bert');
INSERT INTO "event" VALUES('pjm5bjzgG6',4,1795353662514,0,'move','ff2f22bfbe0f463ab1d76d0a75eea5db','e2e4');
INSERT INTO "event" VALUES('pjm5bjzgG6',5,1795353662542,1,'move','203e084817634d34883a6cafe9b7635c','e7e5');
INSERT INTO "event" VALUES('pjm5bjzgG6',6,1795353662543,1,'end','07f32e9ed4ea42fc98ed6d3c828ea558','4 resignation');
CREATE TABLE former_name (  name_key TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person,  at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE game (  id TEXT NOT NULL PRIMARY KEY,  kind TEXT NOT NULL,  definition TEXT NOT NULL REFERENCES definition,  creator TEXT NOT NULL REFERENCES person,  key TEXT,  seat0 TEXT REFERENCES person,  seat1 TEXT REFERENCES person,  state INTEGER NOT NULL,  is_open INTEGER NOT NULL,  has_task INTEGER NOT NULL,  secret TEXT,  due_ms INTEGER,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL,  summary TEXT NOT NULL, turn TEXT REFERENCES person) STRICT, WITHOUT ROWID;
INSERT INTO "game" VALUES('3K7PJrYGrg','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4','PmjVJuXDhHGDEyU6','2f7792d9ed53448a8dbb0dac73a62144','PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8',1,0,0,'8960c2406af7138d6e74cd2defa287b4b71e8551c8fa667a87dd9689ae19dbfd',1797945662566,1795353662544,1795353662566,'ply 1
turn 1
quarters 0
position rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b a1e1h1a8e8h8 d3d4 -- - - 0 1
last d2d4
variant chess
number 1
white days 14
black days 14
vacation 1
','E2xfjpgppYWgSnR8');
INSERT INTO "game" VALUES('DgcR4S3ree','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4','PmjVJuXDhHGDEyU6',NULL,'PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8',1,1,0,NULL,1796563262633,1795353662633,1795353662633,'ply 0
turn 0
quarters 0
position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
variant chess
number 1
white days 14
black days 14
vacation 1
rated 1
contest J8aDdSj3Ur
','PmjVJuXDhHGDEyU6');
INSERT INTO "game" VALUES('pgVuDEKj7h','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4','Pyx2c8zJvK-O8tRD','683f1ac0c6c047859fbdd9146eefe561','Pyx2c8zJvK-O8tRD',NULL,0,0,0,'e44f9ee208a7a6e3e9915385a949c26046ac06f563414a5ac73ce416d520a73c',1796563262570,1795353662570,1795353662570,'ply 0
turn 2
quarters 0
position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
variant chess
number 1
white none
black none
',NULL);
INSERT INTO "game" VALUES('pjm5bjzgG6','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4','PmjVJuXDhHGDEyU6','4be1de24205f48db89e5e2a9ea0990e1','PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8',2,1,0,NULL,NULL,1795353662496,1795353662543,'ply 2
turn 2
quarters 5
variant chess
number 1
white days 14
black days 14
vacation 1
rated 1
',NULL);
CREATE TABLE invitation (  id TEXT NOT NULL PRIMARY KEY,  asker TEXT NOT NULL REFERENCES person,  asked TEXT NOT NULL REFERENCES person,  wish TEXT NOT NULL,  color INTEGER NOT NULL,  is_random INTEGER NOT NULL,  fate INTEGER NOT NULL,  steps INTEGER NOT NULL,  game TEXT REFERENCES game DEFERRABLE INITIALLY DEFERRED,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL,  due_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE invitation_step (  invitation TEXT NOT NULL REFERENCES invitation,  number INTEGER NOT NULL,  person TEXT REFERENCES person,  kind TEXT NOT NULL,  key TEXT NOT NULL,  message TEXT NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY (invitation, number)) STRICT, WITHOUT ROWID;
CREATE TABLE mail (  id TEXT NOT NULL PRIMARY KEY,  kind TEXT NOT NULL,  person TEXT NOT NULL REFERENCES person,  address TEXT NOT NULL,  cause TEXT UNIQUE,  data TEXT NOT NULL,  state INTEGER NOT NULL,  tries INTEGER NOT NULL,  due_ms INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL,  reply TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE mail_secret (  digest TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person,  kind TEXT NOT NULL,  address TEXT NOT NULL,  expires_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE mailbox (  person TEXT NOT NULL PRIMARY KEY REFERENCES person,  address TEXT NOT NULL,  address_key TEXT NOT NULL,  confirmed_ms INTEGER NOT NULL,  wanted INTEGER NOT NULL,  digest_hour INTEGER NOT NULL, refused_ms INTEGER NOT NULL DEFAULT 0, refusal TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE moderation (  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,  at_ms INTEGER NOT NULL,  who TEXT NOT NULL,  action TEXT NOT NULL,  person TEXT NOT NULL REFERENCES person,  name TEXT NOT NULL,  reason TEXT NOT NULL) STRICT;
CREATE TABLE number (  name TEXT NOT NULL PRIMARY KEY,  value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE pairing (  contest TEXT NOT NULL REFERENCES contest,  round INTEGER NOT NULL,  board INTEGER NOT NULL,  part INTEGER NOT NULL,  white TEXT NOT NULL REFERENCES person,  black TEXT REFERENCES person,  game TEXT REFERENCES game,  how INTEGER NOT NULL,  white_quarters INTEGER NOT NULL,  PRIMARY KEY (contest, round, board, part)) STRICT, WITHOUT ROWID;
INSERT INTO "pairing" VALUES('J8aDdSj3Ur',1,1,1,'PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8','DgcR4S3ree',1,0);
CREATE TABLE person (  id TEXT NOT NULL PRIMARY KEY,  is_account INTEGER NOT NULL,  name TEXT NOT NULL,  name_key TEXT UNIQUE,  password TEXT,  created_ms INTEGER NOT NULL, language TEXT NOT NULL DEFAULT '', standing INTEGER NOT NULL DEFAULT 0, zone TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
INSERT INTO "person" VALUES('E2xfjpgppYWgSnR8',1,'Bert','bert','$argon2id$v=19$m=19456,t=2,p=1$S0Sdyk8hq64mKww6BGz9cw$jCvNahGjETd7CFzzMPfwhd7MNyaEm4qntxjwhMvODBY',1795353662476,'en',0,'');
INSERT INTO "person" VALUES('PmjVJuXDhHGDEyU6',1,'Anna','anna','$argon2id$v=19$m=19456,t=2,p=1$LlDC5N9zdqsPYrwqSCDd5g$ruLhbvF9c999NvWzjLeTJKh3yP9C2jI6ab1DCFHpwz8',1795353662445,'en',0,'');
INSERT INTO "person" VALUES('Pyx2c8zJvK-O8tRD',0,'Guest 7309',NULL,NULL,1795353662570,'',0,'');
CREATE TABLE problem (  id TEXT NOT NULL PRIMARY KEY,  author TEXT REFERENCES person,  key TEXT,  kind TEXT NOT NULL,  fen TEXT NOT NULL,  aim TEXT NOT NULL,  moves INTEGER NOT NULL,  title TEXT NOT NULL,  remark TEXT NOT NULL,  state INTEGER NOT NULL,  verdict TEXT NOT NULL,  keys TEXT NOT NULL,  nodes INTEGER NOT NULL,  solved_count INTEGER NOT NULL,  created_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE rated (  game TEXT NOT NULL REFERENCES game,  side INTEGER NOT NULL,  person TEXT NOT NULL REFERENCES person,  opponent TEXT NOT NULL REFERENCES person,  variant TEXT NOT NULL,  clock TEXT NOT NULL,  quarters INTEGER NOT NULL,  before REAL NOT NULL,  rating REAL NOT NULL,  deviation REAL NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
INSERT INTO "rated" VALUES('pjm5bjzgG6',0,'PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8','chess','days',4,1500.0,1.66221200147034551264e+03,2.90230507782238646543e+02,1795353662543);
INSERT INTO "rated" VALUES('pjm5bjzgG6',1,'E2xfjpgppYWgSnR8','PmjVJuXDhHGDEyU6','chess','days',0,1500.0,1.33778799852965448737e+03,2.90230507782238646543e+02,1795353662543);
CREATE TABLE rating (  person TEXT NOT NULL REFERENCES person,  variant TEXT NOT NULL,  clock TEXT NOT NULL,  rating REAL NOT NULL,  deviation REAL NOT NULL,  volatility REAL NOT NULL,  games INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY (person, variant, clock)) STRICT, WITHOUT ROWID;
INSERT INTO "rating" VALUES('E2xfjpgppYWgSnR8','chess','days',1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795353662543);
INSERT INTO "rating" VALUES('PmjVJuXDhHGDEyU6','chess','days',1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795353662543);
CREATE TABLE recovery (  digest TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person) STRICT, WITHOUT ROWID;
CREATE TABLE reminder (  person TEXT NOT NULL PRIMARY KEY REFERENCES person,  hours TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE score (  person TEXT NOT NULL REFERENCES person,  opponent TEXT REFERENCES person,  level INTEGER NOT NULL,  count0 INTEGER NOT NULL,  count1 INTEGER NOT NULL,  count2 INTEGER NOT NULL,  count3 INTEGER NOT NULL,  count4 INTEGER NOT NULL,  at_ms INTEGER NOT NULL) STRICT;
INSERT INTO "score" VALUES('PmjVJuXDhHGDEyU6','E2xfjpgppYWgSnR8',0,0,0,0,0,1,1795353662543);
INSERT INTO "score" VALUES('E2xfjpgppYWgSnR8','PmjVJuXDhHGDEyU6',0,1,0,0,0,0,1795353662543);
CREATE TABLE second_factor (  person TEXT NOT NULL PRIMARY KEY REFERENCES person,  secret TEXT NOT NULL,  confirmed_ms INTEGER NOT NULL,  last_step INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE session (  digest TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person,  created_ms INTEGER NOT NULL,  seen_ms INTEGER NOT NULL,  expires_ms INTEGER NOT NULL,  agent TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE solved (  problem TEXT NOT NULL REFERENCES problem,  person TEXT NOT NULL REFERENCES person,  at_ms INTEGER NOT NULL,  PRIMARY KEY (problem, person)) STRICT, WITHOUT ROWID;
CREATE TABLE task (  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,  kind TEXT NOT NULL,  subject TEXT NOT NULL,  data TEXT NOT NULL,  due_ms INTEGER NOT NULL,  tries INTEGER NOT NULL) STRICT;
INSERT INTO "task" VALUES(5,'contest','J8aDdSj3Ur','begin',1795440063000,0);
INSERT INTO "task" VALUES(7,'contest','yW8FQt5TkU','begin',1795440063000,0);
CREATE TABLE token (  digest TEXT NOT NULL PRIMARY KEY,  id TEXT NOT NULL UNIQUE,  person TEXT NOT NULL REFERENCES person,  name TEXT NOT NULL,  scopes INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  used_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE vacation (  person TEXT NOT NULL REFERENCES person,  from_ms INTEGER NOT NULL,  until_ms INTEGER NOT NULL,  is_over INTEGER NOT NULL,  key TEXT NOT NULL,  PRIMARY KEY (person, from_ms)) STRICT, WITHOUT ROWID;
CREATE INDEX session_of_person ON session (person);
CREATE INDEX session_by_end ON session (expires_ms);
CREATE UNIQUE INDEX game_of_request ON game (creator, key) WHERE key IS NOT NULL;
CREATE UNIQUE INDEX game_of_link ON game (secret) WHERE secret IS NOT NULL;
CREATE INDEX game_of_seat0 ON game (seat0, changed_ms) WHERE seat0 IS NOT NULL;
CREATE INDEX game_of_seat1 ON game (seat1, changed_ms) WHERE seat1 IS NOT NULL;
CREATE INDEX game_open ON game (created_ms) WHERE is_open = 1 AND state = 0;
CREATE INDEX game_playing ON game (changed_ms) WHERE is_open = 1 AND state = 1;
CREATE INDEX game_due ON game (due_ms) WHERE due_ms IS NOT NULL;
CREATE INDEX game_task ON game (changed_ms) WHERE has_task = 1;
CREATE INDEX task_next ON task (kind, due_ms, id);
CREATE INDEX task_of_subject ON task (kind, subject, due_ms);
CREATE INDEX token_of_person ON token (person, created_ms);
CREATE INDEX rated_of_person ON rated (person, variant, clock, at_ms);
CREATE INDEX rated_of_opponent ON rated (opponent);
CREATE UNIQUE INDEX score_of_pair ON score (person, IFNULL(opponent, ''), level);
CREATE INDEX score_of_person ON score (person, at_ms);
CREATE INDEX score_of_opponent ON score (opponent) WHERE opponent IS NOT NULL;
CREATE UNIQUE INDEX contest_of_request ON contest (organiser, key);
CREATE INDEX contest_by_state ON contest (state, created_ms, id);
CREATE INDEX entry_of_person ON entry (person, joined_ms);
CREATE UNIQUE INDEX pairing_of_game ON pairing (game) WHERE game IS NOT NULL;
CREATE INDEX pairing_of_white ON pairing (white);
CREATE INDEX pairing_of_black ON pairing (black) WHERE black IS NOT NULL;
CREATE INDEX game_turn ON game (turn) WHERE turn IS NOT NULL;
CREATE INDEX game_current0 ON game (seat0) WHERE state <= 1 AND seat0 IS NOT NULL;
CREATE INDEX game_current1 ON game (seat1) WHERE state <= 1 AND seat1 IS NOT NULL;
CREATE INDEX invitation_asked ON invitation (asked, changed_ms) WHERE fate = 0;
CREATE INDEX invitation_asking ON invitation (asker, changed_ms) WHERE fate = 0;
CREATE INDEX invitation_of_asked ON invitation (asked, changed_ms);
CREATE INDEX invitation_of_asker ON invitation (asker, changed_ms);
CREATE INDEX invitation_of_game ON invitation (game) WHERE game IS NOT NULL;
CREATE UNIQUE INDEX invitation_of_request ON invitation_step (person, key)  WHERE person IS NOT NULL;
CREATE INDEX block_of_blocked ON block (blocked);
CREATE INDEX mailbox_of_address ON mailbox (address_key);
CREATE INDEX mail_due ON mail (due_ms) WHERE state = 0;
CREATE INDEX mail_sending ON mail (id) WHERE state = 1;
CREATE INDEX mail_done ON mail (changed_ms) WHERE state >= 2;
CREATE INDEX mail_of_person ON mail (person, state);
CREATE INDEX mail_secret_of_person ON mail_secret (person, kind);
CREATE INDEX mail_secret_by_end ON mail_secret (expires_ms);
CREATE INDEX person_of_standing ON person (standing) WHERE standing <> 0;
CREATE INDEX former_name_of_person ON former_name (person);
CREATE INDEX moderation_of_person ON moderation (person, id);
CREATE UNIQUE INDEX problem_of_request ON problem (author, key) WHERE key IS NOT NULL;
CREATE INDEX problem_public ON problem (created_ms, id) WHERE state = 1;
CREATE INDEX problem_by_kind ON problem (kind, created_ms, id) WHERE state = 1;
CREATE INDEX problem_of_author ON problem (author, created_ms) WHERE author IS NOT NULL;
CREATE INDEX solved_by_person ON solved (person, at_ms);
CREATE INDEX recovery_of_person ON recovery (person);
COMMIT;
