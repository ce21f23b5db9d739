#!/usr/bin/env python3
"""Studies: who may read and write them, several people who save at once, limits, and deletion."""
import json

from play_case import Person, PlayCase, account, eventually, main

PASSWORD = "correct horse battery"
PGN = '[ChapterId "a"]\n[Variant "chess"]\n\n1. e4 {good} e5 *\n'


class Studies(PlayCase):
    OPTIONS = ("--engines", "0")
    count = 0

    def setUp(self):
        Studies.count += 1
        self.names = ["%s%d" % (name, self.count) for name in ("Anna", "Ben", "Eve")]
        self.anna, self.ben, self.eve = (account(self.server, name) for name in self.names)
        self.stranger = Person(self.server)

    def make(self, visibility="private", **more):
        body = {"name": "Openings", "visibility": visibility, "text": PGN, **more}
        return self.expect(self.anna.post("/api/studies", **body), 201).json["id"]

    def test_rights(self):
        anna, ben, eve = self.names
        study = self.make()
        path = "/api/studies/" + study
        for other in (self.ben, self.stranger):
            for address in (path, path + "/pgn", "/study/" + study):
                self.expect(other.get(address), 404)
        self.expect(self.ben.post(path, version=1, text=PGN), 404)
        seen = self.expect(self.anna.get(path), 200).json
        self.assertEqual(
            (seen["text"], seen["version"], seen["right"], seen["owner"], seen["members"]),
            (PGN, 1, "own", anna, []),
        )
        # Readers read, writers write, the owner alone does the rest.
        self.expect(self.anna.post(path + "/members", name=ben, right="read"), 200)
        self.assertEqual(self.ben.get(path).json["right"], "read")
        self.expect(self.ben.post(path, version=1, text=PGN), 403)
        self.expect(self.anna.post(path + "/members", name=ben.lower(), right="write"), 200)
        saved = self.expect(self.ben.post(path, version=1, text=PGN + "\n"), 200).json
        self.assertEqual(saved, {"version": 2})
        self.expect(self.ben.post(path + "/settings", name="x", visibility="public"), 403)
        self.expect(self.ben.post(path + "/members", name=eve, right="read"), 403)
        self.expect(self.ben.post(path + "/members", name=ben, right="read"), 403)
        self.expect(self.ben.post(path + "/delete"), 403)
        self.assertEqual(self.anna.get(path).json["members"], [{"name": ben, "right": "write"}])
        self.expect(self.anna.post(path + "/members", name="Nobody", right="read"), 404)
        self.expect(self.anna.post(path + "/members", name=anna, right="none"), 409)
        self.expect(self.anna.post(path + "/members", name=eve, right="own"), 400)
        # A member may leave.
        self.expect(self.ben.post(path + "/members", name=ben, right="none"), 200)
        self.expect(self.ben.get(path), 404)
        # By link, and public.
        self.expect(self.anna.post(path + "/settings", name=" New  name ", visibility="link"), 200)
        self.assertEqual(self.stranger.get(path).json["name"], "New name")
        self.assertNotIn(study, self.stranger.get("/api/studies").text)
        self.expect(self.stranger.post(path, version=2, text=PGN), 401)
        self.expect(self.anna.post(path + "/settings", name="Mine", visibility="public"), 200)
        (listed,) = [
            one for one in self.stranger.get("/api/studies").json["studies"] if one["id"] == study
        ]
        self.assertEqual((listed["id"], listed["name"], listed["right"]), (study, "Mine", "read"))
        self.assertIn("Mine", self.expect(self.stranger.get("/studies"), 200).text)
        self.expect(self.anna.post(path + "/delete"), 200)
        self.expect(self.anna.get(path), 404)
        self.expect(self.anna.post(path, version=2, text=PGN), 404)

    def test_several_at_once(self):
        path = "/api/studies/" + self.make()
        self.expect(self.anna.post(path + "/members", name=self.names[1], right="write"), 200)
        self.expect(self.anna.post(path, version=1, text=PGN + "\n1. d4 *\n"), 200)
        refused = self.expect(self.ben.post(path, version=1, text="1. c4 *\n"), 409).json
        self.assertEqual(refused["error"], "conflict")
        newer = self.ben.get(path + "?after=1").json
        self.assertEqual((newer["version"], newer["text"]), (2, PGN + "\n1. d4 *\n"))
        self.assertIsNone(self.ben.get(path + "?after=2").json["text"])
        self.assertEqual(self.ben.get(path + "/pgn").text, PGN + "\n1. d4 *\n")
        # Of many that save over the same version, one succeeds.
        codes = [
            self.ben.post(path, version=2, text="1. %s *\n" % move).status
            for move in ("a4", "b4", "c4")
        ]
        self.assertEqual(codes, [200, 409, 409])

    def test_the_same_request_makes_one(self):
        first = self.make(key="the-same-key-twice")
        self.assertEqual(self.make(key="the-same-key-twice"), first)
        self.assertNotEqual(self.make(), first)

    def test_hostile(self):
        good = {"name": "x", "visibility": "private", "text": PGN}
        self.expect(self.stranger.post("/api/studies", **good), 401)
        for change in (
            {"name": ""},
            {"name": "\u202e\u200b"},
            {"name": "x" * 81},
            {"name": 5},
            {"visibility": "all"},
            {"visibility": None},
            {"text": ""},
            {"text": "x" * (256 * 1024 + 1)},
            {"text": "a\u0000b"},
            {"text": ["1. e4"]},
        ):
            self.expect(self.anna.post("/api/studies", **{**good, **change}), 400)
        self.expect(self.anna.post("/api/studies", **good, more=1), 400)
        self.expect(self.anna.post("/api/studies", **{**good, "text": "x" * 500000}), 413)
        path = "/api/studies/" + self.make("public")
        for version in (0, -1, "1", None, 1.5, 2**70):
            self.expect(self.anna.post(path, version=version, text=PGN), 400)
        self.expect(self.anna.post(path, version=7, text=PGN), 409)
        self.expect(self.anna.get("/api/studies/" + "a" * 3000), 404)
        # What is in a text is only shown: markup stays text.
        text = '[White "<script>alert(1)</script>"]\n\n{<img src=x>} *\n'
        self.expect(self.anna.post(path, version=1, text=text), 200)
        answer = self.stranger.get(path + "/pgn")
        self.assertEqual(answer.text, text)
        self.assertIn("application/x-chess-pgn", answer.headers["Content-Type"])
        self.expect(self.anna.post(path + "/settings", name="<b>", visibility="public"), 200)
        self.assertIn("&lt;b&gt;", self.stranger.get("/studies").text)

    def test_own_data_and_deletion(self):
        study = self.make("public")
        self.expect(
            self.anna.post("/api/studies/%s/members" % study, name=self.names[1], right="read"), 200
        )
        data = json.dumps(self.expect(self.anna.get("/api/account/export"), 200).json)
        self.assertIn("Openings", data)
        self.expect(
            self.anna.post("/api/account/delete", name=self.names[0], password=PASSWORD), 200
        )
        eventually(
            lambda: self.ben.get("/api/studies/" + study).status == 404, "the study has gone"
        )
        self.assertNotIn(study, self.ben.get("/api/studies").text)


class Limits(PlayCase):
    OPTIONS = ("--engines", "0", "--limits", "on")

    def test_new_studies(self):
        anna = account(self.server, "Anna")
        codes = []
        while 429 not in codes and len(codes) < 100:
            answer = anna.post("/api/studies", name="x", visibility="private", text="*")
            codes.append(answer.status)
        self.assertEqual(codes[:20], [201] * 20)
        self.assertEqual(codes[-1], 429)


main(__name__)
