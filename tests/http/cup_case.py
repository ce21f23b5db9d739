"""Shared by the tournament tests: accounts that announce one, join, play and count."""
import os
import time

from play_case import WAIT_S, account

DAY_MS = 24 * 3600 * 1000
count = 0


def new_name(word="T"):
    global count
    count += 1
    return "%s%d_%d" % (word, os.getpid(), count)


def setup(**more):
    made = {
        "name": "A small cup",
        "variant": "alert",
        "system": "round-robin",
        "clock": {"kind": "days", "days": 3},
        "players_min": 2,
        "players_max": 8,
        "closes": int(time.time() * 1000) + DAY_MS,
    }
    made.update(more)
    return made


def finish(white, black, id, quarters):
    """Ends a game by agreement or resignation; quarters are White's."""
    game = white.game(id)
    if quarters in (0, 4):
        answer = (white if quarters == 0 else black).post("/api/games/%s/resign" % id)
    else:
        what = {1: "advantage-black", 2: "draw", 3: "advantage-white"}[quarters]
        answer = white.post("/api/games/%s/offer" % id, ply=game["ply"], what=what)
        if answer.status == 200:
            answer = black.post("/api/games/%s/answer" % id, what=what, accept=True)
    return answer


class Cup:
    """A tournament and the accounts that play it."""

    def __init__(self, server, players, organiser=None, people=None, **more):
        self.people = people or {}
        for _ in range(players - len(self.people)):
            name = new_name()
            self.people[name] = account(server, name)
        self.names = list(self.people)
        self.organiser = organiser or self.people[self.names[0]]
        answer = self.organiser.post("/api/tournaments", **setup(**more))
        assert answer.status == 201, answer.text
        self.path = "/api/tournaments/" + answer.json["id"]

    def join_all(self):
        for person in self.people.values():
            answer = person.post(self.path + "/join")
            assert answer.status == 200, answer.text

    def begin(self):
        answer = self.organiser.post(self.path + "/begin")
        assert answer.status == 200, answer.text

    def state(self):
        """The tournament as a stranger sees it."""
        return type(self.organiser)(self.organiser.server).get(self.path).json

    def wait(self, condition, what):
        until = time.monotonic() + WAIT_S
        while time.monotonic() < until:
            state = self.state()
            if condition(state):
                return state
            time.sleep(0.05)
        raise AssertionError("%s: %r" % (what, state))

    def wait_round(self, number):
        return self.wait(
            lambda s: s["round"] >= number and any(p["state"] == "running" for p in s["pairings"]),
            "round %d" % number,
        )

    def running(self, state):
        return [p for p in state["pairings"] if p["state"] == "running"]

    def finish(self, pairing, quarters):
        answer = finish(
            self.people[pairing["white"]], self.people[pairing["black"]], pairing["game"], quarters
        )
        assert answer.status == 200, answer.text

    def add_up(self, case, results):
        """Asserts that it is over, each pairing as in `results` by game, and the points are those
        of the pairings; the ids of its games."""
        state, games = self.state(), []
        case.assertEqual(state["state"], "finished")
        points = {line["name"]: line["quarters"] for line in state["table"]}
        for p in state["pairings"]:
            case.assertIn(p["state"], ("played", "bye"))
            points[p["white"]] -= p["white_quarters"]
            if p["state"] == "played":
                games.append(p["game"])
                case.assertEqual(p["white_quarters"], results[p["game"]])
                points[p["black"]] -= 4 - p["white_quarters"]
        case.assertEqual(set(points.values()), {0})
        case.assertEqual(len(set(games)), len(games))
        return games
