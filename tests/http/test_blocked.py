#!/usr/bin/env python3
"""Nobody who is blocked can reach the one who has blocked them: every address by which somebody is
told something, or shown a text of another person, is tried. And hostile texts come out clean."""
import json
import re
import subprocess

import cup_case
import play_case
from cup_case import setup
from play_case import Events, PlayCase, account, eventually, main
from test_moderation import moderate

PGN = '[Variant "chess"]\n\n1. e4 *\n'
OVER = '[Variant "chess"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
WORD = "Gotcha"  # in every text of the one who is blocked

# Addresses that notify nobody, or only those who want it: the account's own data, the lobby,
# moderators, moves and offers in games that have begun.
SILENT = """
account/delete apps archive/collection/delete archive/games/{id}/delete archive/games/{id}/review
archive/import browser-key bot/account/upgrade bot/game/{id}/abort bot/game/{id}/move/{move}
bot/game/{id}/chat bot/game/{id}/resign bot/game/{id}/takeback/{answer}
challenge/{id}/accept challenge/{id}/cancel
drafts/{id} drafts/{id}/delete forgot lessons games/{id}/answer games/{id}/cancel games/{id}/claim
games/{id}/desk games/{id}/flag games/{id}/moves games/{id}/resign games/{id}/withdraw language
login login/passkey login/passkey/begin logout logout-everywhere mail mail/address notices/choices
notices/read passkeys passkeys/begin passkeys/delete password people/{name}/block
people/{name}/messages/read people/{name}/mute people/{name}/report people/{name}/unblock
people/{name}/unfollow people/{name}/unmute positions problems problems/{id}/solved
problems/{id}/try push push/end register reminders second-factor/begin second-factor/confirm
second-factor/end sessions/end studies studies/{id} studies/{id}/delete studies/{id}/settings
token/test tokens tokens/{id}/revoke tournaments/{id}/begin tournaments/{id}/bye
tournaments/{id}/cancel tournaments/{id}/leave tournaments/{id}/remove vacation vacation/end
workshop/games workshop/games/{name}/{id}/hide workshop/games/{name}/{id}/show
workshop/games/{name}/{id}/versions zone invitations/{id}/withdraw
series work/acquire work/{id}/renew work/{id}/return work/{id}/result
tournaments/{id}/join tournaments/{id}/found tournaments/{id}/raise tournaments/{id}/release
""".split()


