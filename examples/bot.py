#!/usr/bin/env python3
"""A small bot: it plays for an account on an Apothecary server, through the API.

usage: bot.py SERVER TOKEN_FILE

The token needs the scopes read, play and invite. The bot accepts every invitation, to
whatever game, and plays one of the legal moves that the server lists. To make it play well, change
choose().

Needs only Python 3.
"""
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

PAUSE_S = 2
SILENCE_S = 60  # the server sends something every 15 seconds


class Server:
    def __init__(self, url, token):
        self.url = url.rstrip("/")
        self.token = token

    def ask(self, path, **members):
        """Sends a GET, or a POST if there are members. Returns the status and the response."""
        body = json.dumps(members).encode() if members else None
        request = urllib.request.Request(
            self.url + path,
            body,
            {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def listen(self, path):
        """The events of a stream, as they come: (event, data). Ends with the connection."""
        request = urllib.request.Request(
            self.url + path,
            headers={"Authorization": "Bearer " + self.token, "Accept": "application/x-ndjson"},
        )
        with urllib.request.urlopen(request, timeout=SILENCE_S) as stream:
            for line in stream:
                if line.strip():  # an empty line: the server is still there
                    event = json.loads(line)
                    yield event["event"], event["data"]

    def post(self, path, **members):
        """A POST needs a key of its own: sent twice, it has one effect."""
        return self.ask(path, key=uuid.uuid4().hex, **members)


def choose(game):
    """A move, one of game["legal_moves"]. `game` is what GET /api/games/<id> answers: its FEN is
    game["fen"], the moves so far are game["moves"]. This bot plays any of them."""
    return random.choice(game["legal_moves"])


def play(server, id):
    status, game = server.ask("/api/games/" + id)
    if status != 200 or game["turn"] != game["you"]:
        return
    move = choose(game)
    status, answer = server.post("/api/games/%s/moves" % id, ply=game["ply"], move=move)
    while status == 429:
        time.sleep(PAUSE_S)
        status, answer = server.post("/api/games/%s/moves" % id, ply=game["ply"], move=move)
    if status == 200:  # anything else: the game has gone on
        print(id, answer["ply"], move, flush=True)


def answer_invitations(server):
    status, invitations = server.ask("/api/invitations")
    if status == 200:
        for one in invitations["asked"]:
            server.post("/api/invitations/%s/accept" % one["id"])


def listen(server):
    """The stream begins with everything that waits, so it can break off at any time."""
    for event, data in server.listen("/api/me/events"):
        if event == "turn":
            play(server, data["game"])
        elif event == "invitation":
            answer_invitations(server)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[2], encoding="ascii") as file:
        server = Server(sys.argv[1], file.read().strip())
    while True:
        try:
            listen(server)
        except (OSError, ValueError) as error:
            print(error, file=sys.stderr)
        time.sleep(PAUSE_S)


if __name__ == "__main__":
    main()
