BEGIN TRANSACTION;
CREATE TABLE archive (  id INTEGER NOT NULL PRIMARY KEY,  game TEXT NOT NULL UNIQUE,  shelf TEXT NOT NULL,  variant TEXT NOT NULL,  definition TEXT NOT NULL REFERENCES definition,  start_number INTEGER NOT NULL,  start_name TEXT NOT NULL,  handicap TEXT NOT NULL,  white TEXT REFERENCES person,  black TEXT REFERENCES person,  white_name TEXT NOT NULL,  black_name TEXT NOT NULL,  kind INTEGER NOT NULL,  clock INTEGER NOT NULL,  is_rated INTEGER NOT NULL,  quarters INTEGER NOT NULL,  reason TEXT NOT NULL,  plies INTEGER NOT NULL,  begun_ms INTEGER NOT NULL,  ended_ms INTEGER NOT NULL,  fen TEXT NOT NULL,  moves TEXT NOT NULL) STRICT;
INSERT INTO "archive" VALUES(1882563544057672,'eVnPgWqeTy','','alert','91c9245fc2442952c1473bfc99d35b6bb51e155414d05f01f9809bd85296a5ad',1,'','','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ','Ann','Ben',0,0,1,4,'resignation',30,1795352500016,1795352500927,'','l4l6 e11f8 k3k6 j11j8 a3d6 f8g6 h2i5 j8i4 e3e6 g6h9 l3j5 i10i8 f1d5 l10i7 d5b4 h12j8 c4b5 c9d8 e2f5 j8j7 j1l5 e10e7 f5d4 c12e11 b4d5 l9l8 e1e4 j12g6 i5f6 c10c9');
INSERT INTO "archive" VALUES(1882563544133280,'d7iRCUsJNZ','','classic','bad97e89adb8aee671b44d6cedf66d19a6691c8e95e13c4404b5b5f6f23b7f33',1,'','','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ','Ann','Ben',0,0,1,4,'resignation',30,1795352501294,1795352501623,'','a1h1 b9a7j b2d1 f8f6 d2f1 j10h10 f3f4 e8e6 j3j4 d9e7 j1j3 a10e10 i3i5 e10c10 g2i3 h9g10 h1i1 g9i10 g3g4 i9j9 h2g3j i10g9 e2g1 a7d4 a3a5 e9e10 g3h4 e7c4 g0f3 e11f10');
INSERT INTO "archive" VALUES(1882563545588635,'rMazvHs5dN','','prequel','34b143a371746093b5c7c4b5571fc02744cfbaa3e2bf9683b153a598dbafadeb',1,'','','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ','Ann','Ben',0,0,1,4,'resignation',30,1795352501985,1795352502346,'','e5f5 g11g10 c2c4 h8h7 j2j3 d11d10 b4a4 b12d11 a4a6 g9h9 k5k4 e9e8 a6b6 d11g8 k4g4 h7h6 g4k4 e8e7 d1e3 l8l7 b6b5 e7e8 e3c2 a9a8 f5e5 l11l10 e5e4 d8d7 d4b4 f8d6');
CREATE TABLE archive_length (  variant TEXT NOT NULL,  kind INTEGER NOT NULL,  tens INTEGER NOT NULL,  games INTEGER NOT NULL,  PRIMARY KEY (variant, kind, tens)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_length" VALUES('alert',0,3,1);
INSERT INTO "archive_length" VALUES('classic',0,3,1);
INSERT INTO "archive_length" VALUES('prequel',0,3,1);
CREATE TABLE archive_line (  tag INTEGER NOT NULL,  move TEXT NOT NULL,  games INTEGER NOT NULL,  quarters0 INTEGER NOT NULL,  quarters1 INTEGER NOT NULL,  quarters2 INTEGER NOT NULL,  quarters3 INTEGER NOT NULL,  quarters4 INTEGER NOT NULL,  plies INTEGER NOT NULL,  PRIMARY KEY (tag, move)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_line" VALUES(-8689877744086461405,'d8d7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-8619763183119675603,'a4a6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-8608225916753816311,'i5f6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-8529540252681500622,'j1l5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-8477813955723630949,'a7d4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-8007309986025745543,'d4b4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-7888977803156856153,'e10c10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-7643851266298897922,'j11j8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-7550837911802602387,'h9g10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-7164878909025123291,'h8h7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-6669137573933412716,'d2f1',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-6666399613479889911,'e9e8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-6397365444968167339,'e9e10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-6113680391323025970,'g6h9',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-5824860053946020093,'f3f4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-5790382131132899983,'k3k6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-5262401528888387032,'e1e4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-4452482641816605512,'d11d10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-4438749395791994112,'e11f10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-4432110328290391460,'d5b4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-4395557778764341477,'f8f6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-4289259540115443447,'l9l8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-4009225844013924328,'b12d11',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-3692206226221794394,'d9e7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-3472304209349285257,'j2j3',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-3405488894789176242,'e2f5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-3276752188852244720,'l11l10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-3125820294666464414,'g3g4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-3050619710410399838,'g0f3',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-2922481087245939232,'d11g8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-2651926827910355606,'g11g10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-2585947644091585802,'e8e7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-2319800982176676203,'e3c2',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-2171685944498637989,'e7e8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-1920717280717756630,'l4l6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-1780764792455328799,'g9h9',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-1446888949040195281,'l3j5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-1344014349188715457,'g9i10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-1181415915925996898,'l8l7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-971977992707801126,'e5e4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-785599603637845846,'k4g4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-755935433900228676,'j12g6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-414956066851304944,'j8j7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-318767673966630015,'h12j8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-289031735990157912,'i10i8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-36280066345334335,'j3j4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-29624176534597737,'e5f5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(-23632632702683770,'b2d1',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(263902645897904991,'g2i3',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(585297346561179405,'h2g3j',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(614794575654162643,'a3a5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(857512061914752427,'j10h10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(1096445847642777286,'e8e6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(1321745145343727952,'h1i1',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(1525244823792438592,'g4k4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(1577072429223040082,'i10g9',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(1783455076428551267,'d1e3',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(1975477353853852398,'f8d6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2317432698122452862,'h7h6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2338474704006999208,'b4d5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2402135080903817993,'b6b5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2517867331642514786,'c4b5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2528455319040923702,'f8g6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2588609856983652018,'b4a4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(2697692942657016055,'k5k4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(3134348910011619774,'b9a7j',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(3185138886579254061,'j8i4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(3233318609733808986,'a10e10',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(3438448843171340072,'g3h4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(3481413848641794071,'c9d8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(4082968582000974578,'j1j3',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(4491074864796857510,'a3d6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(4636672481188472136,'f1d5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(5148177344279499394,'e7c4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(5384135544926737409,'i3i5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(5435311305060066795,'a9a8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(5443671916571814993,'c12e11',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(5577933975307081861,'h2i5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(5908469347849075914,'c2c4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(6091362778622994591,'e11f8',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(6418462175625493557,'e10e7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(6451441240874256235,'l10i7',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(6732618942243997401,'a6b6',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(7050808163835276529,'a1h1',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(7161996401111392784,'c10c9',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(7199716925539447980,'e2g1',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(7647804504544026044,'i9j9',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(8024047918236327669,'f5d4',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(8657119044125604102,'f5e5',1,0,0,0,0,1,30);
INSERT INTO "archive_line" VALUES(9146637986531897186,'e3e6',1,0,0,0,0,1,30);
CREATE TABLE archive_stage (  tag INTEGER NOT NULL,  id INTEGER NOT NULL,  move TEXT NOT NULL,  quarters INTEGER NOT NULL,  plies INTEGER NOT NULL) STRICT;
CREATE TABLE archive_start (  variant TEXT NOT NULL,  name TEXT NOT NULL,  number INTEGER NOT NULL,  kind INTEGER NOT NULL,  games INTEGER NOT NULL,  quarters0 INTEGER NOT NULL,  quarters1 INTEGER NOT NULL,  quarters2 INTEGER NOT NULL,  quarters3 INTEGER NOT NULL,  quarters4 INTEGER NOT NULL,  plies INTEGER NOT NULL,  PRIMARY KEY (variant, name, number, kind)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_start" VALUES('alert','',1,0,1,0,0,0,0,1,30);
INSERT INTO "archive_start" VALUES('classic','',1,0,1,0,0,0,0,1,30);
INSERT INTO "archive_start" VALUES('prequel','',1,0,1,0,0,0,0,1,30);
CREATE TABLE archive_tag (  tag INTEGER NOT NULL,  id INTEGER NOT NULL,  PRIMARY KEY (tag, id)) STRICT, WITHOUT ROWID;
INSERT INTO "archive_tag" VALUES(-8842434083913554866,1882563544057672);
INSERT INTO "archive_tag" VALUES(-8842434083913554866,1882563544133280);
INSERT INTO "archive_tag" VALUES(-8842434083913554866,1882563545588635);
INSERT INTO "archive_tag" VALUES(-8689877744086461405,1882563545588635);
INSERT INTO "archive_tag" VALUES(-8619763183119675603,1882563545588635);
INSERT INTO "archive_tag" VALUES(-8608225916753816311,1882563544057672);
INSERT INTO "archive_tag" VALUES(-8529540252681500622,1882563544057672);
INSERT INTO "archive_tag" VALUES(-8477813955723630949,1882563544133280);
INSERT INTO "archive_tag" VALUES(-8223135522342097590,1882563544133280);
INSERT INTO "archive_tag" VALUES(-8111149358345911747,1882563544133280);
INSERT INTO "archive_tag" VALUES(-8007309986025745543,1882563545588635);
INSERT INTO "archive_tag" VALUES(-7888977803156856153,1882563544133280);
INSERT INTO "archive_tag" VALUES(-7768497109738190010,1882563545588635);
INSERT INTO "archive_tag" VALUES(-7674955439087709993,1882563544133280);
INSERT INTO "archive_tag" VALUES(-7643851266298897922,1882563544057672);
INSERT INTO "archive_tag" VALUES(-7550837911802602387,1882563544133280);
INSERT INTO "archive_tag" VALUES(-7535098861045344573,1882563544057672);
INSERT INTO "archive_tag" VALUES(-7465178076704884765,1882563544133280);
INSERT INTO "archive_tag" VALUES(-7184368058095878486,1882563544057672);
INSERT INTO "archive_tag" VALUES(-7164878909025123291,1882563545588635);
INSERT INTO "archive_tag" VALUES(-6669137573933412716,1882563544133280);
INSERT INTO "archive_tag" VALUES(-6666399613479889911,1882563545588635);
INSERT INTO "archive_tag" VALUES(-6486565606602232742,1882563544133280);
INSERT INTO "archive_tag" VALUES(-6397365444968167339,1882563544133280);
INSERT INTO "archive_tag" VALUES(-6113680391323025970,1882563544057672);
INSERT INTO "archive_tag" VALUES(-5824860053946020093,1882563544133280);
INSERT INTO "archive_tag" VALUES(-5790382131132899983,1882563544057672);
INSERT INTO "archive_tag" VALUES(-5399197729304420399,1882563544057672);
INSERT INTO "archive_tag" VALUES(-5262401528888387032,1882563544057672);
INSERT INTO "archive_tag" VALUES(-4900458223718268199,1882563544133280);
INSERT INTO "archive_tag" VALUES(-4452482641816605512,1882563545588635);
INSERT INTO "archive_tag" VALUES(-4438749395791994112,1882563544133280);
INSERT INTO "archive_tag" VALUES(-4432110328290391460,1882563544057672);
INSERT INTO "archive_tag" VALUES(-4395557778764341477,1882563544133280);
INSERT INTO "archive_tag" VALUES(-4289259540115443447,1882563544057672);
INSERT INTO "archive_tag" VALUES(-4269097879067211067,1882563545588635);
INSERT INTO "archive_tag" VALUES(-4236854817368307907,1882563544057672);
INSERT INTO "archive_tag" VALUES(-4206805458702263311,1882563544057672);
INSERT INTO "archive_tag" VALUES(-4009225844013924328,1882563545588635);
INSERT INTO "archive_tag" VALUES(-3946194239656768739,1882563544057672);
INSERT INTO "archive_tag" VALUES(-3946194239656768739,1882563544133280);
INSERT INTO "archive_tag" VALUES(-3946194239656768739,1882563545588635);
INSERT INTO "archive_tag" VALUES(-3810759299718013685,1882563544133280);
INSERT INTO "archive_tag" VALUES(-3743865901527403285,1882563544133280);
INSERT INTO "archive_tag" VALUES(-3692206226221794394,1882563544133280);
INSERT INTO "archive_tag" VALUES(-3472304209349285257,1882563545588635);
INSERT INTO "archive_tag" VALUES(-3405488894789176242,1882563544057672);
INSERT INTO "archive_tag" VALUES(-3390975145537509831,1882563545588635);
INSERT INTO "archive_tag" VALUES(-3296632705709987444,1882563545588635);
INSERT INTO "archive_tag" VALUES(-3276752188852244720,1882563545588635);
INSERT INTO "archive_tag" VALUES(-3125820294666464414,1882563544133280);
INSERT INTO "archive_tag" VALUES(-3050619710410399838,1882563544133280);
INSERT INTO "archive_tag" VALUES(-2922481087245939232,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2728792093308811738,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2651926827910355606,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2585947644091585802,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2582675057400627308,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2319800982176676203,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2171685944498637989,1882563545588635);
INSERT INTO "archive_tag" VALUES(-2146996934761990972,1882563545588635);
INSERT INTO "archive_tag" VALUES(-1920717280717756630,1882563544057672);
INSERT INTO "archive_tag" VALUES(-1780764792455328799,1882563545588635);
INSERT INTO "archive_tag" VALUES(-1759464451584050316,1882563544133280);
INSERT INTO "archive_tag" VALUES(-1446888949040195281,1882563544057672);
INSERT INTO "archive_tag" VALUES(-1344014349188715457,1882563544133280);
INSERT INTO "archive_tag" VALUES(-1181415915925996898,1882563545588635);
INSERT INTO "archive_tag" VALUES(-971977992707801126,1882563545588635);
INSERT INTO "archive_tag" VALUES(-785599603637845846,1882563545588635);
INSERT INTO "archive_tag" VALUES(-755935433900228676,1882563544057672);
INSERT INTO "archive_tag" VALUES(-564485115442915493,1882563545588635);
INSERT INTO "archive_tag" VALUES(-414956066851304944,1882563544057672);
INSERT INTO "archive_tag" VALUES(-318767673966630015,1882563544057672);
INSERT INTO "archive_tag" VALUES(-289031735990157912,1882563544057672);
INSERT INTO "archive_tag" VALUES(-36280066345334335,1882563544133280);
INSERT INTO "archive_tag" VALUES(-29624176534597737,1882563545588635);
INSERT INTO "archive_tag" VALUES(-23632632702683770,1882563544133280);
INSERT INTO "archive_tag" VALUES(-10801195461514316,1882563544133280);
INSERT INTO "archive_tag" VALUES(62981441776767227,1882563544057672);
INSERT INTO "archive_tag" VALUES(263902645897904991,1882563544133280);
INSERT INTO "archive_tag" VALUES(297995920690001032,1882563545588635);
INSERT INTO "archive_tag" VALUES(585297346561179405,1882563544133280);
INSERT INTO "archive_tag" VALUES(614794575654162643,1882563544133280);
INSERT INTO "archive_tag" VALUES(857512061914752427,1882563544133280);
INSERT INTO "archive_tag" VALUES(922096730211376049,1882563544057672);
INSERT INTO "archive_tag" VALUES(1096445847642777286,1882563544133280);
INSERT INTO "archive_tag" VALUES(1321745145343727952,1882563544133280);
INSERT INTO "archive_tag" VALUES(1525244823792438592,1882563545588635);
INSERT INTO "archive_tag" VALUES(1577072429223040082,1882563544133280);
INSERT INTO "archive_tag" VALUES(1783455076428551267,1882563545588635);
INSERT INTO "archive_tag" VALUES(1867036450517765950,1882563544133280);
INSERT INTO "archive_tag" VALUES(1975477353853852398,1882563545588635);
INSERT INTO "archive_tag" VALUES(2200204925000214980,1882563544057672);
INSERT INTO "archive_tag" VALUES(2200204925000214980,1882563544133280);
INSERT INTO "archive_tag" VALUES(2200204925000214980,1882563545588635);
INSERT INTO "archive_tag" VALUES(2317432698122452862,1882563545588635);
INSERT INTO "archive_tag" VALUES(2338474704006999208,1882563544057672);
INSERT INTO "archive_tag" VALUES(2402135080903817993,1882563545588635);
INSERT INTO "archive_tag" VALUES(2517867331642514786,1882563544057672);
INSERT INTO "archive_tag" VALUES(2528455319040923702,1882563544057672);
INSERT INTO "archive_tag" VALUES(2588609856983652018,1882563545588635);
INSERT INTO "archive_tag" VALUES(2697692942657016055,1882563545588635);
INSERT INTO "archive_tag" VALUES(2985814696909571963,1882563544133280);
INSERT INTO "archive_tag" VALUES(3134348910011619774,1882563544133280);
INSERT INTO "archive_tag" VALUES(3185138886579254061,1882563544057672);
INSERT INTO "archive_tag" VALUES(3233318609733808986,1882563544133280);
INSERT INTO "archive_tag" VALUES(3438448843171340072,1882563544133280);
INSERT INTO "archive_tag" VALUES(3481413848641794071,1882563544057672);
INSERT INTO "archive_tag" VALUES(3589621797167683755,1882563545588635);
INSERT INTO "archive_tag" VALUES(4082968582000974578,1882563544133280);
INSERT INTO "archive_tag" VALUES(4448573663128892080,1882563544057672);
INSERT INTO "archive_tag" VALUES(4491074864796857510,1882563544057672);
INSERT INTO "archive_tag" VALUES(4636672481188472136,1882563544057672);
INSERT INTO "archive_tag" VALUES(5148177344279499394,1882563544133280);
INSERT INTO "archive_tag" VALUES(5344444322074294174,1882563545588635);
INSERT INTO "archive_tag" VALUES(5384135544926737409,1882563544133280);
INSERT INTO "archive_tag" VALUES(5435311305060066795,1882563545588635);
INSERT INTO "archive_tag" VALUES(5443671916571814993,1882563544057672);
INSERT INTO "archive_tag" VALUES(5577933975307081861,1882563544057672);
INSERT INTO "archive_tag" VALUES(5827048323649316580,1882563544057672);
INSERT INTO "archive_tag" VALUES(5827048323649316580,1882563544133280);
INSERT INTO "archive_tag" VALUES(5827048323649316580,1882563545588635);
INSERT INTO "archive_tag" VALUES(5908469347849075914,1882563545588635);
INSERT INTO "archive_tag" VALUES(6091362778622994591,1882563544057672);
INSERT INTO "archive_tag" VALUES(6418462175625493557,1882563544057672);
INSERT INTO "archive_tag" VALUES(6451441240874256235,1882563544057672);
INSERT INTO "archive_tag" VALUES(6466257462535077839,1882563544057672);
INSERT INTO "archive_tag" VALUES(6466257462535077839,1882563544133280);
INSERT INTO "archive_tag" VALUES(6466257462535077839,1882563545588635);
INSERT INTO "archive_tag" VALUES(6509359416787258244,1882563545588635);
INSERT INTO "archive_tag" VALUES(6586252292238124830,1882563544057672);
INSERT INTO "archive_tag" VALUES(6586252292238124830,1882563544133280);
INSERT INTO "archive_tag" VALUES(6586252292238124830,1882563545588635);
INSERT INTO "archive_tag" VALUES(6732618942243997401,1882563545588635);
INSERT INTO "archive_tag" VALUES(6742513393509217067,1882563544133280);
INSERT INTO "archive_tag" VALUES(6838119155233715026,1882563545588635);
INSERT INTO "archive_tag" VALUES(7050808163835276529,1882563544133280);
INSERT INTO "archive_tag" VALUES(7161996401111392784,1882563544057672);
INSERT INTO "archive_tag" VALUES(7199716925539447980,1882563544133280);
INSERT INTO "archive_tag" VALUES(7294521111971344632,1882563544057672);
INSERT INTO "archive_tag" VALUES(7388357880764462422,1882563544057672);
INSERT INTO "archive_tag" VALUES(7647804504544026044,1882563544133280);
INSERT INTO "archive_tag" VALUES(8024047918236327669,1882563544057672);
INSERT INTO "archive_tag" VALUES(8041947277981563133,1882563544057672);
INSERT INTO "archive_tag" VALUES(8119839423530065049,1882563544057672);
INSERT INTO "archive_tag" VALUES(8557442451331330660,1882563544057672);
INSERT INTO "archive_tag" VALUES(8557442451331330660,1882563544133280);
INSERT INTO "archive_tag" VALUES(8557442451331330660,1882563545588635);
INSERT INTO "archive_tag" VALUES(8657119044125604102,1882563545588635);
INSERT INTO "archive_tag" VALUES(8841707400507832957,1882563544057672);
INSERT INTO "archive_tag" VALUES(8841707400507832957,1882563544133280);
INSERT INTO "archive_tag" VALUES(8841707400507832957,1882563545588635);
INSERT INTO "archive_tag" VALUES(8980393662733713702,1882563544057672);
INSERT INTO "archive_tag" VALUES(9146637986531897186,1882563544057672);
CREATE TABLE block (  person TEXT NOT NULL REFERENCES person,  blocked TEXT NOT NULL REFERENCES person,  at_ms INTEGER NOT NULL,  PRIMARY KEY (person, blocked)) STRICT, WITHOUT ROWID;
CREATE TABLE contest (  id TEXT NOT NULL PRIMARY KEY,  organiser TEXT NOT NULL REFERENCES person,  key TEXT NOT NULL,  kind TEXT NOT NULL,  name TEXT NOT NULL,  options TEXT NOT NULL,  state INTEGER NOT NULL,  round INTEGER NOT NULL,  entry_count INTEGER NOT NULL,  version INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "contest" VALUES('5niAJQXiSE','WyA2TF84PUCbkPa7','f5b1dd5735cd49f78659c18f5bb70e90','modern','Running cup','swiss 1
cycles 1
both 0
rounds 1
pairing slide
order rating
seed 2387079811
starts
breaks buchholz-cut buchholz sonneborn-berger direct wins
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
closes 1795352502
full 0
all 0
every 0
pause 0
text 
',1,1,2,4,1795352502608,1795352502609);
INSERT INTO "contest" VALUES('jyeSB25YnM','WyA2TF84PUCbkPa7','f004679b0096412a9bba66bb3c157926','chess','Old cup','swiss 0
cycles 1
both 0
rounds 0
pairing slide
order rating
seed 783067454
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
closes 1821272503
full 0
all 0
every 0
pause 0
text 
',0,0,2,3,1795352502605,1795352502607);
CREATE TABLE definition (  digest TEXT NOT NULL PRIMARY KEY,  kind TEXT NOT NULL,  text TEXT NOT NULL) STRICT;
INSERT INTO "definition" VALUES('91c9245fc2442952c1473bfc99d35b6bb51e155414d05f01f9809bd85296a5ad','alert','# Grand Apothecary Chess-Alert
#
# Twelve ranks of twelve squares, 46 men a side, and a hurry about everything: pawns cross half
# the board in one step, and the side that is left without a move has all but lost.
# Source: the inventor''s page of the game and its published Interactive Diagram.
#
# How to read this file: docs/variant-format.md. Everything after a # is a comment. Copy the
# file, change what you like, and you have a new game.

[game]
name = Grand Apothecary Chess-Alert
inventor = Aurelian Florea

# --- The board ---------------------------------------------------------------------------------
# Besides the 12 x 12 squares there are eight *brouhaha* squares on the border ranks 0 and 13.
# Such a square is there only while a man stands on it. Once left it is gone for good; until
# then the man on it can be captured there, and the captor stands on it in turn.

[board]
files = 12
ranks = 12
brouhaha = e0 f0 g0 h0 e13 f13 g13 h13

# --- The men -----------------------------------------------------------------------------------
# LETTER = name, moves, what else there is to know. The moves are XBetza: W and F are one step
# straight and aslant, R B Q slide, N is the knight''s leap and NN its repetition, D A H leap
# (2,0) (2,2) (3,0), C and Z are the leaps (3,1) and (3,2); m in front means "only to move",
# c "only to capture".

[men]
K = king, K, royal
Q = queen, Q, class heavy, points 9
V = varan, RNN, class heavy, points 9
U = unicorn, BNN, class heavy, points 9

# The mortar is a rook that also shoots: it captures the first man behind exactly one other (p),
# along the rook''s lines.
M = mortar, RcpRF, class heavy, points 9

# The vulture walks four king''s steps, three of one kind and one of the other, and turns by no
# more than 45 degrees; it ends on a (4,1) or (4,3) square. It can take the odd step first, second,
# third or last, and needs only one of these four paths to be empty. Each a below joins two
# steps: afafafsK is "straight on, straight on, straight on, half left or half right".
# Besides, it leaps three squares straight without capturing (mH).
I = Valkyrie, BafafafsKafsafafKafafraflKafaflafrKafraflafKaflafrafKmH, class heavy, points 9
F = vulture, afafafsKafsafafKafafraflKafaflafrKafraflafKaflafrafKmH, class average, points 6

R = rook, R, class average, points 6
Y = knightrider, NN, class average, points 6

# The osprey leaps two squares straight; if it finds that square empty it may go on from there
# as a bishop, outward.
O = osprey, [D?B], class average, points 6

# The joker has no moves of its own; see [joker].
J = joker, none, class joker

B = bishop, B, class light, points 3
N = knight, NmC, class light, points 3
Z = cannon, mRcpR, class light, points 3
W = warlock, WZ, class light, points 3
G = kangaroo, FDH, class light, points 3

# The star lets a pawn go as far as the middle of the board in one move: to its own rank 6 and
# no further, one step at a time from there on. An enemy pawn can capture it en passant (e) on
# any square that it has passed. The berolina pawn goes aslant and captures straight ahead.
P = pawn, mfW*fceF, class pawn, points 1
X = berolina pawn, mfF*fceW, class pawn, points 1

# --- The start ---------------------------------------------------------------------------------
# Top rank first; upper case is White. A dot is an empty square, a number so many of them, and *
# a place that is no square. This is start 1.

[setup]
board =
    ****jooj****    # 13
    zrywqukvwyrz    # 12
    rbfgnmingfbr    # 11
    xppppppppppx    # 10
    p.x..pp..x.p    #  9
    12              #  8
    12              #  7
    12              #  6
    12              #  5
    P.X..PP..X.P    #  4
    XPPPPPPPPPPX    #  3
    RBFGNMINGFBR    #  2
    ZRYWQUKVWYRZ    #  1
    ****JOOJ****    #  0

# Some men change places from start to start: 6 x 2 x 2 x 24 = 576 numbered starts. The first
# group counts most: the start''s number is 1 + 96 a + 48 b + 24 c + d, where a b c d say which
# order each group has taken, counted from 0. The squares are White''s, Black mirrors them. A second
# list of squares, after the /, takes the same order as the first.

[starts]
group = e1 f1 h1 : QUV QVU UQV UVQ VQU VUQ
group = f2 g2 : MI IM
group = c1 d1 / j1 i1 : YW WY
group = b2 c2 d2 e2 / k2 j2 i2 h2 : any order of BFGN

# --- Special rules -----------------------------------------------------------------------------
# A rule takes part as soon as its section stands here. Take the section away, and the game does
# without the rule.

# A pawn that ends its move on one of its last three ranks can become a man; the further it
# goes, the better the choice. On the last rank it must.
[promotion]
men = P X
rank 10 = B N Z G W
rank 11 = R J Y F O       # ... and all of rank 10
rank 12 = Q V U M I       # ... and all of ranks 10 and 11
compulsory = 12

# It can only become what lies in its owner''s reserve: these, and whatever its side has lost.
# Pawns and kings never get there.
[reserve]
start = Q R Y B B N G

# The joker moves and captures as the man that the opponent has moved last.
[joker]
man = J

# The king castles with a rook of the first rank, or with a cannon when no rook stands between.
# Each way: the king''s square, the partner''s, where the king goes, where the partner goes.
[castling]
way = g1 k1 i1 h1         # rook, short
way = g1 b1 e1 f1
way = g1 k1 j1 i1         # rook, long
way = g1 b1 d1 e1
way = g1 l1 j1 i1         # cannon, short
way = g1 a1 d1 e1
way = g1 l1 k1 j1         # cannon, long
way = g1 a1 c1 d1

# --- The end -----------------------------------------------------------------------------------
# Mate wins. Stalemate is worth an advantage, three quarters of a win. When a position has come
# three times, or 150 moves of each side have passed without a capture or a pawn''s move, points
# are counted.

[outcome]
stalemate = advantage
repetition = points
repetition-count = 3
move-limit = 150

# Each side adds up its men on the board. A lead of four points is an advantage, less is a draw.
# A joker counts 4, or 5 if the opponent has more strong men than weak ones.
[points]
lead = 4
joker-low = 4
joker-high = 5
strong = Q V U M I
weak = R Y O F B N Z W G

[values]
# Tuned by "apothecary tune" on 104776 positions.
man = Q 891 1001
man = V 1146 1273
man = U 1011 1119
man = M 920 972
man = I 740 803
man = F 451 314
man = R 489 469
man = Y 745 584
man = O 658 553
man = J 658 673
man = B 469 294
man = N 427 361
man = Z 455 238
man = W 538 423
man = G 561 440
man = P 166 48
man = X 122 -1
reach = Q -3 38
reach = V -25 28
reach = U -6 38
reach = M 4 40
reach = I 24 44
reach = F 62 105
reach = R 62 90
reach = Y 25 65
reach = O 17 55
reach = B 72 96
reach = N 47 82
reach = Z 90 73
reach = W 43 82
reach = G 37 65
ranks = Q 12 3 2 -4 -7 -4 -4 1 0 0 0 -1
ranks = V 21 7 2 -3 -8 -8 -7 -1 0 -3 -1 0
ranks = U 16 4 0 -3 -7 -4 -4 -3 0 -1 -2 -1
ranks = M 6 12 -1 -2 -2 -3 -4 -2 0 -2 0 -1
ranks = I 0 7 6 7 -2 -5 -7 -4 -1 0 0 -1
ranks = F 0 2 1 11 14 -10 -7 -4 0 -3 -1 -2
ranks = R -18 3 -11 -2 7 2 6 4 1 6 5 2
ranks = Y 10 3 -1 3 -2 -5 -7 0 0 -1 -2 0
ranks = O 0 10 3 2 -1 -9 -6 -2 2 -3 -1 -2
ranks = J 1 9 5 7 2 -8 -7 -6 4 7 1 3
ranks = B -3 -9 7 9 4 -4 -4 -5 -2 0 0 0
ranks = N 1 0 2 3 -1 -4 -1 2 0 -2 0 0
ranks = Z 2 2 -1 -1 6 0 1 -1 0 -3 1 -1
ranks = W -4 -2 -2 3 2 0 1 3 0 1 0 -1
ranks = G -2 -6 1 7 0 -6 -2 4 0 2 0 -1
ranks = P 0 0 11 -7 1 1 -8 4 1 0 0 0
ranks = X 0 0 -9 5 -9 -1 6 4 4 0 0 0
files = Q -1 1 4 -4 -2 3
files = V -3 -4 0 0 2 5
files = U -2 -1 -2 -3 1 8
files = M -3 -2 1 0 1 3
files = I 0 -2 -1 2 2 1
files = F 0 1 0 5 6 -10
files = R -13 2 2 7 7 1
files = Y 5 0 7 -2 -5 -6
files = O 0 -1 -2 -2 -1 14
files = J 2 -1 0 4 -7 4
files = B -2 -9 2 0 5 -1
files = N -6 -3 3 4 0 0
files = Z -5 -3 0 3 8 1
files = W -3 -3 1 1 -2 5
files = G -3 -5 0 2 5 -1
files = P -9 1 1 -7 3 11
files = X -7 -7 11 5 -3 0
isolated = -8 -6
doubled = -8 -9
supported = 9 5
connected-far = 48 21
space = 9 -3
passed = 0 19
passed-far = 53 198
passed-free = 5 51
passed-safe = 10 56
passed-theirs = -1 43
passed-ours = -1 -12
pawn-far = 57 34
pawn-middle = 21 -6
shield-near = 33 0
shield-far = 12 0
storm = -15 0
king-step = -23 2
king-middle = -13 -2
square = 20 29
threat-pawn = 90 96
threat-lesser = 58 73
hanging = 42 35
hanging-pawn = 21 23
contested = 7 -1
pair = 52 46
at-home = -10 -3
zone = 42 0
zone-hit = 52 0
zone-weak = 154 0
zone-check = 466 0
zone-shield = -139 0
zone-leaders = 551 0
zone-calm = -406 0
danger = 97 74
');
INSERT INTO "definition" VALUES('b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3','modern','# Apothecary Chess-Modern
#
# Ten by ten, with bent riders (dragon and griffin), the leapers of Omega Chess (champion and
# wizard), a joker that plays what the opponent has played, and eight men that begin outside the
# board.
# Source: the inventor''s page of the game.
#
# How to read this file: docs/variant-format.md. Everything after a # is a comment.

[game]
name = Apothecary Chess-Modern
inventor = Aurelian Florea

# --- The board ---------------------------------------------------------------------------------
# The *brouhaha* squares lie on the border ranks 0 and 11. Each is there only while a man stands
# on it; nothing can move to one that is empty.

[board]
files = 10
ranks = 10
brouhaha = a0 b0 i0 j0 a11 b11 i11 j11

# --- The men -----------------------------------------------------------------------------------
# LETTER = name, moves in XBetza, and then in any order: royal, class, points.

[men]
K = king, K, royal
Q = queen, Q, class strong, points 9

# One step, and from there, if it is empty, on and outward: the dragon begins aslant and goes on
# as a rook, the griffin begins straight and goes on as a bishop. (Other games use the two names
# the other way round.)
D = dragon, [F?R], class strong, points 9
G = griffin, [W?B], class strong, points 9

R = rook, R, class average, points 6
S = sangoma, BZ, class average, points 6
J = joker, none, class joker

# The knight may also leap three squares straight or two aslant, but not to capture.
B = bishop, B, class auxiliary, points 3
N = knight, NmHmA, class auxiliary, points 3
C = champion, WAD, class auxiliary, points 3
W = wizard, FC, class auxiliary, points 3

# One step forward, captures aslant forward, and en passant (e); see [multi-step] for its first
# move.
P = pawn, mfWfceF, class pawn, points 1

# --- The start ---------------------------------------------------------------------------------
# Start 1. Black''s joker stands on d10 and not opposite to White''s: so the inventor wants it.

[setup]
board =
    ws******sw      # 11
    r..jcc...r      # 10
    .gbndknbq.      #  9
    pppppppppp      #  8
    10              #  7
    10              #  6
    10              #  5
    10              #  4
    PPPPPPPPPP      #  3
    .GBNDKNBQ.      #  2
    R...CCJ..R      #  1
    WS******SW      #  0

# The 24 starts: seven men of the second rank change places.
#   lines 1 and 2: knights on the inner pair of squares; lines 3 and 4: bishops there
#   lines 1 and 3 "winged": the strong men stand on b e i; lines 2 and 4 as in Grand Chess: d e g
[starts]
group = b2 c2 d2 e2 g2 h2 i2 :
    GBNDNBQ GBNQNBD DBNGNBQ DBNQNBG QBNGNBD QBNDNBG
    BNGDQNB BNGQDNB BNDGQNB BNDQGNB BNQGDNB BNQDGNB
    GNBDBNQ GNBQBND DNBGBNQ DNBQBNG QNBGBND QNBDBNG
    NBGDQBN NBGQDBN NBDGQBN NBDQGBN NBQGDBN NBQDGBN

# --- Special rules -----------------------------------------------------------------------------

# The last three ranks promote, each to all that the ranks before it give, and to more.
# From its first rank a pawn may go two squares, over and onto empty squares.
[multi-step]
men = P
rank = 3
steps = 2

[promotion]
men = P
rank 8 = B N C W
rank 9 = R S J
rank 10 = Q D G
compulsory = 10

# ... as far as it lies in reserve: these men, and those that the pawn''s owner has lost.
[reserve]
start = Q R C N

# The joker moves and captures as the man that the opponent has moved last.
[joker]
man = J

# There is no castling. Instead the king can jump once, before it has moved and when it is not in
# check, over anything, to one of these squares; the square must be empty and safe.
[king-jump]
from = f2
to = c1 d1 h1 i1

# --- The end -----------------------------------------------------------------------------------
# Stalemate is an advantage to the side that gives it, three quarters of a win. A position that
# comes the third time, or 100 moves of each side without a capture or a pawn''s move, end the game
# by a count of points.

[outcome]
stalemate = advantage
repetition = points
repetition-count = 3
move-limit = 100

# A lead of four points is an advantage. A joker counts 4, or 5 if the opponent has more strong
# men than weak ones.
[points]
lead = 4
joker-low = 4
joker-high = 5
strong = Q D G
weak = B N C W

[values]
# Tuned by "apothecary tune" on 206242 positions.
man = Q 704 1193
man = D 634 933
man = G 577 854
man = R 433 578
man = S 612 742
man = J 581 561
man = B 390 324
man = N 374 364
man = C 411 459
man = W 388 371
man = P 102 116
reach = Q 4 68
reach = D 4 74
reach = G 39 64
reach = R 46 57
reach = S 14 64
reach = B 85 79
reach = N 57 82
reach = C 54 51
reach = W 100 44
ranks = Q 11 15 5 -7 -14 -14 7 1 5 3
ranks = D 9 8 3 -8 -11 -2 0 3 -1 1
ranks = G 8 15 6 -11 -17 -18 -8 -4 -1 0
ranks = R -5 8 4 2 -7 -1 5 2 8 5
ranks = S 7 6 3 -1 -6 -14 -2 -4 -6 -3
ranks = J -6 -5 2 -9 -9 -2 16 10 7 1
ranks = B 0 -1 10 9 1 -6 -6 -8 -10 -5
ranks = N -2 -12 -1 -1 5 6 4 -1 -1 -2
ranks = C -21 -11 -1 6 11 11 13 7 2 -2
ranks = W -6 -1 7 14 13 17 0 6 -7 -2
ranks = P 0 0 -2 -1 -3 -5 10 7 0 0
files = Q 0 7 6 0 2
files = D -2 -5 3 2 5
files = G -3 -13 -5 -4 -5
files = R -8 7 2 6 4
files = S 3 12 -2 3 2
files = J 2 2 4 -2 4
files = B -2 -7 0 -5 -8
files = N -4 -9 -3 -4 10
files = C -2 2 6 8 3
files = W -32 -7 6 6 11
files = P 0 -5 -1 3 8
isolated = -10 -4
doubled = -11 -9
supported = 14 3
phalanx = 4 8
connected-far = 45 18
space = 11 -2
passed = 6 8
passed-far = 45 244
passed-free = 3 74
passed-safe = 8 143
passed-helped = 7 27
passed-theirs = -13 59
passed-ours = -9 -27
pawn-far = 59 34
pawn-middle = 21 -13
shield-near = 31 0
shield-far = 10 0
storm = -11 0
king-step = -34 7
king-middle = -16 2
square = 17 27
threat-pawn = 83 89
threat-lesser = 58 75
hanging = 25 49
hanging-pawn = 10 43
contested = 8 0
file-open = 36 24
file-half = 17 26
pair = 38 44
at-home = -11 -13
zone-hit = 46 0
zone-weak = 101 0
zone-check = 525 0
zone-shield = -210 0
zone-leaders = 436 0
zone-calm = -249 0
danger = 43 98
');
INSERT INTO "definition" VALUES('bad97e89adb8aee671b44d6cedf66d19a6691c8e95e13c4404b5b5f6f23b7f33','classic','# Apothecary Chess-Classic
#
# Ten by ten, with the chancellor and the archbishop of Grand Chess, siege elephants and mameluks
# outside the board, and a joker that is launched behind another man.
# Source: the inventor''s Game Courier preset and its page.
#
# How to read this file: docs/variant-format.md. Everything after a # is a comment.

[game]
name = Apothecary Chess-Classic
inventor = Aurelian Florea

# --- The board ---------------------------------------------------------------------------------
# The *brouhaha* squares lie on the border ranks 0 and 11. Each is there only while a man stands
# on it; nothing can move to one that is empty. h0 and c11 are used by the second start below,
# and are no squares in the first.

[board]
files = 10
ranks = 10
brouhaha = d0 e0 f0 g0 h0 c11 d11 e11 f11 g11

# --- The men -----------------------------------------------------------------------------------
# LETTER = name, moves in XBetza, and then in any order: royal, class, points.

[men]
K = king, K, royal
Q = queen, Q, class strong, points 9
C = chancellor, RN, class strong, points 9
A = archbishop, BN, class strong, points 9
R = rook, R, class average, points 6
J = joker, none, class joker

# The knight may also leap three by two, but not to capture.
B = bishop, B, class auxiliary, points 3
N = knight, NmZ, class auxiliary, points 3
E = siege elephant, FAH, class auxiliary, points 3
M = mameluk, WC, class auxiliary, points 3

# One step forward, captures aslant forward, and en passant (e); see [multi-step] for its first
# move.
P = pawn, mfWfceF, class pawn, points 1

# --- The start ---------------------------------------------------------------------------------
# Start 1. Each side has its joker in its pocket; see [launch].

[setup]
board =
    ***meem***      # 11
    r........r      # 10
    .abncknbq.      #  9
    pppppppppp      #  8
    10              #  7
    10              #  6
    10              #  5
    10              #  4
    PPPPPPPPPP      #  3
    .ABNCKNBQ.      #  2
    R........R      #  1
    ***MEEM***      #  0

# The later form of the game: the jokers begin on brouhaha squares, and nothing is launched.
[start brouhaha-joker]
pocket = no
board =
    **mejme***      # 11
    r........r      # 10
    .abncknbq.      #  9
    pppppppppp      #  8
    10              #  7
    10              #  6
    10              #  5
    10              #  4
    PPPPPPPPPP      #  3
    .ABNCKNBQ.      #  2
    R........R      #  1
    ***MEJME**      #  0

# The 24 starts: seven men of the second rank change places.
#   lines 1 and 2: knights on the inner pair of squares; lines 3 and 4: bishops there
#   lines 1 and 3 "winged": the strong men stand on b e i; lines 2 and 4 as in Grand Chess: d e g
[starts]
group = b2 c2 d2 e2 g2 h2 i2 :
    ABNCNBQ ABNQNBC CBNANBQ CBNQNBA QBNANBC QBNCNBA
    BNACQNB BNAQCNB BNCAQNB BNCQANB BNQACNB BNQCANB
    ANBCBNQ ANBQBNC CNBABNQ CNBQBNA QNBABNC QNBCBNA
    NBACQBN NBAQCBN NBCAQBN NBCQABN NBQACBN NBQCABN

# --- Special rules -----------------------------------------------------------------------------

# The last three ranks promote, each to all that the ranks before it give, and to more.
# From its first rank a pawn may go two squares, over and onto empty squares.
[multi-step]
men = P
rank = 3
steps = 2

[promotion]
men = P
rank 8 = B N E M
rank 9 = R J
rank 10 = Q C A
compulsory = 10

# ... as far as it lies in reserve: these men, and those that the pawn''s owner has lost.
[reserve]
start = Q R N M

# The joker moves and captures as the man that the opponent has moved last.
[joker]
man = J

# It comes into play behind another man: when one of these makes its first move, the joker may be
# put on the square that it leaves. White has twelve moves'' time for that, Black eighteen.
[launch]
man = J
launchers = K Q C A R B N
white-until = 12
black-until = 18

# There is no castling. Instead the king can jump once, before it has moved and when it is not in
# check, over anything, to one of these squares; the square must be empty and safe.
[king-jump]
from = f2
to = c1 d1 h1 i1

# --- The end -----------------------------------------------------------------------------------
# Stalemate is an advantage to the side that gives it, three quarters of a win. A position that
# comes the third time, or 100 moves of each side without a capture or a pawn''s move, end the game
# by a count of points.

[outcome]
stalemate = advantage
repetition = points
repetition-count = 3
move-limit = 100

# A lead of four points is an advantage. A joker counts 4, or 5 if the opponent has more strong
# men than weak ones; a pawn that has come far counts more than one.
[points]
lead = 4
joker-low = 4
joker-high = 5
strong = Q C A
weak = B N E M
pawn-rank 8 = 4
pawn-rank 9 = 7

[values]
# Tuned by "apothecary tune" on 207680 positions.
man = Q 824 1120
man = C 700 971
man = A 707 857
man = R 415 540
man = J 355 626
man = B 382 370
man = N 362 401
man = E 476 455
man = M 415 492
man = P 114 108
reach = Q 5 68
reach = C 0 88
reach = A 31 59
reach = R 72 66
reach = B 77 68
reach = N 59 90
reach = E 56 46
reach = M 76 52
ranks = Q 8 9 -3 -11 -10 -7 2 5 -2 12
ranks = C 9 1 1 -10 -9 -8 11 8 11 11
ranks = A -2 3 0 -8 -9 -4 0 1 -4 2
ranks = R -9 -2 1 -1 -2 6 9 11 14 7
ranks = J -11 -4 2 4 -4 7 9 10 10 -2
ranks = B -2 7 7 6 0 -3 -6 -4 -7 -2
ranks = N 0 3 0 -8 4 7 -2 -1 -2 -4
ranks = E -7 -3 8 5 10 17 11 8 7 0
ranks = M 2 0 9 6 10 19 14 15 3 0
ranks = P 0 0 -2 4 -8 -8 13 2 2 0
files = Q 0 2 4 1 0
files = C 7 3 4 2 7
files = A 0 -5 -5 -5 -5
files = R 1 4 8 12 10
files = J -2 4 -1 5 5
files = B 2 1 2 -6 -4
files = N 2 4 -2 -4 -2
files = E 6 8 8 12 19
files = M 11 12 19 14 16
files = P -6 4 0 0 3
isolated = -10 -3
doubled = -13 -5
supported = 10 10
phalanx = 6 8
connected-far = 48 19
space = 10 -1
passed = -1 12
passed-far = 40 290
passed-free = 2 93
passed-safe = 8 164
passed-helped = 8 35
passed-theirs = -17 53
passed-ours = -9 -26
pawn-far = 57 38
pawn-middle = 27 -7
shield-near = 25 0
shield-far = 10 0
storm = -8 0
king-step = -26 7
king-middle = -10 -2
square = 17 48
threat-pawn = 82 77
threat-lesser = 63 68
hanging = 29 42
hanging-pawn = 11 41
contested = 9 -2
pair = 43 39
at-home = -15 -6
zone = 43 0
zone-hit = 56 0
zone-weak = 77 0
zone-check = 377 0
zone-shield = -254 0
zone-leaders = 725 0
zone-calm = -474 0
danger = 93 136
');
INSERT INTO "definition" VALUES('633a4c9cb7bf44939143a02cf657a17d3a70727311e83a458ab1a05ff85c4008','apothecary2','# Apothecary Chess 2
#
# The elder sister of Apothecary Chess-Classic: zebra, camel and elephants outside the board, with
# powers that they lose by their first move, a joker that is launched, and pawns that promote to
# whatever they like.
# Source: the inventor''s page of the game and his comments on it.
#
# How to read this file: docs/variant-format.md. Everything after a # is a comment.

[game]
name = Apothecary Chess 2
inventor = Aurelian Florea

# --- The board ---------------------------------------------------------------------------------
# The *brouhaha* squares lie on the border ranks 0 and 11. Each is there only while a man stands
# on it; nothing can move to one that is empty.

[board]
files = 10
ranks = 10
brouhaha = d0 e0 f0 g0 d11 e11 f11 g11

# --- The men -----------------------------------------------------------------------------------
# LETTER = name, moves in XBetza, and then in any order: royal, class, points.

[men]
K = king, K, royal
Q = queen, Q, class strong, points 9
C = chancellor, RN, class strong, points 9
A = archbishop, BN, class strong, points 9
R = rook, R, class average, points 6
J = joker, none, class joker

# The knight may also leap three squares aslant, but not to capture.
B = bishop, B, class minor, points 3
N = knight, NmG, class minor, points 3

# These three begin outside the board, and i marks what they can do only as long as they have not
# moved: the elephant a leap of four straight ahead, or one aside of that; zebra and camel the
# leaps of two and of three aslant ahead. None of these leaps captures.
E = elephant, FAmHifmWXiffmFX, class minor, points 3
Z = zebra, ZmFifmAifmG, class minor, points 3
L = camel, CmWifmAifmG, class minor, points 3

# One step forward, captures aslant forward, and en passant (e); see [multi-step] for its first
# move.
P = pawn, mfWfceF, class pawn, points 1

# --- The start ---------------------------------------------------------------------------------
# Start 1. Each side has its joker in its pocket; see [launch].

[setup]
board =
    ***zeel***      # 11
    r........r      # 10
    .abncknbq.      #  9
    pppppppppp      #  8
    10              #  7
    10              #  6
    10              #  5
    10              #  4
    PPPPPPPPPP      #  3
    .ABNCKNBQ.      #  2
    R........R      #  1
    ***ZEEL***      #  0

# The 24 starts: seven men of the second rank change places.
#   lines 1 and 2: knights on the inner pair of squares; lines 3 and 4: bishops there
#   lines 1 and 3 "winged": the strong men stand on b e i; lines 2 and 4 as in Grand Chess: d e g
[starts]
group = b2 c2 d2 e2 g2 h2 i2 :
    ABNCNBQ ABNQNBC CBNANBQ CBNQNBA QBNANBC QBNCNBA
    BNACQNB BNAQCNB BNCAQNB BNCQANB BNQACNB BNQCANB
    ANBCBNQ ANBQBNC CNBABNQ CNBQBNA QNBABNC QNBCBNA
    NBACQBN NBAQCBN NBCAQBN NBCQABN NBQACBN NBQCABN

# --- Special rules -----------------------------------------------------------------------------

# The last three ranks promote, each to all that the ranks before it give, and to more. There is
# no [reserve], so a pawn can become any of these at any time; never a joker.
# From its first rank a pawn may go two squares, over and onto empty squares.
[multi-step]
men = P
rank = 3
steps = 2

[promotion]
men = P
rank 8 = B N E Z L
rank 9 = R
rank 10 = Q C A
compulsory = 10

# The joker moves and captures as the man that the opponent has moved last.
[joker]
man = J

# It comes into play behind another man: when one of these makes its first move, the joker may be
# put on the square that it leaves. White has twelve moves'' time for that, Black eighteen.
[launch]
man = J
launchers = K Q C A R B N
white-until = 12
black-until = 18

# A stronger player can give odds: two moves at once at the beginning, a pawn more for the
# opponent on its own rank 4, or pawns there in exchange for a bishop or a rook.
[handicap]
move = yes
pawn = P
pawn-rank = 4
bishop = B
rook = R

# --- The end -----------------------------------------------------------------------------------
# Stalemate is an advantage to the side that gives it, three quarters of a win. A position that
# comes the third time, or 100 moves of each side without a capture or a pawn''s move, end the game
# by a count of points.

[outcome]
stalemate = advantage
repetition = points
repetition-count = 3
move-limit = 100

# A lead of four points is an advantage. A joker counts 4, or 5 if the opponent has more strong
# men than weak ones; a pawn that has come far counts more than one.
[points]
lead = 4
joker-low = 4
joker-high = 5
strong = Q C A
weak = B N E Z L
pawn-rank 8 = 4
pawn-rank 9 = 7

[values]
# Tuned by "apothecary tune" on 209049 positions.
man = Q 933 1166
man = C 744 972
man = A 706 905
man = R 489 612
man = J 366 627
man = B 359 370
man = N 391 348
man = E 349 355
man = Z 262 323
man = L 390 358
man = P 74 86
reach = Q 6 72
reach = C -1 69
reach = A 37 58
reach = R 64 61
reach = B 95 68
reach = N 84 100
reach = E 75 80
reach = Z 121 97
reach = L 93 92
ranks = Q 5 10 6 -5 -8 -10 4 6 6 4
ranks = C -3 1 -3 -16 -9 -4 4 7 3 3
ranks = A -2 10 4 -7 -2 -1 1 4 -2 0
ranks = R -7 -2 -1 -4 -5 -1 7 9 9 2
ranks = J -8 -3 3 1 -3 1 2 5 7 -1
ranks = B -2 -6 0 2 -2 -3 -1 -3 0 -1
ranks = N -3 2 -2 -4 4 6 -3 -1 -1 -1
ranks = E -5 -9 -1 -3 7 9 1 0 -4 -2
ranks = Z 3 2 10 1 -1 -7 0 -2 2 1
ranks = L -1 0 4 2 0 -2 -1 5 -3 1
ranks = P 0 0 3 4 -6 -5 3 6 -1 0
files = Q 4 2 2 6 4
files = C -2 -3 -3 -7 -5
files = A -1 2 0 2 1
files = R -2 -1 4 2 6
files = J -2 -3 3 4 3
files = B -1 -4 -2 -3 -2
files = N 1 -2 -1 -3 3
files = E -4 -4 -4 -1 1
files = Z 5 5 1 4 8
files = L 2 -5 2 2 1
files = P -2 -6 5 3 5
isolated = -10 -7
doubled = -11 -3
supported = 15 0
phalanx = 8 6
connected-far = 24 16
space = 15 -4
passed = -1 19
passed-far = 47 251
passed-free = 4 69
passed-safe = 9 93
passed-helped = 7 22
passed-theirs = -8 63
passed-ours = -5 -22
pawn-far = 58 32
pawn-middle = 19 -7
shield-far = 11 0
storm = -11 0
king-step = -22 4
king-middle = -13 0
square = 12 43
threat-pawn = 86 65
threat-lesser = 76 54
hanging = 40 41
hanging-pawn = 4 35
contested = 8 -3
pair = 45 43
at-home = -22 4
zone = 35 0
zone-hit = 67 0
zone-weak = 127 0
zone-check = 412 0
zone-shield = -223 0
zone-leaders = 635 0
zone-calm = -437 0
danger = 121 86
');
INSERT INTO "definition" VALUES('34b143a371746093b5c7c4b5571fc02744cfbaa3e2bf9683b153a598dbafadeb','prequel','# Prequel Chess
#
# What chess might have grown from: an army of chess men on twelve ranks, and between the armies
# the checkers of a still older game, which jump and surround.
# Source: John Savard''s page of the game. Where the page is silent (castling, what pawns become,
# how the checkers stand), the readings below are ours.
#
# How to read this file: docs/variant-format.md. Everything after a # is a comment.

[game]
name = Prequel Chess
inventor = John Savard

# --- The board ---------------------------------------------------------------------------------

[board]
files = 12
ranks = 12

# --- The men -----------------------------------------------------------------------------------
# LETTER = name, moves in XBetza, and then in any order: royal, class, points.

[men]
K = king, K, royal
Q = queen, Q
E = empress, RN
A = princess, BN
R = rook, R
B = bishop, B
N = knight, N
L = camel, C

# One step forward, captures aslant forward, and en passant (e); see [multi-step] for its first
# move.
P = pawn, fmWfceF

# The checker''s moves are a rule of their own; see [checker].
C = checker, none

# --- The start ---------------------------------------------------------------------------------
# The picture of the start is lost. We put the checkers on dark squares, as on a draughts board.

[setup]
board =
    ralnbqkbnler    # 12
    pppppppppppp    # 11
    12              # 10
    c.c.c.c.c.c.    #  9
    .c.c.c.c.c.c    #  8
    12              #  7
    12              #  6
    C.C.C.C.C.C.    #  5
    .C.C.C.C.C.C    #  4
    12              #  3
    PPPPPPPPPPPP    #  2
    RALNBQKBNLER    #  1

# Two other readings: the checkers in one unbroken rank.
[start rank4]
board =
    ralnbqkbnler    # 12
    pppppppppppp    # 11
    12              # 10
    cccccccccccc    #  9
    12              #  8
    12              #  7
    12              #  6
    12              #  5
    CCCCCCCCCCCC    #  4
    12              #  3
    PPPPPPPPPPPP    #  2
    RALNBQKBNLER    #  1

[start rank3]
board =
    ralnbqkbnler    # 12
    pppppppppppp    # 11
    cccccccccccc    # 10
    12              #  9
    12              #  8
    12              #  7
    12              #  6
    12              #  5
    12              #  4
    CCCCCCCCCCCC    #  3
    PPPPPPPPPPPP    #  2
    RALNBQKBNLER    #  1

# --- Special rules -----------------------------------------------------------------------------

# From its own rank 2 a pawn can make two steps.
[multi-step]
men = P
rank = 2
steps = 2

[promotion]
men = P
rank 12 = Q E A R B N L
compulsory = 12

# The king castles three squares toward a rook. Each way: the king''s square, the rook''s, where
# the king goes, where the rook goes.
[castling]
way = g1 l1 j1 i1
way = g1 a1 d1 e1

# A checker moves one step straight to an empty square; or jumps straight over its own men, as
# often as it can and likes; or jumps aslant over enemy men, which it captures. Where it stops, it
# also captures every enemy between it and another man of its side. It never captures a king
# like that: it attacks a king only by being able to land on its square.
[checker]
man = C

# --- The end -----------------------------------------------------------------------------------
# As in chess: mate wins; stalemate, the third repetition, and 50 moves of each side without a
# capture or a pawn''s move are draws.

[outcome]
stalemate = draw
repetition = draw
repetition-count = 3
move-limit = 50

[values]
# Tuned by "apothecary tune" on 211930 positions.
man = Q 1008 1043
man = E 851 901
man = A 727 782
man = R 572 600
man = B 461 398
man = N 351 296
man = L 394 295
man = P 131 65
man = C 161 124
reach = Q 4 44
reach = E 40 37
reach = A 48 60
reach = R 67 67
reach = B 61 84
reach = N 78 89
reach = L 100 115
ranks = Q 13 3 1 -1 -5 -2 -4 -5 -2 4 0 3
ranks = E -12 -8 -7 5 4 4 5 5 4 2 -2 3
ranks = A 1 -1 7 2 0 -4 -3 0 1 -1 -2 -3
ranks = R 2 -5 -5 -1 -3 1 2 0 2 1 4 3
ranks = B 13 4 3 4 1 -4 -4 -4 -2 -2 -12 0
ranks = N -3 -2 0 0 4 -2 2 0 0 -1 0 0
ranks = L 7 7 9 7 0 -3 -1 -7 -3 -4 -4 -1
ranks = P 0 -6 7 -1 0 -3 0 2 0 1 0 0
ranks = C 3 5 6 14 -6 -7 -6 -5 -3 -2 0 0
files = Q 2 2 0 -4 -3 9
files = E 9 -1 -2 -1 -2 -2
files = A 0 0 0 -1 -1 -2
files = R 8 -2 -2 -3 1 0
files = B 0 -1 -3 -2 4 1
files = N 2 4 5 -2 -8 -1
files = L 0 1 6 0 0 0
files = P -8 2 3 0 -2 3
files = C -10 -2 7 2 -4 7
isolated = -13 -6
doubled = -4 -11
supported = 11 4
phalanx = 8 4
space = 7 -1
passed = 2 21
passed-far = 55 169
passed-safe = 11 51
passed-theirs = 2 41
passed-ours = 1 -14
pawn-far = 52 34
pawn-middle = 8 1
shield-near = 28 0
king-step = -15 0
king-middle = -9 3
square = 29 25
threat-pawn = 44 43
threat-lesser = 36 38
hanging = 30 40
hanging-pawn = 16 37
contested = 6 -3
file-open = 22 5
file-half = 16 5
pair = 41 45
zone = 36 0
zone-hit = 56 0
zone-weak = 189 0
zone-check = 411 0
zone-shield = -162 0
zone-leaders = 473 0
zone-calm = -465 0
danger = 109 69
');
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
INSERT INTO "desk" VALUES('FpUARkSgVG',0,'note',1,'252ed003345d482fa1e78b31c4122deb',1795352502603,'Watch the griffin.');
CREATE TABLE entry (  contest TEXT NOT NULL REFERENCES contest,  person TEXT NOT NULL REFERENCES person,  rank INTEGER NOT NULL,  rating INTEGER NOT NULL,  has_left INTEGER NOT NULL,  joined_ms INTEGER NOT NULL,  PRIMARY KEY (contest, person)) STRICT, WITHOUT ROWID;
INSERT INTO "entry" VALUES('5niAJQXiSE','WyA2TF84PUCbkPa7',2,1500,0,1795352502608);
INSERT INTO "entry" VALUES('5niAJQXiSE','uSkgXrTMZeWGRrJJ',1,1500,0,1795352502609);
INSERT INTO "entry" VALUES('jyeSB25YnM','WyA2TF84PUCbkPa7',0,1500,0,1795352502606);
INSERT INTO "entry" VALUES('jyeSB25YnM','uSkgXrTMZeWGRrJJ',0,1500,0,1795352502607);
CREATE TABLE event (  game TEXT NOT NULL REFERENCES game,  seq INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  who INTEGER NOT NULL,  kind TEXT NOT NULL,  key TEXT,  data TEXT NOT NULL,  PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES('FpUARkSgVG',1,1795352500929,2,'create',NULL,'variant modern
definition b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3
number 1
white none
black none
rated 1
fen ws******sw/r2jcc3r/1gbndknbq1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GBNDKNBQ1/R3CCJ2R/WS******SW w f2f9 - -- NCRQncrq - 0 1
');
INSERT INTO "event" VALUES('FpUARkSgVG',2,1795352500929,0,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('FpUARkSgVG',3,1795352500930,1,'join','129750c1cd2a4eaba8ed8d879efa03d2','person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('FpUARkSgVG',4,1795352500942,0,'move','a8ac70f51940472981c1e55779843f72','d2a2');
INSERT INTO "event" VALUES('FpUARkSgVG',5,1795352500954,1,'move','e547f51c0e984dc8bae4aa71d88a2a77','b8b7');
INSERT INTO "event" VALUES('FpUARkSgVG',6,1795352500965,0,'move','e40d5cc40b844f0c8056b3545858ef01','b3b5');
INSERT INTO "event" VALUES('FpUARkSgVG',7,1795352500979,1,'move','d7f04d3593cf4b69bde16f49d399acd3','b9e5');
INSERT INTO "event" VALUES('FpUARkSgVG',8,1795352500995,0,'move','62e50584d95b4f3d80431ac970722663','i2j2');
INSERT INTO "event" VALUES('FpUARkSgVG',9,1795352501008,1,'move','a7999992fb04472597842980e98499dd','g9g6');
INSERT INTO "event" VALUES('FpUARkSgVG',10,1795352501021,0,'move','543401b957ca41e899ee0bd67811110f','h3h5');
INSERT INTO "event" VALUES('FpUARkSgVG',11,1795352501033,1,'move','6e5e150f5502472aa2d162f55a402466','f9c10');
INSERT INTO "event" VALUES('FpUARkSgVG',12,1795352501044,0,'move','2dc6775ade6440708481bffd87fcb58e','c2b3');
INSERT INTO "event" VALUES('FpUARkSgVG',13,1795352501056,1,'move','20e6f9d58f33410b9329377d2e4e53da','c9b10');
INSERT INTO "event" VALUES('FpUARkSgVG',14,1795352501068,0,'move','d51c23e38ef0416bba3e345d660b4030','j1i1');
INSERT INTO "event" VALUES('FpUARkSgVG',15,1795352501079,1,'move','e659fb76bf9740c79fb2e4362dad5004','a8a7');
INSERT INTO "event" VALUES('FpUARkSgVG',16,1795352501091,0,'move','a686dfe1add1418fbbd54ad35c15c08e','g2i4');
INSERT INTO "event" VALUES('FpUARkSgVG',17,1795352501102,1,'move','aa870cda25464913a020e6bdaad0300e','g6i7');
INSERT INTO "event" VALUES('FpUARkSgVG',18,1795352501114,0,'move','3713144921ba49968334f2ef31fb0eea','a0b1');
INSERT INTO "event" VALUES('FpUARkSgVG',19,1795352501126,1,'move','4523f74c504e4ebcb51e15f840bc98c7','i11g9');
INSERT INTO "event" VALUES('FpUARkSgVG',20,1795352501138,0,'move','f1426eeb2de24e609a517601bc49af93','b3d1');
INSERT INTO "event" VALUES('FpUARkSgVG',21,1795352501150,1,'move','6f03521682a546e0bfb66d15fb24431d','e5e4');
INSERT INTO "event" VALUES('FpUARkSgVG',22,1795352501162,0,'move','b2bd0b2056ad4ecab908a042d9eea28d','f3f5');
INSERT INTO "event" VALUES('FpUARkSgVG',23,1795352501175,1,'move','9a769524e9ab41779c878f8297ac67a7','d9a9');
INSERT INTO "event" VALUES('FpUARkSgVG',24,1795352501187,0,'move','9837c30c7baa4946ac5ca74033e321c5','g1f3');
INSERT INTO "event" VALUES('FpUARkSgVG',25,1795352501199,1,'move','1e8133b61e5f4722b8dac919d18eeab3','a9c7');
INSERT INTO "event" VALUES('FpUARkSgVG',26,1795352501211,0,'move','8c50b67cc3b046a18c06378ac4f63a9d','a2c1');
INSERT INTO "event" VALUES('FpUARkSgVG',27,1795352501223,1,'move','9b0e1188dfdf4688a3d8c95a92fef877','a7a6');
INSERT INTO "event" VALUES('FpUARkSgVG',28,1795352501235,0,'move','b0320c7ffb394f359dc0781d57f7027f','h2g1');
INSERT INTO "event" VALUES('FpUARkSgVG',29,1795352501246,1,'move','e8e915d44267459396f1c7ad06222baf','i9i10');
INSERT INTO "event" VALUES('FpUARkSgVG',30,1795352501258,0,'move','89f600bc446f4bda93ad276f6e1de144','a1a2');
INSERT INTO "event" VALUES('FpUARkSgVG',31,1795352501270,1,'move','dc1f6609ffaa4a3da3c695db0e40567a','g8g6');
INSERT INTO "event" VALUES('FpUARkSgVG',32,1795352501281,0,'move','6b7a10fad6ba4f34b7870a0c3203280a','i0j1');
INSERT INTO "event" VALUES('FpUARkSgVG',33,1795352501293,1,'move','4d9fbcc19671417caba61f8bd458e1cd','d10f7');
INSERT INTO "event" VALUES('G4R2N6qiDA',1,1795352501624,2,'create',NULL,'variant apothecary2
definition 633a4c9cb7bf44939143a02cf657a17d3a70727311e83a458ab1a05ff85c4008
number 1
white none
black none
rated 1
fen ***zeel***/r8r/1abncknbq1/pppppppppp/10/10/10/10/PPPPPPPPPP/1ABNCKNBQ1/R8R/***ZEEL*** w d0e0f0g0a1j1b2c2d2e2f2g2h2i2b9c9d9e9f9g9h9i9a10j10d11e11f11g11 - -- - Jj 0 1
');
INSERT INTO "event" VALUES('G4R2N6qiDA',2,1795352501624,0,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('G4R2N6qiDA',3,1795352501625,1,'join','3b2ef77b11df484da75a095cd5d2bd81','person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('G4R2N6qiDA',4,1795352501637,0,'move','4663cf3ec5324d4ea7c81606855d4bb8','e2d4');
INSERT INTO "event" VALUES('G4R2N6qiDA',5,1795352501650,1,'move','72feb3b982454dbb9747e82d1e9eec73','c9b10j');
INSERT INTO "event" VALUES('G4R2N6qiDA',6,1795352501662,0,'move','c00bb07b0c854169abce64d9628d0272','g2d5j');
INSERT INTO "event" VALUES('G4R2N6qiDA',7,1795352501674,1,'move','92346d3bdf0549dca9859e6287e622dc','h9g10');
INSERT INTO "event" VALUES('G4R2N6qiDA',8,1795352501686,0,'move','61d70c83ef61489cbecc0c79fe9960a9','i2i1');
INSERT INTO "event" VALUES('G4R2N6qiDA',9,1795352501698,1,'move','65e675052b3b481f92a165da2ca81ea2','b9c7');
INSERT INTO "event" VALUES('G4R2N6qiDA',10,1795352501710,0,'move','f27dbd2bc1334b68919a45b4ac662574','g3g5');
INSERT INTO "event" VALUES('G4R2N6qiDA',11,1795352501722,1,'move','05c16f8971bb416890cff5b1da45afe8','a8a6');
INSERT INTO "event" VALUES('G4R2N6qiDA',12,1795352501734,0,'move','5b17e1c164934c61929ad493effc8305','f0g1');
INSERT INTO "event" VALUES('G4R2N6qiDA',13,1795352501746,1,'move','618d8c88806849eebd066b48c3db16b6','e11d10');
INSERT INTO "event" VALUES('G4R2N6qiDA',14,1795352501758,0,'move','1e14a70dd5d54f67a3095b46fafd233d','g5g6');
INSERT INTO "event" VALUES('G4R2N6qiDA',15,1795352501770,1,'move','e2d49841054b4301897b8acdf494ce5a','e8e6');
INSERT INTO "event" VALUES('G4R2N6qiDA',16,1795352501782,0,'move','ab6455b32bcb407a8d8353ad30fad129','d2c4');
INSERT INTO "event" VALUES('G4R2N6qiDA',17,1795352501793,1,'move','4d5cfe98cd7b4779a4064b13477a161c','g9i10');
INSERT INTO "event" VALUES('G4R2N6qiDA',18,1795352501805,0,'move','828119f1cdd84959a0840fbe38bf7712','h2f4');
INSERT INTO "event" VALUES('G4R2N6qiDA',19,1795352501817,1,'move','5065a57308994e1f86e602fa47da62b2','i8i6');
INSERT INTO "event" VALUES('G4R2N6qiDA',20,1795352501830,0,'move','64f7731b43184ab996617a8fce26aaf3','i1i2');
INSERT INTO "event" VALUES('G4R2N6qiDA',21,1795352501841,1,'move','fe00946ec175459094e60c9b888fe624','i9h10');
INSERT INTO "event" VALUES('G4R2N6qiDA',22,1795352501853,0,'move','4056475f77d343fbbc36d3db1dd6c935','f4e5');
INSERT INTO "event" VALUES('G4R2N6qiDA',23,1795352501865,1,'move','460dc8b33fc64e329bb7a83693f14ea3','f8f7');
INSERT INTO "event" VALUES('G4R2N6qiDA',24,1795352501877,0,'move','42b996bfff1749c0b85480b76524b09b','c4f1');
INSERT INTO "event" VALUES('G4R2N6qiDA',25,1795352501889,1,'move','6eafbb72ab9b4c8da03aab37ff6b4471','d11f8');
INSERT INTO "event" VALUES('G4R2N6qiDA',26,1795352501901,0,'move','2530196114814609ad9a754148162d0b','i2j2');
INSERT INTO "event" VALUES('G4R2N6qiDA',27,1795352501913,1,'move','3011eaf48ba542a1a5ceebb6341ee8c9','c7b5');
INSERT INTO "event" VALUES('G4R2N6qiDA',28,1795352501925,0,'move','f5caf4daa70a40fb83e04a71af16cd39','g0d1');
INSERT INTO "event" VALUES('G4R2N6qiDA',29,1795352501936,1,'move','39a9d255517b46329b5713314a173814','f8g9');
INSERT INTO "event" VALUES('G4R2N6qiDA',30,1795352501948,0,'move','c91bb63534694a9ab0a1cd7850b9e351','a1b1');
INSERT INTO "event" VALUES('G4R2N6qiDA',31,1795352501960,1,'move','c478c04dadd747fd8ab85b96ddc6376f','b5c3');
INSERT INTO "event" VALUES('G4R2N6qiDA',32,1795352501972,0,'move','e384a887873c4bdd95c8f52f69e9d027','d1e4');
INSERT INTO "event" VALUES('G4R2N6qiDA',33,1795352501984,1,'move','70c24b3bb8a74a498410608f599e7176','b8b6');
INSERT INTO "event" VALUES('GrE26TdGCU',1,1795352502602,2,'create',NULL,'variant modern
definition b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3
number 1
white none
black none
rated 1
fen ws******sw/r2jcc3r/1gbndknbq1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GBNDKNBQ1/R3CCJ2R/WS******SW w f2f9 - -- NCRQncrq - 0 1
');
INSERT INTO "event" VALUES('GrE26TdGCU',2,1795352502602,0,'join',NULL,'person WA4SbrwTC6a3M5vb Cyd');
INSERT INTO "event" VALUES('NdYd3UeggS',1,1795352502609,2,'create',NULL,'variant modern
definition b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3
number 21
white days 14
black days 14
vacation 1
rated 1
contest 5niAJQXiSE
fen ws******sw/r2jcc3r/1nbdgkqbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBDGKQBN1/R3CCJ2R/WS******SW w f2f9 - -- NCRQncrq - 0 1
');
INSERT INTO "event" VALUES('NdYd3UeggS',2,1795352502609,0,'join',NULL,'person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('NdYd3UeggS',3,1795352502609,1,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('d7iRCUsJNZ',1,1795352501294,2,'create',NULL,'variant classic
definition bad97e89adb8aee671b44d6cedf66d19a6691c8e95e13c4404b5b5f6f23b7f33
number 1
white none
black none
rated 1
fen ***meem***/r8r/1abncknbq1/pppppppppp/10/10/10/10/PPPPPPPPPP/1ABNCKNBQ1/R8R/***MEEM*** w a1j1b2c2d2e2f2g2h2i2b9c9d9e9f9g9h9i9a10j10 - -- NMRQnmrq Jj 0 1
');
INSERT INTO "event" VALUES('d7iRCUsJNZ',2,1795352501294,0,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('d7iRCUsJNZ',3,1795352501294,1,'join','34c7f6d444554f1f90748546ae888538','person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('d7iRCUsJNZ',4,1795352501305,0,'move','328a8100872b465d8cc6490eb02e64f9','a1h1');
INSERT INTO "event" VALUES('d7iRCUsJNZ',5,1795352501315,1,'move','f1ba27b57eb1405892d030b64b2da75a','b9a7j');
INSERT INTO "event" VALUES('d7iRCUsJNZ',6,1795352501326,0,'move','66650eea1e804e7b9d1ade02a7e89878','b2d1');
INSERT INTO "event" VALUES('d7iRCUsJNZ',7,1795352501337,1,'move','cc0de333fa354927a24d1538613c9e0c','f8f6');
INSERT INTO "event" VALUES('d7iRCUsJNZ',8,1795352501347,0,'move','2db9fb0f8527468b9c1abaff61d7c9a7','d2f1');
INSERT INTO "event" VALUES('d7iRCUsJNZ',9,1795352501357,1,'move','8411fcdd1d2d40d4bba52a4b924a7458','j10h10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',10,1795352501368,0,'move','067d85e5b8034972a0f16c0bb3e9a5e4','f3f4');
INSERT INTO "event" VALUES('d7iRCUsJNZ',11,1795352501378,1,'move','033b2322897e49b29e38f4aa8f8e86bc','e8e6');
INSERT INTO "event" VALUES('d7iRCUsJNZ',12,1795352501389,0,'move','393c3cee8b8042aebcf3e3deb353e2f1','j3j4');
INSERT INTO "event" VALUES('d7iRCUsJNZ',13,1795352501399,1,'move','0e5ca85a99b7492ba50fc400c19d97ba','d9e7');
INSERT INTO "event" VALUES('d7iRCUsJNZ',14,1795352501410,0,'move','83b2ad8155b045fb98c283e408ff3b6d','j1j3');
INSERT INTO "event" VALUES('d7iRCUsJNZ',15,1795352501421,1,'move','39878b3696db49d3ad8b6da9cdff37bb','a10e10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',16,1795352501432,0,'move','5718063b4ab14ed5916b9a11f9d9b550','i3i5');
INSERT INTO "event" VALUES('d7iRCUsJNZ',17,1795352501444,1,'move','d272e14a1ef44581986fcc225e13634b','e10c10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',18,1795352501456,0,'move','cae0bce96a6b48dca774709ebcf468dd','g2i3');
INSERT INTO "event" VALUES('d7iRCUsJNZ',19,1795352501468,1,'move','f7abd0344de14395b9652a08bc6bc6c2','h9g10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',20,1795352501480,0,'move','ccad99180299453ea6c55f0b81e10811','h1i1');
INSERT INTO "event" VALUES('d7iRCUsJNZ',21,1795352501492,1,'move','ad45a3d99def4c94a4ec56a49c39d088','g9i10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',22,1795352501504,0,'move','be452bc035974a389507cdcdccafd984','g3g4');
INSERT INTO "event" VALUES('d7iRCUsJNZ',23,1795352501515,1,'move','782e908de2054627934d0ba21bbd05a6','i9j9');
INSERT INTO "event" VALUES('d7iRCUsJNZ',24,1795352501525,0,'move','ea2bdfe856cb45849613005c8c7bca03','h2g3j');
INSERT INTO "event" VALUES('d7iRCUsJNZ',25,1795352501536,1,'move','04a49cb003584e6ebdd8d5fb3f0c92d0','i10g9');
INSERT INTO "event" VALUES('d7iRCUsJNZ',26,1795352501547,0,'move','8fa959f59f7f41ffac9032631964ef3a','e2g1');
INSERT INTO "event" VALUES('d7iRCUsJNZ',27,1795352501558,1,'move','5d39191db6674427b36c9bde982db69f','a7d4');
INSERT INTO "event" VALUES('d7iRCUsJNZ',28,1795352501569,0,'move','0791a06445be409c8b1bcdebfe18c22f','a3a5');
INSERT INTO "event" VALUES('d7iRCUsJNZ',29,1795352501579,1,'move','f2b476029c9142858d2360d678195196','e9e10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',30,1795352501590,0,'move','1038f70879964409a1bf11ae3b5ae52a','g3h4');
INSERT INTO "event" VALUES('d7iRCUsJNZ',31,1795352501601,1,'move','19b5d6a9de7345a781be7f5946d1b126','e7c4');
INSERT INTO "event" VALUES('d7iRCUsJNZ',32,1795352501611,0,'move','47a7389280a045efb115f7e4c9cab629','g0f3');
INSERT INTO "event" VALUES('d7iRCUsJNZ',33,1795352501622,1,'move','2fb2f094fa9748d8bc798040a7ac73e4','e11f10');
INSERT INTO "event" VALUES('d7iRCUsJNZ',34,1795352501623,1,'end','a5bbb2166e37413f8f3be42eea3b217b','4 resignation');
INSERT INTO "event" VALUES('eVnPgWqeTy',1,1795352500016,2,'create',NULL,'variant alert
definition 91c9245fc2442952c1473bfc99d35b6bb51e155414d05f01f9809bd85296a5ad
number 1
white none
black none
rated 1
fen ****jooj****/zrywqukvwyrz/rbfgnmingfbr/xppppppppppx/p1x2pp2x1p/12/12/12/12/P1X2PP2X1P/XPPPPPPPPPPX/RBFGNMINGFBR/ZRYWQUKVWYRZ/****JOOJ**** w a1b1g1k1l1a12b12g12k12l12 - -- BBNGRYQbbngryq - 0 1
');
INSERT INTO "event" VALUES('eVnPgWqeTy',2,1795352500016,0,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('eVnPgWqeTy',3,1795352500018,1,'join','03fb9628cb3643ea9f8b1a836abb3b93','person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('eVnPgWqeTy',4,1795352500051,0,'move','606ece2e310846809eef33519e90bca6','l4l6');
INSERT INTO "event" VALUES('eVnPgWqeTy',5,1795352500082,1,'move','300e25698fb4460fae2ee9edc9dd955f','e11f8');
INSERT INTO "event" VALUES('eVnPgWqeTy',6,1795352500113,0,'move','c92a526a9409420899ec52c9ffbd0f1a','k3k6');
INSERT INTO "event" VALUES('eVnPgWqeTy',7,1795352500146,1,'move','d83515fe6318472d80869f7135dc5312','j11j8');
INSERT INTO "event" VALUES('eVnPgWqeTy',8,1795352500177,0,'move','acd74af5e7334fe18b5596bcc6599a15','a3d6');
INSERT INTO "event" VALUES('eVnPgWqeTy',9,1795352500207,1,'move','96a368bb154e41448743c18a1751ef9a','f8g6');
INSERT INTO "event" VALUES('eVnPgWqeTy',10,1795352500237,0,'move','e5c90ff9279d4ce68a301d8d0d4b62fc','h2i5');
INSERT INTO "event" VALUES('eVnPgWqeTy',11,1795352500267,1,'move','2a6bee8017bd4af3ab3baf7819cd5712','j8i4');
INSERT INTO "event" VALUES('eVnPgWqeTy',12,1795352500297,0,'move','bce5e03a1a684af7989f370643a0d517','e3e6');
INSERT INTO "event" VALUES('eVnPgWqeTy',13,1795352500328,1,'move','d93e7ab412714aafbb28bf6b54a0d1b9','g6h9');
INSERT INTO "event" VALUES('eVnPgWqeTy',14,1795352500358,0,'move','4d59a9ba785649139139217b0faed75d','l3j5');
INSERT INTO "event" VALUES('eVnPgWqeTy',15,1795352500388,1,'move','abbd7d423e8448f48411db730c1aa524','i10i8');
INSERT INTO "event" VALUES('eVnPgWqeTy',16,1795352500418,0,'move','782fb3387d8a482c82a2742d1fd87b04','f1d5');
INSERT INTO "event" VALUES('eVnPgWqeTy',17,1795352500447,1,'move','1fa0a0c9aaba46da95e0c5d7ba0bfa0e','l10i7');
INSERT INTO "event" VALUES('eVnPgWqeTy',18,1795352500477,0,'move','0141c3b352fa4ec5888fbe568740c16d','d5b4');
INSERT INTO "event" VALUES('eVnPgWqeTy',19,1795352500507,1,'move','61c28dca0ece410d9901d05d60b5d8fe','h12j8');
INSERT INTO "event" VALUES('eVnPgWqeTy',20,1795352500536,0,'move','a769ff37b2d344f8b63212cdd11f7333','c4b5');
INSERT INTO "event" VALUES('eVnPgWqeTy',21,1795352500566,1,'move','f30755dab7e1488eb2c8405b9b8581cb','c9d8');
INSERT INTO "event" VALUES('eVnPgWqeTy',22,1795352500595,0,'move','6b9135b4a01e4a879257266a1488c7ca','e2f5');
INSERT INTO "event" VALUES('eVnPgWqeTy',23,1795352500625,1,'move','26605f5e79aa491ba2b543025dbbea5d','j8j7');
INSERT INTO "event" VALUES('eVnPgWqeTy',24,1795352500654,0,'move','9ee6b27388e3460680a7744faf0d0ada','j1l5');
INSERT INTO "event" VALUES('eVnPgWqeTy',25,1795352500685,1,'move','b0f4fe8d902641c69ec157ea1a2d8387','e10e7');
INSERT INTO "event" VALUES('eVnPgWqeTy',26,1795352500716,0,'move','3c2aa4ae87e74be79542ddccc848e47c','f5d4');
INSERT INTO "event" VALUES('eVnPgWqeTy',27,1795352500745,1,'move','43e095a19f624185929baf615b2e07a2','c12e11');
INSERT INTO "event" VALUES('eVnPgWqeTy',28,1795352500775,0,'move','ab55c21a8a2d48079237d2b04ed15142','b4d5');
INSERT INTO "event" VALUES('eVnPgWqeTy',29,1795352500805,1,'move','ed1e768bb70641bf9618dd2845fdad37','l9l8');
INSERT INTO "event" VALUES('eVnPgWqeTy',30,1795352500836,0,'move','99c3c3e6b6e24252b84afa3d0c38c828','e1e4');
INSERT INTO "event" VALUES('eVnPgWqeTy',31,1795352500865,1,'move','afdee417c64e429e856b0ea39f4192c6','j12g6');
INSERT INTO "event" VALUES('eVnPgWqeTy',32,1795352500896,0,'move','e55c1d6852b546f28bca7706c9ee6e9a','i5f6');
INSERT INTO "event" VALUES('eVnPgWqeTy',33,1795352500926,1,'move','27ac917a825145d8a36463882efc2dd7','c10c9');
INSERT INTO "event" VALUES('eVnPgWqeTy',34,1795352500927,1,'end','a89d03a4d86d4a919323e8126f4f587a','4 resignation');
INSERT INTO "event" VALUES('rMazvHs5dN',1,1795352501985,2,'create',NULL,'variant prequel
definition 34b143a371746093b5c7c4b5571fc02744cfbaa3e2bf9683b153a598dbafadeb
number 1
white none
black none
rated 1
fen ralnbqkbnler/pppppppppppp/12/c1c1c1c1c1c1/1c1c1c1c1c1c/12/12/C1C1C1C1C1C1/1C1C1C1C1C1C/12/PPPPPPPPPPPP/RALNBQKBNLER w a1g1l1a12g12l12 - -- - - 0 1
');
INSERT INTO "event" VALUES('rMazvHs5dN',2,1795352501985,0,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('rMazvHs5dN',3,1795352501986,1,'join','b13aed5f9d4c4e45a9e2287b155e5dea','person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('rMazvHs5dN',4,1795352501997,0,'move','d44a1ce838e447b7bd14baae005718c9','e5f5');
INSERT INTO "event" VALUES('rMazvHs5dN',5,1795352502008,1,'move','03c5ba66fd7a4253a0e259a2c7610050','g11g10');
INSERT INTO "event" VALUES('rMazvHs5dN',6,1795352502020,0,'move','57373f09c6dd4e9e8a358e002fc3ffd7','c2c4');
INSERT INTO "event" VALUES('rMazvHs5dN',7,1795352502032,1,'move','908f43c70d744b5ea9a233d8e005686f','h8h7');
INSERT INTO "event" VALUES('rMazvHs5dN',8,1795352502043,0,'move','f855c18e238f4c92a0692adc030394e4','j2j3');
INSERT INTO "event" VALUES('rMazvHs5dN',9,1795352502054,1,'move','a0568c3ebc4643fd9fcc49fe7adc29ad','d11d10');
INSERT INTO "event" VALUES('rMazvHs5dN',10,1795352502066,0,'move','3132728620ff4adb961de4e1dcfe6e6d','b4a4');
INSERT INTO "event" VALUES('rMazvHs5dN',11,1795352502077,1,'move','1dce4d10295143ec9d5be98b836ca1d7','b12d11');
INSERT INTO "event" VALUES('rMazvHs5dN',12,1795352502088,0,'move','ddcde921c563458aac57f88226434045','a4a6');
INSERT INTO "event" VALUES('rMazvHs5dN',13,1795352502100,1,'move','b737b846fb4d4d18ab64a2fe46e15750','g9h9');
INSERT INTO "event" VALUES('rMazvHs5dN',14,1795352502111,0,'move','dea20b60891e498caa58f4bbf6ea273c','k5k4');
INSERT INTO "event" VALUES('rMazvHs5dN',15,1795352502123,1,'move','af5a593955484727924daffe23dd011a','e9e8');
INSERT INTO "event" VALUES('rMazvHs5dN',16,1795352502134,0,'move','d291dce1d8a74ec8a88dea57de1ab122','a6b6');
INSERT INTO "event" VALUES('rMazvHs5dN',17,1795352502146,1,'move','e140af73c41c47a58f688a1c83ba03c1','d11g8');
INSERT INTO "event" VALUES('rMazvHs5dN',18,1795352502159,0,'move','a17896c37f3d45b08d87a5f3ce452140','k4g4');
INSERT INTO "event" VALUES('rMazvHs5dN',19,1795352502171,1,'move','2f1e5a236f36442ba3539d0b2ed16736','h7h6');
INSERT INTO "event" VALUES('rMazvHs5dN',20,1795352502183,0,'move','0c2e35d38ff94cb6b2883ddd749622ea','g4k4');
INSERT INTO "event" VALUES('rMazvHs5dN',21,1795352502195,1,'move','6b5a2b269e82418981cd9c809d921d21','e8e7');
INSERT INTO "event" VALUES('rMazvHs5dN',22,1795352502207,0,'move','1e05fea5cbc74893b6bb0a8adf4e5877','d1e3');
INSERT INTO "event" VALUES('rMazvHs5dN',23,1795352502219,1,'move','6f327420ab434eba81d9ae200446dc1d','l8l7');
INSERT INTO "event" VALUES('rMazvHs5dN',24,1795352502231,0,'move','2ce205c614ad484d8d241a7394f02b2a','b6b5');
INSERT INTO "event" VALUES('rMazvHs5dN',25,1795352502243,1,'move','090e038727bc45c6a53f1ec48d386e4c','e7e8');
INSERT INTO "event" VALUES('rMazvHs5dN',26,1795352502255,0,'move','f7c285c3ebae4745a72df7ccd91d01fc','e3c2');
INSERT INTO "event" VALUES('rMazvHs5dN',27,1795352502266,1,'move','c15a66737cda48eeb03fcedc44df2900','a9a8');
INSERT INTO "event" VALUES('rMazvHs5dN',28,1795352502278,0,'move','2c07855bbe3b48e29f8d0e175db516cf','f5e5');
INSERT INTO "event" VALUES('rMazvHs5dN',29,1795352502290,1,'move','83773f56de284dc59a6bb6069826aed0','l11l10');
INSERT INTO "event" VALUES('rMazvHs5dN',30,1795352502302,0,'move','88467da5f19343d7b6eff955031f9d66','e5e4');
INSERT INTO "event" VALUES('rMazvHs5dN',31,1795352502316,1,'move','9447a65c2bd14c81a0a2503ef4f7f282','d8d7');
INSERT INTO "event" VALUES('rMazvHs5dN',32,1795352502333,0,'move','41158226138b454e8955617b9c31077a','d4b4');
INSERT INTO "event" VALUES('rMazvHs5dN',33,1795352502345,1,'move','a9bac4f763c54977a73ddf78ee807a30','f8d6');
INSERT INTO "event" VALUES('rMazvHs5dN',34,1795352502346,1,'end','1433520a20344f3488894fb412acbfa3','4 resignation');
INSERT INTO "event" VALUES('vYEYj6ix7L',1,1795352502346,2,'create',NULL,'variant chess
definition 735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4
number 1
white none
black none
rated 1
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
');
INSERT INTO "event" VALUES('vYEYj6ix7L',2,1795352502346,0,'join',NULL,'person WyA2TF84PUCbkPa7 Ann');
INSERT INTO "event" VALUES('vYEYj6ix7L',3,1795352502347,1,'join','70dd797078e64252987264d964403baf','person uSkgXrTMZeWGRrJJ Ben');
INSERT INTO "event" VALUES('vYEYj6ix7L',4,1795352502354,0,'move','9df0562cebcc496c930d3780bbfac0a3','h2h4');
INSERT INTO "event" VALUES('vYEYj6ix7L',5,1795352502360,1,'move','85e3ee64ac1443f58867b2930271cede','d7d5');
INSERT INTO "event" VALUES('vYEYj6ix7L',6,1795352502370,0,'move','f863ea6cd23e4a6b9e844cfaf4c00705','e2e4');
INSERT INTO "event" VALUES('vYEYj6ix7L',7,1795352502376,1,'move','bb2e8a9331464437bcb8d02ecf053db7','g8f6');
INSERT INTO "event" VALUES('vYEYj6ix7L',8,1795352502383,0,'move','5d66d78e86c44698958f5f9452e985a3','a2a4');
INSERT INTO "event" VALUES('vYEYj6ix7L',9,1795352502390,1,'move','6ad0e9e2320443efb69fdfeae2c82891','g7g5');
INSERT INTO "event" VALUES('vYEYj6ix7L',10,1795352502399,0,'move','7ea502696b75478db7e6f5344cd37581','g2g4');
INSERT INTO "event" VALUES('vYEYj6ix7L',11,1795352502408,1,'move','d20143088ee749f2a5e09dc21f8e1c1e','f6h5');
INSERT INTO "event" VALUES('vYEYj6ix7L',12,1795352502417,0,'move','aac385db42554d12bf03a21acb447ed1','e4e5');
INSERT INTO "event" VALUES('vYEYj6ix7L',13,1795352502426,1,'move','03cf8c26350442b589939c9520786b5b','f8g7');
INSERT INTO "event" VALUES('vYEYj6ix7L',14,1795352502435,0,'move','945a39fecc764efba37751c51a55e942','a1a3');
INSERT INTO "event" VALUES('vYEYj6ix7L',15,1795352502444,1,'move','dbe747e879604609ab762bbebcef0029','c8e6');
INSERT INTO "event" VALUES('vYEYj6ix7L',16,1795352502453,0,'move','3daf6bf933124a11ac74e29c48e3c261','a3g3');
INSERT INTO "event" VALUES('vYEYj6ix7L',17,1795352502462,1,'move','177e0ba542d14c5fb2d3d8963ebbaa19','g7e5');
INSERT INTO "event" VALUES('vYEYj6ix7L',18,1795352502471,0,'move','4233c4eb890744989c226bd029e15b9a','g3g2');
INSERT INTO "event" VALUES('vYEYj6ix7L',19,1795352502480,1,'move','fafc1a5cfbce41409bc437c408657acf','e5d4');
INSERT INTO "event" VALUES('vYEYj6ix7L',20,1795352502490,0,'move','9d0faa93dadb4c2a956cd46c2bdd21e5','f1b5');
INSERT INTO "event" VALUES('vYEYj6ix7L',21,1795352502499,1,'move','cd49d4821b3442d6a6572c039bebcad4','e6d7');
INSERT INTO "event" VALUES('vYEYj6ix7L',22,1795352502509,0,'move','e835b4d6a7fe414cb40c49339539a795','b2b3');
INSERT INTO "event" VALUES('vYEYj6ix7L',23,1795352502518,1,'move','754ed43bfd0d4356bf07b32759affea0','d4f6');
INSERT INTO "event" VALUES('vYEYj6ix7L',24,1795352502527,0,'move','7637500537634d3aa5998de59784bc77','a4a5');
INSERT INTO "event" VALUES('vYEYj6ix7L',25,1795352502536,1,'move','01f13b4b3a0746218aaeae554b47825d','h5g7');
INSERT INTO "event" VALUES('vYEYj6ix7L',26,1795352502545,0,'move','4b865f7ed0104e5a8a2f581e83d918d1','c1b2');
INSERT INTO "event" VALUES('vYEYj6ix7L',27,1795352502554,1,'move','3d814885f8fa482a9f208c8d13c2aaff','e8g8');
INSERT INTO "event" VALUES('vYEYj6ix7L',28,1795352502563,0,'move','4edf1507da7546e8aa2d63d67ffdf320','b5e2');
INSERT INTO "event" VALUES('vYEYj6ix7L',29,1795352502573,1,'move','483164dd091b48b1bb53caabf3c7478e','d7c8');
INSERT INTO "event" VALUES('vYEYj6ix7L',30,1795352502580,0,'move','32870d5d0af34460936d2dfaacb1e07f','f2f4');
INSERT INTO "event" VALUES('vYEYj6ix7L',31,1795352502587,1,'move','73f0442fa41e4321b54d424fb8ac50ea','c8f5');
INSERT INTO "event" VALUES('vYEYj6ix7L',32,1795352502594,0,'move','3463a00cff3a4ef4b125a057f410f01f','b2a3');
INSERT INTO "event" VALUES('vYEYj6ix7L',33,1795352502601,1,'move','c75fe76e37314340a8dd9ae47b5bf6c8','d5d4');
CREATE TABLE former_name (  name_key TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person,  at_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE game (  id TEXT NOT NULL PRIMARY KEY,  kind TEXT NOT NULL,  definition TEXT NOT NULL REFERENCES definition,  creator TEXT NOT NULL REFERENCES person,  key TEXT,  seat0 TEXT REFERENCES person,  seat1 TEXT REFERENCES person,  state INTEGER NOT NULL,  is_open INTEGER NOT NULL,  has_task INTEGER NOT NULL,  secret TEXT,  due_ms INTEGER,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL,  summary TEXT NOT NULL, turn TEXT REFERENCES person) STRICT, WITHOUT ROWID;
INSERT INTO "game" VALUES('FpUARkSgVG','modern','b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3','WyA2TF84PUCbkPa7','ae080dd223a14c09bb04e63a339f4ced','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',1,0,0,'f437f57846fb4ccc5b41cef86127652ff4b2f2b49e1dbc1f8f12c920e479cbfb',1810904501293,1795352500929,1795352501293,'ply 30
turn 0
quarters 0
position ws*******w/rbk1cc2qr/4d1sb2/2pppp1ppp/1pn2j2n1/p5p3/1P3P1P2/4g3N1/P1PPPJP1PP/RG2DK3Q/1WNBCCB1RS/*S*******W w f2 - Ss NCRQncrq - 2 16
last d10f7
variant modern
number 1
white none
black none
rated 1
','WyA2TF84PUCbkPa7');
INSERT INTO "game" VALUES('G4R2N6qiDA','apothecary2','633a4c9cb7bf44939143a02cf657a17d3a70727311e83a458ab1a05ff85c4008','WyA2TF84PUCbkPa7','9d6684ceef3e46dc919b25945c62ed93','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',1,0,0,'1b96c96bd234362fe28cd6ca05caba145bea21233ef3c0fa35948368981a39b1',1810904501984,1795352501624,1795352501984,'ply 30
turn 0
quarters 0
position *****el***/rb1e2bqnr/2jnckz3/2pp2pp1p/5p4/pp2p1P1p1/3NB5/3CL5/PPaPPP1PPP/1AB2KJ2Q/1R3NE2R/***ZE***** w d0e0f11g11 b7b6 Lp - - 0 16
last b8b6
variant apothecary2
number 1
white none
black none
rated 1
','WyA2TF84PUCbkPa7');
INSERT INTO "game" VALUES('GrE26TdGCU','modern','b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3','WA4SbrwTC6a3M5vb','b986524bf0244190bdccd604565da403','WA4SbrwTC6a3M5vb',NULL,0,1,0,NULL,1796562102602,1795352502602,1795352502602,'ply 0
turn 2
quarters 0
position ws******sw/r2jcc3r/1gbndknbq1/pppppppppp/10/10/10/10/PPPPPPPPPP/1GBNDKNBQ1/R3CCJ2R/WS******SW w f2f9 - -- NCRQncrq - 0 1
variant modern
number 1
white none
black none
rated 1
',NULL);
INSERT INTO "game" VALUES('NdYd3UeggS','modern','b34da09c78d57d92357728de6e5134b610cb39fa438809c7cf02f4fe758519a3','uSkgXrTMZeWGRrJJ',NULL,'uSkgXrTMZeWGRrJJ','WyA2TF84PUCbkPa7',1,1,0,NULL,1796562102609,1795352502609,1795352502609,'ply 0
turn 0
quarters 0
position ws******sw/r2jcc3r/1nbdgkqbn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBDGKQBN1/R3CCJ2R/WS******SW w f2f9 - -- NCRQncrq - 0 1
variant modern
number 21
white days 14
black days 14
vacation 1
rated 1
contest 5niAJQXiSE
','uSkgXrTMZeWGRrJJ');
INSERT INTO "game" VALUES('d7iRCUsJNZ','classic','bad97e89adb8aee671b44d6cedf66d19a6691c8e95e13c4404b5b5f6f23b7f33','WyA2TF84PUCbkPa7','87bd393181f6465191905a311c60f05f','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',2,0,0,'9b8a6c10e4da4a13f1ec49c2ae8166a7e4d5cca6380cdb49ef67add33472ec31',NULL,1795352501294,1795352501623,'ply 30
turn 2
quarters 5
variant classic
number 1
white none
black none
rated 1
',NULL);
INSERT INTO "game" VALUES('eVnPgWqeTy','alert','91c9245fc2442952c1473bfc99d35b6bb51e155414d05f01f9809bd85296a5ad','WyA2TF84PUCbkPa7','a567e4bdbd1e41f59cfb876cd65a020b','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',2,0,0,'434ad8bf31a4b4743081a1498f9509831f46920c7450e4b7583f0fb4b1a04410',NULL,1795352500016,1795352500927,'ply 30
turn 2
quarters 5
variant alert
number 1
white none
black none
rated 1
',NULL);
INSERT INTO "game" VALUES('rMazvHs5dN','prequel','34b143a371746093b5c7c4b5571fc02744cfbaa3e2bf9683b153a598dbafadeb','WyA2TF84PUCbkPa7','5957a4038d2f4fc7933ce035acf53430','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',2,0,0,'370b28b3611a0716b488334e886df4a136f6a15196e40fe68a048c904fbd868f',NULL,1795352501985,1795352502346,'ply 30
turn 2
quarters 5
variant prequel
number 1
white none
black none
rated 1
',NULL);
INSERT INTO "game" VALUES('vYEYj6ix7L','chess','735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4','WyA2TF84PUCbkPa7','84acac3fcfb14ed2a56b31398dbb2723','WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',1,0,0,'441bc0fb25779c16a15865317c4e9e9144c4bab5240a3bc47c8c5844c8600513',1810904502601,1795352502346,1795352502601,'ply 30
turn 0
quarters 0
position rn1q1rk1/ppp1ppnp/5b2/P4bp1/3p1PPP/BP6/2PPB1R1/1N1QK1NR w e1h1 - -- - - 0 16
last d5d4
variant chess
number 1
white none
black none
rated 1
','WyA2TF84PUCbkPa7');
CREATE TABLE invitation (  id TEXT NOT NULL PRIMARY KEY,  asker TEXT NOT NULL REFERENCES person,  asked TEXT NOT NULL REFERENCES person,  wish TEXT NOT NULL,  color INTEGER NOT NULL,  is_random INTEGER NOT NULL,  fate INTEGER NOT NULL,  steps INTEGER NOT NULL,  game TEXT REFERENCES game DEFERRABLE INITIALLY DEFERRED,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL,  due_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "invitation" VALUES('ALnP5bPNdGmf','WA4SbrwTC6a3M5vb','WyA2TF84PUCbkPa7','variant chess
definition 735e38eafb91948a89b7fd4190cf6c3cb2a7b73633f82555eefb135731bf2ba4
number 1
white days 14
black days 14
vacation 1
rated 1
fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w a1e1h1a8e8h8 - -- - - 0 1
',0,0,0,1,NULL,1795352502602,1795352502602,1796562102602);
CREATE TABLE invitation_step (  invitation TEXT NOT NULL REFERENCES invitation,  number INTEGER NOT NULL,  person TEXT REFERENCES person,  kind TEXT NOT NULL,  key TEXT NOT NULL,  message TEXT NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY (invitation, number)) STRICT, WITHOUT ROWID;
INSERT INTO "invitation_step" VALUES('ALnP5bPNdGmf',1,'WA4SbrwTC6a3M5vb','invite','8264904d89d24527b1f9ffb10f800b53','Good evening!',1795352502602);
CREATE TABLE mail (  id TEXT NOT NULL PRIMARY KEY,  kind TEXT NOT NULL,  person TEXT NOT NULL REFERENCES person,  address TEXT NOT NULL,  cause TEXT UNIQUE,  data TEXT NOT NULL,  state INTEGER NOT NULL,  tries INTEGER NOT NULL,  due_ms INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  changed_ms INTEGER NOT NULL,  reply TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE mail_secret (  digest TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person,  kind TEXT NOT NULL,  address TEXT NOT NULL,  expires_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE mailbox (  person TEXT NOT NULL PRIMARY KEY REFERENCES person,  address TEXT NOT NULL,  address_key TEXT NOT NULL,  confirmed_ms INTEGER NOT NULL,  wanted INTEGER NOT NULL,  digest_hour INTEGER NOT NULL, refused_ms INTEGER NOT NULL DEFAULT 0, refusal TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE moderation (  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,  at_ms INTEGER NOT NULL,  who TEXT NOT NULL,  action TEXT NOT NULL,  person TEXT NOT NULL REFERENCES person,  name TEXT NOT NULL,  reason TEXT NOT NULL) STRICT;
CREATE TABLE number (  name TEXT NOT NULL PRIMARY KEY,  value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "number" VALUES('problems_stocked',1);
CREATE TABLE pairing (  contest TEXT NOT NULL REFERENCES contest,  round INTEGER NOT NULL,  board INTEGER NOT NULL,  part INTEGER NOT NULL,  white TEXT NOT NULL REFERENCES person,  black TEXT REFERENCES person,  game TEXT REFERENCES game,  how INTEGER NOT NULL,  white_quarters INTEGER NOT NULL,  PRIMARY KEY (contest, round, board, part)) STRICT, WITHOUT ROWID;
INSERT INTO "pairing" VALUES('5niAJQXiSE',1,1,1,'uSkgXrTMZeWGRrJJ','WyA2TF84PUCbkPa7','NdYd3UeggS',1,0);
CREATE TABLE person (  id TEXT NOT NULL PRIMARY KEY,  is_account INTEGER NOT NULL,  name TEXT NOT NULL,  name_key TEXT UNIQUE,  password TEXT,  created_ms INTEGER NOT NULL, language TEXT NOT NULL DEFAULT '', standing INTEGER NOT NULL DEFAULT 0, zone TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
INSERT INTO "person" VALUES('WA4SbrwTC6a3M5vb',1,'Cyd','cyd','$argon2id$v=19$m=19456,t=2,p=1$napp6ogJOqv0B614Pvs6OQ$g6L1ZKUdZpAfRynFjSGEa0f4nF0C4z3D/lH6jxJ0cYs',1795352500013,'en',0,'');
INSERT INTO "person" VALUES('WyA2TF84PUCbkPa7',1,'Ann','ann','$argon2id$v=19$m=19456,t=2,p=1$iDs8Bt5BSng6/YSYpBQZtw$2USvFHt/mgFI84t+pjs7Lp6ShaiQGypTG0QnufgYirE',1795352499986,'en',0,'');
INSERT INTO "person" VALUES('uSkgXrTMZeWGRrJJ',1,'Ben','ben','$argon2id$v=19$m=19456,t=2,p=1$WjJTiuKmKXMjS/78CviCMg$nraoPCR9JG6SzQ9SrIx64pDNJ2yg6bQvVO8YiDupPS4',1795352499998,'en',0,'');
CREATE TABLE problem (  id TEXT NOT NULL PRIMARY KEY,  author TEXT REFERENCES person,  key TEXT,  kind TEXT NOT NULL,  fen TEXT NOT NULL,  aim TEXT NOT NULL,  moves INTEGER NOT NULL,  title TEXT NOT NULL,  remark TEXT NOT NULL,  state INTEGER NOT NULL,  verdict TEXT NOT NULL,  keys TEXT NOT NULL,  nodes INTEGER NOT NULL,  solved_count INTEGER NOT NULL,  created_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "problem" VALUES('proved-1',NULL,NULL,'alert','************/8V3/7R4/xkpp8/2x2p6/12/4p6P/2R3P5/12/P4N5P/r5rB1P2/R6K4/10R1/************ w - - Rr BBBNNZZGGGWWRJJYYYFFOOQQUMIbbbbnnnzzgggwwrrrjjyyyffooqqvumi - 0 110','mate',2,'','',1,'forced','',0,0,1);
INSERT INTO "problem" VALUES('proved-10',NULL,NULL,'alert','************/z2k8/r11/x7M3/p1x7xp/5p4p1/2pB8/5P1PO3/2p3r3X1/P1X8P/1PP3P2P1X/3J1K5R/1Z8RZ/************ w - - Mp BBBNNNGGGWWRRRJYYYFFOQQVUIbbbbnnnzgggwwrrrjjyyyffooqqvumi - 0 112','mate',2,'','',1,'forced','',0,0,10);
INSERT INTO "problem" VALUES('proved-11',NULL,NULL,'alert','************/12/12/12/kB10/3K8/12/12/12/12/12/12/12/************ w - - Kk BBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,11);
INSERT INTO "problem" VALUES('proved-12',NULL,NULL,'alert','************/11k/9K2/12/11N/12/12/12/12/12/12/12/12/************ w - - Kk BBBBNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,12);
INSERT INTO "problem" VALUES('proved-13',NULL,NULL,'alert','************/k1KB8/12/12/12/12/12/12/12/12/12/12/12/************ w - - Kk BBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,13);
INSERT INTO "problem" VALUES('proved-14',NULL,NULL,'alert','************/10k1/11N/11K/12/12/12/12/12/12/12/12/12/************ w - - Kk BBBBNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',2,'','',1,'forced','',0,0,14);
INSERT INTO "problem" VALUES('proved-15',NULL,NULL,'alert','************/12/12/12/12/12/12/12/12/12/3N8/12/k1K9/************ w - - Kk BBBBNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,15);
INSERT INTO "problem" VALUES('proved-16',NULL,NULL,'alert','************/12/12/12/12/12/12/12/12/9K2/12/9B2/11k/************ w - - Kk BBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,16);
INSERT INTO "problem" VALUES('proved-17',NULL,NULL,'alert','************/12/12/12/12/8K3/10Bk/12/12/12/12/12/12/************ w - - Kk BBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,17);
INSERT INTO "problem" VALUES('proved-18',NULL,NULL,'alert','************/12/12/12/8X3/12/12/12/12/12/9K1B/9x2/11k/************ w - - Kk BBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',2,'','',1,'forced','',0,0,18);
INSERT INTO "problem" VALUES('proved-19',NULL,NULL,'alert','************/11k/12/8K1B1/12/12/12/12/12/12/12/12/12/************ w - - Kk BBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',1,'','',1,'forced','',0,0,19);
INSERT INTO "problem" VALUES('proved-2',NULL,NULL,'alert','************/zr6g3/r11/xppp1p1kp3/p1x3pp3p/12/6P5/5P6/1X10/9v1P/8g2X/11K/12/************ b - - Kg BBBBNNNZZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzgwwrrrjjyyyffooqqumi - 3 111','mate',2,'','',1,'forced','',0,0,2);
INSERT INTO "problem" VALUES('proved-20',NULL,NULL,'alert','************/12/k11/12/12/1ZK9/12/12/12/12/12/12/12/************ w - - Kk BBBBNNNZGGGWWRRRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 60','stalemate',2,'','',1,'forced','',0,0,20);
INSERT INTO "problem" VALUES('proved-21',NULL,NULL,'modern','**********/10/10/5r4/10/1k8/10/3w6/2c7/4K5/10/********** b - - Kc BBNNNCCCWWRRRSSJQQDGbbnnnccwrrssjqqdg - 7 112','mate',2,'','',1,'forced','',0,0,21);
INSERT INTO "problem" VALUES('proved-22',NULL,NULL,'modern','**********/10/8k1/p4CC3/1p8/2p7/P9/2K4P2/10/5R4/10/********** w - - Ck BBNNNCWWRRSSJQQDGbbnnncccwwrrrssjqqdg - 3 90','mate',2,'','',1,'forced','',0,0,22);
INSERT INTO "problem" VALUES('proved-23',NULL,NULL,'modern','**********/10/9k/6CC2/10/10/10/5K4/10/9J/10/********** w - - Kk BBNNNCWWRRRSSQQDGbbnnncccwwrrrssjqqdg - 9 118','mate',3,'','',1,'forced','',0,0,23);
INSERT INTO "problem" VALUES('proved-24',NULL,NULL,'modern','**********/8R1/10/C2C5k/5Q4/10/2P7/1P4P1P1/6P3/10/3K6/********** w - - Pk BBNNNCWWRRSSJQDGbbnnncccwwrrrssjqqdg - 1 73','mate',2,'','',1,'forced','',0,0,24);
INSERT INTO "problem" VALUES('proved-25',NULL,NULL,'modern','**********/10/10/8R1/10/2pPC5/1pk2p4/5P4/1KP3P3/10/10/********** w - - Ck BBNNNCCWWRRSSJQQDGbbnnncccwwrrrssjqqdg - 1 105','mate',3,'','',1,'forced','',0,0,25);
INSERT INTO "problem" VALUES('proved-26',NULL,NULL,'modern','w********w/9r/8R1/pp2n1pp1p/5pk2b/4pb2p1/Pp2S5/1Q3N1P2/2P1CPP1PP/5K1BG1/10/*********W w f2 - Qk BNNCCWRRSJQDnncccrrssjqqdg - 2 36','mate',2,'','',1,'forced','',0,0,26);
INSERT INTO "problem" VALUES('proved-27',NULL,NULL,'modern','**********/10/7r1k/2p2c3p/pp8/4p3p1/2P1npp1P1/R4P4/4P1P1C1/9r/6K3/********** b - - Pn BBNNNCCWWRRSSJQQDGbbnnccwwrssjqqdg - 0 64','mate',3,'','',1,'forced','',0,0,27);
INSERT INTO "problem" VALUES('proved-28',NULL,NULL,'modern','**********/8Q1/1k8/10/2CJ5C/10/2P1P5/P2PW3P1/8WP/10/6R1K1/********** w - - Qk BBNNNCRRSSQDGbbnnncccwwrrrssjqqdg - 9 84','mate',2,'','',1,'forced','',0,0,28);
INSERT INTO "problem" VALUES('proved-29',NULL,NULL,'modern','**********/9Q/4R5/5ck1r1/1p1p5p/3P2P1p1/3c1P1p2/P8P/5P2P1/5K4/10/*********W w f2 - Rk BBNNNCCCWRRSSJQDGbbnnncwwrrssjqqdg - 5 78','mate',2,'','',1,'forced','',0,0,29);
INSERT INTO "problem" VALUES('proved-3',NULL,NULL,'alert','************/2R9/12/11R/12/3pk7/7Bp3/Z2X8/4P3X3/P1X2P2K1X1/1P2P4PP1/12/5Z6/************ w - - Rk BBBNNNGGGWWRRRJJYYYFFOOQQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 4 116','mate',2,'','',1,'forced','',0,0,3);
INSERT INTO "problem" VALUES('proved-30',NULL,NULL,'modern','**********/3w2k3/10/10/p1p7/1p3p1p2/10/1b5K2/3c5c/2r7/10/********** b - - Kp BBNNNCCCWWRRRSSJQQDGbnnncwrrssjqqdg - 1 85','mate',3,'','',1,'forced','',0,0,30);
INSERT INTO "problem" VALUES('proved-31',NULL,NULL,'modern','**********/10/10/6K1Bk/10/10/10/10/10/10/10/********** w - - Kk BNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',1,'','',1,'forced','',0,0,31);
INSERT INTO "problem" VALUES('proved-32',NULL,NULL,'modern','**********/10/10/10/10/10/10/10/10/3K6/kP8/********** w - - Kk BBNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',1,'','',1,'forced','',0,0,32);
INSERT INTO "problem" VALUES('proved-33',NULL,NULL,'modern','**********/10/10/10/10/10/10/10/6B2K/10/9k/********** w - - Kk BNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',1,'','',1,'forced','',0,0,33);
INSERT INTO "problem" VALUES('proved-34',NULL,NULL,'modern','**********/9k/10/9B/7K2/10/10/10/10/10/10/********** w - - Kk BNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',2,'','',1,'forced','',0,0,34);
INSERT INTO "problem" VALUES('proved-35',NULL,NULL,'modern','**********/1N8/k9/2K7/10/10/10/10/10/10/10/********** w - - Kk BBNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',2,'','',1,'forced','',0,0,35);
INSERT INTO "problem" VALUES('proved-36',NULL,NULL,'modern','**********/3k6/3P6/2K7/10/10/10/10/10/10/10/********** w - - Kk BBNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',1,'','',1,'forced','',0,0,36);
INSERT INTO "problem" VALUES('proved-37',NULL,NULL,'modern','**********/7K1k/10/8W1/10/10/10/10/10/10/10/********** w - - Kk BBNNNCCCWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',1,'','',1,'forced','',0,0,37);
INSERT INTO "problem" VALUES('proved-38',NULL,NULL,'modern','**********/9k/10/6K2N/10/10/10/10/10/10/10/********** w - - Kk BBNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',3,'','',1,'forced','',0,0,38);
INSERT INTO "problem" VALUES('proved-39',NULL,NULL,'modern','**********/k9/10/B2K6/10/10/10/10/10/10/10/********** w - - Kk BNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',2,'','',1,'forced','',0,0,39);
INSERT INTO "problem" VALUES('proved-4',NULL,NULL,'alert','************/zr4k1w2z/r1g4b2r1/1pp2ppp1p2/5p3p1p/p1x3p1x3/3p4x1B1/6P1P3/4P2q4/PWXY2u2X1P/XPP6PPX/R4GK4R/1R8ZZ/************ b a12b12g12l12 - Zq BBBNNNGGWRRJJYYFFOOQQVUMIbbbnnnggwrrjjyyyffooqvmi - 0 75','mate',3,'','',1,'forced','',0,0,4);
INSERT INTO "problem" VALUES('proved-40',NULL,NULL,'modern','**********/10/10/10/10/10/p9/10/2KB6/10/k9/********** w - - Kk BNNNCCCWWRRRSSJQQDGbbnnncccwwrrrssjqqdg - 0 60','stalemate',2,'','',1,'forced','',0,0,40);
INSERT INTO "problem" VALUES('proved-41',NULL,NULL,'classic','**********/3k6/10/10/3p5p/2j3p3/7m2/7n2/4m1m1K1/10/10/********** b - - Kn BBNNNEEMMMRRRJQQCAbbnneerrrqqca - 15 109','mate',3,'','',1,'forced','',0,0,41);
INSERT INTO "problem" VALUES('proved-42',NULL,NULL,'classic','***m******/6r3/1j1b2A1k1/2ppp5/2pn1p1p2/p9/P3P1Q3/1P2B1P3/2PP2P3/1JE7/6K3/***M**M*** w - - Pr BNNNEMRRRQCbnneemmrrqqca - 1 45','mate',2,'','',1,'forced','',0,0,42);
INSERT INTO "problem" VALUES('proved-43',NULL,NULL,'classic','**********/2r6r/8k1/7pp1/p3mpm3/3p2p1Kp/PP4P2P/2P1P2PP1/3EMM4/4N4q/R9/********** b - - Kp BBNNEMRRJQQCAbbnnneemrjqca - 1 53','mate',2,'','',1,'forced','',0,0,43);
INSERT INTO "problem" VALUES('proved-44',NULL,NULL,'classic','**********/10/5k4/5p1e2/5p2p1/7p1p/7P1P/6p1P1/6q3/8K1/10/********** b f9 - Kp BBNNNEEMMMRRRJQQCAbbnnnemmmrrrjqca - 1 82','mate',3,'','',1,'forced','',0,0,44);
INSERT INTO "problem" VALUES('proved-45',NULL,NULL,'classic','**********/10/10/10/3e6/1k8/10/10/4e1m3/1K1m6/3m6/********** b - - Ke BBNNNEEMMMRRRJQQCAbbnnnrrrjqqca - 9 114','mate',3,'','',1,'forced','',0,0,45);
INSERT INTO "problem" VALUES('proved-46',NULL,NULL,'classic','**********/8r1/3k4N1/2p1ap4/4P1p3/1p4P2p/pP7P/P9/4e2c2/8K1/10/********** b - - Nr BBNNEEMMMRRRJQQCAbbnnnemmmrrjqq - 6 81','mate',2,'','',1,'forced','',0,0,46);
INSERT INTO "problem" VALUES('proved-47',NULL,NULL,'classic','**********/5r2k1/10/7r2/1ppe6/p2p4pp/P2Pa1MnP1/1PP1A4P/7Pb1/8J1/7K2/******M*** b - - Kb BBNNNEEMRRRQQCbnnemmmrjqqc - 5 67','mate',2,'','',1,'forced','',0,0,47);
INSERT INTO "problem" VALUES('proved-48',NULL,NULL,'classic','**********/r9/5ke3/1pp1mp4/10/p3p3rp/P3P5/1PP2P1K2/2P5P1/1B8/3b2j3/********** b f9 - Kp BNNNEEMMMRRRJQQCAbnnnemmrqqca - 1 47','mate',2,'','',1,'forced','',0,0,48);
INSERT INTO "problem" VALUES('proved-49',NULL,NULL,'classic','**********/5rr3/1q2k5/pp6pp/2p1p5/2P2P4/1PepK5/P7R1/3m5P/5R4/10/********** b - - Pm BBNNNEEMMMRJQQCAbbnnnemmrjqca - 0 69','mate',2,'','',1,'forced','',0,0,49);
INSERT INTO "problem" VALUES('proved-5',NULL,NULL,'alert','******o*****/12/1r2b1k5/1p3ppp2pQ/3p1pp3G1/4p5p1/8R3/8p3/1X1P6X1/PP1G1P1P1r1P/4P1K2PPX/1r10/12/****J******* w - - Kr BBBBNNNZZGWWRRRRJYYYFFOOQVUMIbbbnnnzzgggwwrrjjyyyffoqqvumi - 0 112','mate',3,'','',1,'forced','',0,0,5);
INSERT INTO "problem" VALUES('proved-50',NULL,NULL,'classic','**********/3k6/5M4/3E1M4/4E5/9J/P9/7P2/4M5/7K2/10/********** w - - Mk BBNNNRRRQQCAbbnnneemmmrrrjqqca - 5 105','mate',3,'','',1,'forced','',0,0,50);
INSERT INTO "problem" VALUES('proved-51',NULL,NULL,'classic','**********/7N1k/6K3/10/10/10/10/10/10/10/10/********** w - - Kk BBNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,51);
INSERT INTO "problem" VALUES('proved-52',NULL,NULL,'classic','**********/k9/10/K9/N9/10/10/10/10/10/10/********** w - - Kk BBNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,52);
INSERT INTO "problem" VALUES('proved-53',NULL,NULL,'classic','**********/10/10/10/10/10/10/10/10/3K6/kP8/********** w - - Kk BBNNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,53);
INSERT INTO "problem" VALUES('proved-54',NULL,NULL,'classic','**********/k9/p9/K9/N9/10/10/10/10/10/10/********** w - - Kk BBNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,54);
INSERT INTO "problem" VALUES('proved-55',NULL,NULL,'classic','**********/10/10/10/10/10/10/10/3K6/10/kB8/********** w - - Kk BNNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,55);
INSERT INTO "problem" VALUES('proved-56',NULL,NULL,'classic','**********/9k/10/7NK1/10/10/10/10/10/10/10/********** w - - Kk BBNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,56);
INSERT INTO "problem" VALUES('proved-57',NULL,NULL,'classic','**********/7K1k/10/10/9N/10/10/10/10/10/10/********** w - - Kk BBNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,57);
INSERT INTO "problem" VALUES('proved-58',NULL,NULL,'classic','**********/10/10/10/3p6/10/10/2B7/3K6/10/k9/********** w - - Kk BNNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',2,'','',1,'forced','',0,0,58);
INSERT INTO "problem" VALUES('proved-59',NULL,NULL,'classic','**********/7K1k/9B/7p2/10/10/10/10/10/10/10/********** w - - Kk BNNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,59);
INSERT INTO "problem" VALUES('proved-6',NULL,NULL,'alert','************/12/12/9Qp1/2Z3J5/3p3X3p/1x3P4xk/1Z7P2/5B1P2P1/P10P/8P3/3R8/8K1R1/************ w - - Zx BBBNNNGGGWWRRRJYYYFFOOQVUMIbbbbnnnzzgggwwrrrrrjjyyyffooqqvumi - 0 118','mate',2,'','',1,'forced','',0,0,6);
INSERT INTO "problem" VALUES('proved-60',NULL,NULL,'classic','**********/k9/3K6/10/1N8/10/10/10/10/10/10/********** w - - Kk BBNNEEMMMRRRJJQQCAbbnnneemmmrrrjjqqca - 0 60','stalemate',1,'','',1,'forced','',0,0,60);
INSERT INTO "problem" VALUES('proved-61',NULL,NULL,'apothecary2','**********/10/5QR3/8p1/6p1p1/1p1pp1kp2/3pp5/3P2P3/PPP1PP4/3K6/7a2/********** w - - Qk - - 3 76','mate',3,'','',1,'forced','',0,0,61);
INSERT INTO "problem" VALUES('proved-62',NULL,NULL,'apothecary2','**********/10/4k5/1p8/4p2p2/1P1p2p3/3b2bP2/6P1K1/10/9r/10/********** b - - Kr - - 3 96','mate',2,'','',1,'forced','',0,0,62);
INSERT INTO "problem" VALUES('proved-63',NULL,NULL,'apothecary2','**********/10/10/4k1B3/10/5L1C2/1P3NP3/2P1P3P1/2KP6/10/10/********** w - - Lk - - 3 101','mate',3,'','',1,'forced','',0,0,63);
INSERT INTO "problem" VALUES('proved-64',NULL,NULL,'apothecary2','**********/7k2/8b1/9R/3B6/p5L3/P7P1/2P2B1K2/3P6/10/10/********** w - - Kb - - 1 94','mate',2,'','',1,'forced','',0,0,64);
INSERT INTO "problem" VALUES('proved-65',NULL,NULL,'apothecary2','**********/9r/3j6/p9/7kp1/4q5/2p7/10/9b/7K2/10/********** b - - Kq - - 3 80','mate',3,'','',1,'forced','',0,0,65);
INSERT INTO "problem" VALUES('proved-66',NULL,NULL,'apothecary2','**********/10/C9/pppk6/2n3R3/4p3p1/P3P2pP1/3P6/1P2P3P1/3Q1K4/R9/********** w - - Rk - - 2 66','mate',3,'','',1,'forced','',0,0,66);
INSERT INTO "problem" VALUES('proved-67',NULL,NULL,'apothecary2','**********/10/10/5kpK2/3b2l3/5bb3/3z6/10/7b2/10/8r1/********** b - - Kr - - 7 114','mate',3,'','',1,'forced','',0,0,67);
INSERT INTO "problem" VALUES('proved-68',NULL,NULL,'apothecary2','**********/3k6/6C3/10/7p2/p1p6r/4N5/1P2P2P2/P6P2/2K7/1R8/********** w - - Ck - - 4 70','mate',3,'','',1,'forced','',0,0,68);
INSERT INTO "problem" VALUES('proved-69',NULL,NULL,'apothecary2','**********/10/10/4k5/3z1p4/5pr3/5z2K1/2r7/bb8/10/10/********** b - - Kp - - 1 107','mate',2,'','',1,'forced','',0,0,69);
INSERT INTO "problem" VALUES('proved-7',NULL,NULL,'alert','****j*******/zr4k3rz/rb2g7/x1ppppp3p1/p1x2pp2xpp/8p3/12/4P3P2v/P2XR3X3/3P1KP3XP/Xr4P2PP1/R3J5BR/9ZRZ/************ b a12b12g12k12l12 - Kr BBBNNNGGGWWRJYYYFFOOQQVUMIbbbnnnggwwrjyyyffooqqumi - 2 84','mate',2,'','',1,'forced','',0,0,7);
INSERT INTO "problem" VALUES('proved-70',NULL,NULL,'apothecary2','**********/10/5k4/p4pp2p/1pp2b2p1/8K1/6p3/r7P1/4r4P/10/10/********** b - - Kp - - 1 76','mate',2,'','',1,'forced','',0,0,70);
INSERT INTO "problem" VALUES('proved-71',NULL,NULL,'apothecary2','**********/7N1k/6K3/10/10/10/10/10/10/10/10/********** w - - Kk - - 0 60','stalemate',1,'','',1,'forced','',0,0,71);
INSERT INTO "problem" VALUES('proved-72',NULL,NULL,'apothecary2','**********/10/10/10/10/10/10/10/10/3K6/kP8/********** w - - Kk - - 0 60','stalemate',1,'','',1,'forced','',0,0,72);
INSERT INTO "problem" VALUES('proved-73',NULL,NULL,'apothecary2','**********/k1B7/10/10/1K8/10/10/10/10/10/10/********** w - - Kk - - 0 60','stalemate',2,'','',1,'forced','',0,0,73);
INSERT INTO "problem" VALUES('proved-74',NULL,NULL,'apothecary2','**********/9k/10/7NK1/10/10/10/10/10/10/10/********** w - - Kk - - 0 60','stalemate',1,'','',1,'forced','',0,0,74);
INSERT INTO "problem" VALUES('proved-75',NULL,NULL,'apothecary2','**********/9k/10/9N/7K2/10/10/10/10/10/10/********** w - - Kk - - 0 60','stalemate',1,'','',1,'forced','',0,0,75);
INSERT INTO "problem" VALUES('proved-76',NULL,NULL,'apothecary2','**********/10/10/k1K7/10/10/2L7/10/10/10/10/********** w - - Kk - - 0 60','stalemate',1,'','',1,'forced','',0,0,76);
INSERT INTO "problem" VALUES('proved-77',NULL,NULL,'apothecary2','**********/10/10/10/10/10/10/E9/3K6/10/k9/********** w - - Kk - - 0 60','stalemate',3,'','',1,'forced','',0,0,77);
INSERT INTO "problem" VALUES('proved-78',NULL,NULL,'apothecary2','**********/10/10/10/3p6/10/10/2B7/3K6/10/k9/********** w - - Kk - - 0 60','stalemate',2,'','',1,'forced','',0,0,78);
INSERT INTO "problem" VALUES('proved-79',NULL,NULL,'apothecary2','**********/7K1k/9B/7p2/10/10/10/10/10/10/10/********** w - - Kk - - 0 60','stalemate',1,'','',1,'forced','',0,0,79);
INSERT INTO "problem" VALUES('proved-8',NULL,NULL,'alert','*******j****/10r1/r3g1k5/xp3pp5/p5p5/1x5p2p1/4z3x2p/6P2x2/P11/P4w1z2X1/3K1n3PP1/5J5v/12/************ b - - Kz BBBBNNNZZGGGWWRRRRRJYYYFFOOQQVUMIbbbbnnggwrrrjyyyffooqqumi - 0 108','mate',3,'','',1,'forced','',0,0,8);
INSERT INTO "problem" VALUES('proved-80',NULL,NULL,'apothecary2','**********/10/9k/10/8KL/10/10/10/10/10/10/********** w - - Kk - - 0 60','stalemate',2,'','',1,'forced','',0,0,80);
INSERT INTO "problem" VALUES('proved-81',NULL,NULL,'prequel','12/7pkppp/2p2p2p3/1pA3pc2c1/6n2c1c/1c2l3c3/12/2C4C2C1/3CPC1PCC1C/5P2PN2/3PK4RPP/2r3q5 b - - -- - - 0 128','mate',3,'','',1,'forced','',0,0,81);
INSERT INTO "problem" VALUES('proved-82',NULL,NULL,'prequel','6kb1l1r/p1E1c1pp1ppp/2npppl1p3/2c2cc1cnc1/3cq4cc1/7c3b/7C4/CrCBC1LCB1C1/1C1C1PP3PC/2PPN2CCN1P/PP2P2PPP2/R4R3K2 w g12l12 - -- - - 1 60','mate',2,'','',1,'forced','',0,0,82);
INSERT INTO "problem" VALUES('proved-83',NULL,NULL,'prequel','10k1/3R3ppppp/2p3p5/3c2c1cEc1/p6c1c2/5c1p4/4r7/6C1C3/1r1P3CCCCC/3CN1PN4/1P1PPP1PPPPP/4BK5R w - - -- - - 0 80','mate',2,'','',1,'forced','',0,0,83);
INSERT INTO "problem" VALUES('proved-84',NULL,NULL,'prequel','4E1c1cQ2/pppp3k4/4n1p1pp2/c1c2p1p4/1c3cc5/12/5b6/2C5C1C1/1C1C1C1C4/2P2LPN1C2/PP1PPP1PPP1P/R1L1B1K4R w a1g1l1 - -- - - 8 60','mate',3,'','',1,'forced','',0,0,84);
INSERT INTO "problem" VALUES('proved-85',NULL,NULL,'prequel','12/10p1/12/4Q3p3/6kp1cc1/8cp2/R7C3/5P1CNCCp/3C4C2C/1P1PP1P3P1/1PPKC2PP2P/9R2 w - - -- - - 7 128','mate',2,'','',1,'forced','',0,0,85);
INSERT INTO "problem" VALUES('proved-86',NULL,NULL,'prequel','2k8r/pppp3pppp1/cc2p3q2p/3c3c2c1/3b1p1P2c1/1c3P6/8C3/2C5PP1c/CCPP1CC5/PP2PP4CC/6r3PP/11K b - - -- - - 1 99','mate',2,'','',1,'forced','',0,0,86);
INSERT INTO "problem" VALUES('proved-87',NULL,NULL,'prequel','k11/12/12/12/9C2/c1Q9/1N4P5/6R2P2/P3C6C/5P6/2P1PK1PP1PP/1R10 w - - -- - - 1 128','mate',3,'','',1,'forced','',0,0,87);
INSERT INTO "problem" VALUES('proved-88',NULL,NULL,'prequel','1kc8R/pp10/c1p9/12/12/12/2C9/C3C1A3C1/C1N1C1P1CC1C/1PPP2C3P1/P3P1KPP2P/12 w - - -- - - 3 99','mate',2,'','',1,'forced','',0,0,88);
INSERT INTO "problem" VALUES('proved-89',NULL,NULL,'prequel','6r5/ppp2qb3pp/3n1l3pk1/c1cc2p2Ec1/1c5p1c2/5r4C1/3C2p1Q1C1/C1C3C5/1C1LNCPC1C1C/2BPPP1P1N2/PPP3K1PPPP/R10R w - - -- - - 10 74','mate',2,'','',1,'forced','',0,0,89);
INSERT INTO "problem" VALUES('proved-9',NULL,NULL,'alert','****j*******/1r5k2z1/12/1p3Zbppp2/p4ppp1x1p/4p7/7P1P2/PP4j5/12/2r9/X7K3/12/12/****q******* b - - Kr BBBBNNNZGGGWWRRRRRJJYYYFFOOQQVUMIbbbnnnzgggwwrrryyyffooqvumi - 2 119','mate',3,'','',1,'forced','',0,0,9);
INSERT INTO "problem" VALUES('proved-90',NULL,NULL,'prequel','2k9/ppcpp6R/c1p1c1pp1p2/3c1p1c2c1/1c2c5c1/12/r8r2/5P6/1C2P2CC2C/P1CP3P2P1/1PP3C1P1K1/12 w - - -- - - 1 127','mate',2,'','',1,'forced','',0,0,90);
INSERT INTO "problem" VALUES('proved-91',NULL,NULL,'prequel','k9r1/pp2c2pp3/2p1p2n1p2/3pc1pc2pp/2c1cc3ccc/8e3/7CC1C1/8CC2/5R5K/2r5P2P/9Pq1/12 b - - -- - - 1 116','mate',2,'','',1,'forced','',0,0,91);
INSERT INTO "problem" VALUES('proved-92',NULL,NULL,'prequel','k11/pppr5pp1/8pn1p/1c1p3p4/4R5c1/6p3b1/5p6/C3C7/3C1PP1C3/1CCP3P1P2/PPP1P5PP/5R5K w - - -- - - 0 83','mate',2,'','',1,'forced','',0,0,92);
CREATE TABLE rated (  game TEXT NOT NULL REFERENCES game,  side INTEGER NOT NULL,  person TEXT NOT NULL REFERENCES person,  opponent TEXT NOT NULL REFERENCES person,  variant TEXT NOT NULL,  clock TEXT NOT NULL,  quarters INTEGER NOT NULL,  before REAL NOT NULL,  rating REAL NOT NULL,  deviation REAL NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY (game, side)) STRICT, WITHOUT ROWID;
INSERT INTO "rated" VALUES('d7iRCUsJNZ',0,'WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ','classic','none',4,1500.0,1.66221200147034551264e+03,2.90230507782238646543e+02,1795352501623);
INSERT INTO "rated" VALUES('d7iRCUsJNZ',1,'uSkgXrTMZeWGRrJJ','WyA2TF84PUCbkPa7','classic','none',0,1500.0,1.33778799852965448737e+03,2.90230507782238646543e+02,1795352501623);
INSERT INTO "rated" VALUES('eVnPgWqeTy',0,'WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ','alert','none',4,1500.0,1.66221200147034551264e+03,2.90230507782238646543e+02,1795352500927);
INSERT INTO "rated" VALUES('eVnPgWqeTy',1,'uSkgXrTMZeWGRrJJ','WyA2TF84PUCbkPa7','alert','none',0,1500.0,1.33778799852965448737e+03,2.90230507782238646543e+02,1795352500927);
INSERT INTO "rated" VALUES('rMazvHs5dN',0,'WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ','prequel','none',4,1500.0,1.66221200147034551264e+03,2.90230507782238646543e+02,1795352502346);
INSERT INTO "rated" VALUES('rMazvHs5dN',1,'uSkgXrTMZeWGRrJJ','WyA2TF84PUCbkPa7','prequel','none',0,1500.0,1.33778799852965448737e+03,2.90230507782238646543e+02,1795352502346);
CREATE TABLE rating (  person TEXT NOT NULL REFERENCES person,  variant TEXT NOT NULL,  clock TEXT NOT NULL,  rating REAL NOT NULL,  deviation REAL NOT NULL,  volatility REAL NOT NULL,  games INTEGER NOT NULL,  at_ms INTEGER NOT NULL,  PRIMARY KEY (person, variant, clock)) STRICT, WITHOUT ROWID;
INSERT INTO "rating" VALUES('WyA2TF84PUCbkPa7','alert','none',1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795352500927);
INSERT INTO "rating" VALUES('WyA2TF84PUCbkPa7','classic','none',1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795352501623);
INSERT INTO "rating" VALUES('WyA2TF84PUCbkPa7','prequel','none',1.66221200147034551264e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795352502346);
INSERT INTO "rating" VALUES('uSkgXrTMZeWGRrJJ','alert','none',1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795352500927);
INSERT INTO "rating" VALUES('uSkgXrTMZeWGRrJJ','classic','none',1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795352501623);
INSERT INTO "rating" VALUES('uSkgXrTMZeWGRrJJ','prequel','none',1.33778799852965448737e+03,2.90230507782238646543e+02,5.99996753723381417988e-02,1,1795352502346);
CREATE TABLE recovery (  digest TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person) STRICT, WITHOUT ROWID;
CREATE TABLE reminder (  person TEXT NOT NULL PRIMARY KEY REFERENCES person,  hours TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE score (  person TEXT NOT NULL REFERENCES person,  opponent TEXT REFERENCES person,  level INTEGER NOT NULL,  count0 INTEGER NOT NULL,  count1 INTEGER NOT NULL,  count2 INTEGER NOT NULL,  count3 INTEGER NOT NULL,  count4 INTEGER NOT NULL,  at_ms INTEGER NOT NULL) STRICT;
INSERT INTO "score" VALUES('WyA2TF84PUCbkPa7','uSkgXrTMZeWGRrJJ',0,0,0,0,0,3,1795352502346);
INSERT INTO "score" VALUES('uSkgXrTMZeWGRrJJ','WyA2TF84PUCbkPa7',0,3,0,0,0,0,1795352502346);
CREATE TABLE second_factor (  person TEXT NOT NULL PRIMARY KEY REFERENCES person,  secret TEXT NOT NULL,  confirmed_ms INTEGER NOT NULL,  last_step INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE session (  digest TEXT NOT NULL PRIMARY KEY,  person TEXT NOT NULL REFERENCES person,  created_ms INTEGER NOT NULL,  seen_ms INTEGER NOT NULL,  expires_ms INTEGER NOT NULL,  agent TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT INTO "session" VALUES('01f95615cdd37b1d132ef0e140911748cc3beaf36766a6e237f98c673a2e1254','WyA2TF84PUCbkPa7',1795352499986,1795352499986,1797944499986,'');
INSERT INTO "session" VALUES('baf1fea6c94e1259b321cb1366879ef5f5352def3e9cd248a6eaa3ea91d28f50','uSkgXrTMZeWGRrJJ',1795352499998,1795352499998,1797944499998,'');
INSERT INTO "session" VALUES('d2043255dead23ca370452ac66b8204bba63d6abb3bd798ea2f34e7d9c9ae514','WA4SbrwTC6a3M5vb',1795352500013,1795352500013,1797944500013,'');
CREATE TABLE solved (  problem TEXT NOT NULL REFERENCES problem,  person TEXT NOT NULL REFERENCES person,  at_ms INTEGER NOT NULL,  PRIMARY KEY (problem, person)) STRICT, WITHOUT ROWID;
CREATE TABLE task (  id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,  kind TEXT NOT NULL,  subject TEXT NOT NULL,  data TEXT NOT NULL,  due_ms INTEGER NOT NULL,  tries INTEGER NOT NULL) STRICT;
INSERT INTO "task" VALUES(7,'invitation','ALnP5bPNdGmf','',1796562102602,0);
INSERT INTO "task" VALUES(8,'leave-end','WA4SbrwTC6a3M5vb','',1795525302604,0);
INSERT INTO "task" VALUES(9,'contest','jyeSB25YnM','begin',1821272503000,0);
INSERT INTO "task" VALUES(10,'contest','5niAJQXiSE','begin',1821272503000,0);
INSERT INTO "task" VALUES(11,'rest','NdYd3UeggS','',1795352507609,0);
CREATE TABLE token (  digest TEXT NOT NULL PRIMARY KEY,  id TEXT NOT NULL UNIQUE,  person TEXT NOT NULL REFERENCES person,  name TEXT NOT NULL,  scopes INTEGER NOT NULL,  created_ms INTEGER NOT NULL,  used_ms INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE vacation (  person TEXT NOT NULL REFERENCES person,  from_ms INTEGER NOT NULL,  until_ms INTEGER NOT NULL,  is_over INTEGER NOT NULL,  key TEXT NOT NULL,  PRIMARY KEY (person, from_ms)) STRICT, WITHOUT ROWID;
INSERT INTO "vacation" VALUES('WA4SbrwTC6a3M5vb',1795352502604,1795525302604,0,'4366f25dd18e4ef1b97e2642c8776718');
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('task',11);
COMMIT;