class Blocked(PlayCase):
    def two(self, suffix):
        return account(self.server, "Anna" + suffix), account(self.server, "Bert" + suffix)

    def game(self, anna, bert, **setup):
        id, secret = anna.make(**setup)
        self.expect(bert.post("/api/games/%s/join" % id, secret=secret), 200)
        return id

    def seen(self, person):
        """All that a person is shown of others."""
        paths = ["notices", "messages", "invitations", "following", "people/Bert-0/messages"]
        texts = [person.get("/api/" + path).text for path in paths]
        texts += [person.get(path).text for path in ("/studies", "/invitations", "/notices")]
        return [text for text in texts if text]

    def prepare(self):
        """What is open between the two when Anna blocks Bert."""
        anna, bert = self.two("-0")
        running = self.game(
            anna, bert, clock={"kind": "live", "base_ms": 300000, "increment_ms": 0}
        )
        done = self.game(anna, bert, clock={"kind": "days", "days": 3})
        self.expect(anna.post("/api/games/%s/resign" % done), 200)
        asked = self.expect(
            anna.post("/api/invitations", to="Bert-0", variant="chess", message="Play?"), 201
        ).json["id"]
        lobby, _ = anna.make(opponent="open", variant="chess")
        public, _ = account(self.server, "Host-0").make(opponent="open", variant="chess")
        study = self.expect(
            bert.post("/api/studies", name=WORD, visibility="private", text=PGN), 201
        ).json["id"]
        self.expect(anna.post("/api/archive/import", text=OVER), 200)
        self.expect(anna.post("/api/archive/collection/show"), 200)
        shown = anna.get("/api/archive?mine=yes").json["games"][0]["id"]
        read = self.expect(
            anna.post("/api/studies", name="Open", visibility="public", text=PGN), 201
        ).json["id"]
        return anna, bert, running, done, asked, lobby, public, study, shown, read

    def doors(self, bert, running, done, asked, lobby, public, study, shown, read):
        """(address in OpenAPI, the request): each reaches Anna if it is accepted."""
        invite = {"to": "Anna-0", "variant": "chess", "message": WORD}
        game = "/api/games/%s/" % running
        yield "games/{id}/chat", lambda: bert.post(game + "chat", text=WORD)
        yield "games/{id}/chat", lambda: bert.post(game + "chat", preset="hello")
        yield "games/{id}/chat", lambda: bert.post("/api/games/%s/chat" % done, text=WORD)
        yield "games/{id}/give-time", lambda: bert.post(game + "give-time", ply=0)
        yield "games/{id}/offer", lambda: bert.post(game + "offer", ply=0, what="takeback")
        yield "games/{id}/rematch", lambda: bert.post("/api/games/%s/rematch" % done)
        yield "games/{id}/join", lambda: bert.post("/api/games/%s/join" % lobby)
        yield "people/{name}/messages", lambda: bert.post("/api/people/Anna-0/messages", text=WORD)
        yield "people/{name}/follow", lambda: bert.post("/api/people/Anna-0/follow")
        yield "invitations", lambda: bert.post("/api/invitations", **invite)
        yield "archive/games/{id}/comments", lambda: bert.post(
            "/api/archive/games/%s/comments" % shown, text=WORD
        )
        yield "studies/{id}/comments", lambda: bert.post(
            "/api/studies/%s/comments" % read, text=WORD
        )
        for answer in ("decline", "accept", "counter"):
            more = {"variant": "chess"} if answer == "counter" else {}
            path = "/api/invitations/%s/%s" % (asked, answer)
            yield "invitations/{id}/" + answer, (
                lambda path=path, more=more: bert.post(path, message=WORD, **more)
            )
        yield "studies/{id}/members", lambda: bert.post(
            "/api/studies/%s/members" % study, name="Anna-0", right="read"
        )
        yield "challenge/{name}", lambda: bert.post(
            "/api/challenge/Anna-0", **{"clock.limit": 300, "clock.increment": 0}
        )
        yield "challenge/{id}/decline", lambda: bert.post("/api/challenge/%s/decline" % asked)

    def test_every_door_is_shut(self):
        anna, bert, *places = self.prepare()
        public = places[4]
        self.expect(anna.post("/api/people/Bert-0/block"), 200)
        feed = Events(anna, "/api/me/events")
        feed.wait("ready")
        self.expect(anna.get("/notices"), 200)  # reads them
        eventually(lambda: anna.get("/api/notices/count").json["unread"] == 0, "they are read")
        before, told = self.seen(anna), len(feed.items)
        tried = set()
        for address, knock in self.doors(bert, *places):
            answer = knock()
            self.assertIn(answer.status, range(400, 500), (address, answer.text))
            tried.add(address)
        # Where writing is allowed because others read it, Anna gets no notice and does not see it.
        self.expect(bert.post("/api/games/%s/chat" % public, text="@Anna-0 " + WORD), 201)
        self.assertNotIn(WORD, anna.get("/api/games/%s/chat" % public).text)
        # Nor of a tournament to which she is invited.
        made = bert.post("/api/tournaments", **setup(name=WORD, entry="invited"))
        cup = "/api/tournaments/%s/invite" % self.expect(made, 201).json["id"]
        bert.post(cup, player="Anna-0")
        opened = bert.post("/api/games", variant="chess", opponent={"kind": "open"}, color="white")
        self.expect(opened, 201)
        for path in ("/notices", "/invitations", "/studies", "/messages", "/tournaments"):
            self.assertNotIn(WORD, anna.get(path).text, path)
        self.assertEqual(self.seen(anna), before)
        told = [item for item in feed.items[told:] if item[1] in ("message", "invitation")]
        self.assertFalse(told)
        feed.close()
        self.check_complete(tried | {"tournaments", "tournaments/{id}/invite", "games"})

    def check_complete(self, tried):
        """A new address that takes a text or names a person must be put into one of the lists."""
        run = subprocess.run([play_case.COMMAND, "openapi"], capture_output=True, check=True)
        posts = set()
        for path, item in json.loads(run.stdout)["paths"].items():
            body = json.dumps(item.get("post", {}).get("requestBody", {}))
            names = re.findall(r'"(text|message|name|reason|remark|title|to|player)": {', body)
            if "post" in item and path[:5] == "/api/" and (names or "{name}" in path):
                posts.add(path[5:])
        unknown = posts - tried - set(SILENT)
        self.assertFalse(unknown, "can these reach somebody who has blocked the sender?")
        self.assertFalse(set(SILENT) & tried)

    def test_what_was_shared_ends(self):
        """Studies shared before: their names and texts are read by the other."""
        anna, bert = self.two("-2")
        made, names = {}, {anna: "Anna-2", bert: "Bert-2"}
        for owner, member in ((anna, bert), (bert, anna)):
            answer = owner.post("/api/studies", name="Ours", visibility="private", text=PGN)
            made[owner] = "/api/studies/" + self.expect(answer, 201).json["id"]
            path = made[owner] + "/members"
            self.expect(owner.post(path, name=names[member], right="write"), 200)
            self.expect(member.post(made[owner], version=1, text=PGN + "{Hello}"), 200)
        shown = dict(name=WORD, visibility="public", text=PGN)
        self.expect(bert.post("/api/studies", **shown), 201)
        self.expect(anna.post("/api/people/Bert-2/block"), 200)
        answer = bert.post(made[anna], version=2, text="{%s} *" % WORD)
        self.assertIn(answer.status, (403, 404))
        self.expect(bert.post(made[bert] + "/settings", name=WORD, visibility="private"), 200)
        self.expect(anna.get(made[bert]), 404)
        for path in ("/studies", "/api/studies"):
            self.assertNotIn(WORD, anna.get(path).text, path)
            self.assertIn(WORD, account(self.server, cup_case.new_name()).get(path).text)

    def test_own_tournaments(self):
        """Who is blocked by the organiser cannot enter: an exhibition would seat the two at one
        board, and the name of a team is read by the other."""
        anna, bert = self.two("-3")
        for more, word in (
            ({"system": "exhibition"}, "/join"),
            ({"system": "teams", "boards": 2}, "/found"),
            ({"entry": "invited"}, "/join"),
        ):
            made = self.expect(anna.post("/api/tournaments", **setup(**more)), 201)
            path = "/api/tournaments/" + made.json["id"]
            if "entry" in more:
                self.expect(anna.post(path + "/invite", player="Bert-3"), 200)
            self.expect(anna.post("/api/people/Bert-3/block"), 200)
            body = {"name": WORD} if word == "/found" else {}
            self.expect(bert.post(path + word, **body), 403, "forbidden")
            self.expect(anna.post("/api/people/Bert-3/unblock"), 200)
            self.expect(bert.post(path + word, **body), 200)

    def test_words_of_before(self):
        """What the other has written earlier, or writes in public, is no longer shown: words of
        invitations, names and texts in lists, names of teams."""
        anna, bert = self.two("-8")
        carl, word = self.third("-8"), "Caught"
        body = dict(to="Anna-8", variant="chess", message=word)
        asked = self.expect(bert.post("/api/invitations", **body), 201).json["id"]
        self.expect(anna.post("/api/invitations/%s/decline" % asked), 200)
        self.expect(bert.post("/api/tournaments", **setup(name=word)), 201)
        self.expect(bert.post("/api/series", name=word), 201)
        text = "[game]\nname = %s\nbase = chess\n" % word
        self.expect(bert.post("/api/workshop/games", id="gotcha", text=text), 201)
        mate = "k7/8/2K5/8/8/8/8/1Q6 w - - 0 1"
        body = dict(variant="chess", fen=mate, aim="mate", moves=1, title=word)
        self.expect(bert.post("/api/problems", **body), 201)
        made = carl.post("/api/tournaments", **setup(system="teams", boards=2))
        cup = "/tournaments/" + self.expect(made, 201).json["id"]
        self.expect(bert.post("/api%s/found" % cup, name=word), 200)
        paths = ["/api/invitations", "/invitations", cup, "/api" + cup]
        series = self.expect(bert.post("/api/series", name="A %s series" % word), 201).json["id"]
        own = setup(name="A %s cup" % word, text="%s in words" % word, series=series)
        own = "/tournaments/" + self.expect(bert.post("/api/tournaments", **own), 201).json["id"]
        self.expect(anna.post("/api%s/join" % own), 200)
        self.expect(anna.get("/tournaments"), 200)
        paths += [own, "/api" + own, "/series/" + series, "/api/series/" + series]
        for path in ("/tournaments", "/series", "/workshop/games", "/problems"):
            paths += [path, "/api" + path]

        def reads(person):
            return {path for path in paths if word in self.expect(person.get(path), 200).text}

        eventually(lambda: len(reads(anna)) == len(paths), "the problem is public")
        self.expect(anna.post("/api/people/Bert-8/block"), 200)
        self.assertEqual(reads(anna), set())
        self.assertIn("Team 1", anna.get(cup).text)
        self.assertEqual(anna.get("/api" + cup).json["teams"][0]["name"], "Team 1")
        neutral = "Tournament by Bert-8"
        self.assertEqual(anna.get("/api" + own).json["name"], neutral)
        self.assertIn(neutral, anna.get(own).text)
        self.assertIn(neutral, anna.get("/tournaments").text)  # she takes part
        self.assertIn("Series by Bert-8", anna.get(own).text)
        self.assertEqual(anna.get("/api/series/" + series).json["name"], "Series by Bert-8")
        self.assertEqual(len(reads(carl)), len(paths) - 2)  # without the invitation
        self.expect(anna.post("/api/people/Bert-8/unblock"), 200)
        self.assertEqual(len(reads(anna)), len(paths))

    def third(self, suffix):
        return account(self.server, "Carl" + suffix)

    def share(self, owner, **rights):
        """A study of the owner with these members."""
        made = owner.post("/api/studies", name="Ours", visibility="private", text=PGN)
        path = "/api/studies/" + self.expect(made, 201).json["id"]
        for name, right in rights.items():
            answer = owner.post(path + "/members", name=name.replace("_", "-"), right=right)
            self.expect(answer, 200)
        return path

    def members(self, owner, path):
        return {one["name"]: one["right"] for one in owner.get(path).json["members"]}

    def test_studies_of_others(self):
        """Two members of a third person's study, one of whom writes: the one who blocks leaves. Nor
        can the owner bring them together afterwards; two who only read do not meet."""
        anna, bert = self.two("-4")
        carl = self.third("-4")
        written = self.share(carl, Anna_4="read", Bert_4="write")
        read = self.share(carl, Anna_4="read", Bert_4="read")
        self.expect(anna.post("/api/people/Bert-4/block"), 200)
        self.assertEqual(self.members(carl, written), {"Bert-4": "write"})
        self.assertEqual(self.members(carl, read), {"Anna-4": "read", "Bert-4": "read"})
        self.expect(bert.post(written, version=1, text="{%s} *" % WORD), 200)
        self.expect(anna.get(written), 404)
        for path, name, right in (
            (written, "Anna-4", "read"),
            (written, "Anna-4", "write"),
            (read, "Bert-4", "write"),
            (read, "Anna-4", "write"),
        ):
            answer = carl.post(path + "/members", name=name, right=right)
            self.expect(answer, 403, "forbidden")
        # Without the one the other is welcome.
        self.expect(carl.post(written + "/members", name="Bert-4", right="none"), 200)
        self.expect(carl.post(written + "/members", name="Anna-4", right="read"), 200)

    def test_teams_of_others(self):
        """Two cannot be in one team of a third person's tournament; they may be in two."""
        anna, bert = self.two("-6")
        carl = self.third("-6")
        made = carl.post("/api/tournaments", **setup(system="teams", boards=2))
        path = "/api/tournaments/" + self.expect(made, 201).json["id"]
        self.expect(carl.post(path + "/found", name="Carl's"), 200)
        self.expect(anna.post(path + "/join", team=1), 200)
        self.expect(anna.post("/api/people/Bert-6/block"), 200)
        self.expect(bert.post(path + "/join", team=1), 403, "forbidden")
        self.expect(bert.post(path + "/found", name="Bert's"), 200)

    def test_muted_owners(self):
        """Their studies are not listed to those who have muted them; nor to anybody, if it was a
        moderator. They save what nobody else is shown."""
        anna, bert = self.two("-7")
        carl = self.third("-7")
        name = "%s by Bert" % WORD
        shown = dict(name=name, visibility="public", text=PGN)
        public = "/api/studies/" + self.expect(bert.post("/api/studies", **shown), 201).json["id"]
        shared = self.share(bert, Carl_7="read")
        own = self.share(bert)
        others = self.share(carl, Bert_7="write")

        def listed(person):
            return [name in person.get(path).text for path in ("/studies", "/api/studies")]

        self.expect(anna.post("/api/people/Bert-7/mute"), 200)
        self.assertEqual(listed(anna), [False, False])
        self.assertEqual(listed(carl), [True, True])
        self.expect(anna.post("/api/people/Bert-7/unmute"), 200)
        self.assertEqual(listed(anna), [True, True])
        self.assertEqual(moderate(self.server, "mute", "Bert-7").returncode, 0)
        self.assertEqual(listed(anna), [False, False])
        self.assertIn(name, bert.get("/studies").text)
        for path in (public, shared, others):
            self.expect(bert.post(path, version=1, text=PGN), 403, "forbidden")
        self.expect(bert.post(own, version=1, text=PGN), 200)
        self.expect(bert.post(own + "/members", name="Anna-7", right="read"), 403)
        hide = dict(visibility="private")
        self.expect(bert.post(shared + "/settings", name=WORD, **hide), 403, "forbidden")
        self.expect(bert.post(shared + "/settings", name="Ours", **hide), 200)
        self.expect(bert.post(public + "/settings", name=WORD, **hide), 200)
        self.expect(bert.post(public, version=1, text=PGN), 200)

    def test_declining_is_silent(self):
        """Blocked after the invitation was read: it can be declined, but without a word."""
        anna, bert = self.two("-1")
        asked = self.expect(
            anna.post("/api/invitations", to="Bert-1", variant="chess", message="Play?"), 201
        ).json["id"]
        self.expect(bert.post("/api/people/Anna-1/block"), 200)
        answer = bert.post("/api/invitations/%s/decline" % asked, message=WORD)
        self.assertIn(answer.status, (200, 409))
        self.assertNotIn(WORD, anna.get("/invitations").text + anna.get("/notices").text)


main(__name__)
