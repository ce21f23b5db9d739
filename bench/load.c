/* Loads a running server with players and spectators. usage: load URL [--streams N] [--rate M]
 * [--seconds S] [--games G] [--computers C] [--per-address A]
 *
 * Guests make G games by link (200) over the five variants and play random legal moves, M a
 * second (300) in all, for S seconds (20), while N event streams (2000) watch. A move is due at
 * its time even if earlier answers are missing, and its latency counts from then; delays of
 * this program itself are reported separately, and the times from sending. A move that the
 * server refuses because of overload (503) is replaced by another one when its game has its
 * next turn, so that the load lasts. In C more games (0) the computer is to move, at its
 * highest level: it should not slow anybody down. A of its connections (50 by default) share an
 * address.
 * The server must run with `--limits off`, or allow what each address does. The program is
 * single-threaded and ends after S + 30 seconds. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "base/random.h"
#include "definition/file/definition.h"
#include "net/json_in.h"
#include "notation/coordinate.h"
#include "rules/kernel/movegen.h"

enum {
    GAMES_MAX = 2000,
    STREAMS_MAX = 10000,
    ANSWER_MAX = 262144, /* bytes of a response; that of a long game has some 30 kB */
    STREAM_MAX = 16384,  /* of one event */
    TEXT_MAX = 1024,
    US = 1000000,
    OVERLOADED = 503,
    RETRY_S = 2, /* when a refused stream is asked for again */
    GRACE_S = 30
};

typedef enum role {
    ROLE_PLAYER,
    ROLE_WATCHER
} role;

typedef struct player {
    role role;
    int socket;
    size_t game;
    char cookie[256];
    char *answer;
    size_t length;
} player;

typedef struct watcher {
    role role;
    int socket;
    size_t game;
    char bytes[STREAM_MAX];
    size_t length;
    bool is_open;      /* its head has been read */
    uint64_t again_us; /* when it is asked for again, since it was refused; 0: it was not */
} watcher;

typedef struct match {
    player sides[2];
    char id[64];
    apo_position pos;
    apo_move move;
    unsigned ply;
    uint64_t due_us, sent_us;
    bool is_asking, is_over;
} match;

typedef struct samples {
    uint32_t *us;
    size_t count, capacity;
} samples;

static struct {
    const char *host;
    struct sockaddr_in address;
    size_t game_count, stream_count, rate, seconds, computer_count, per_address;
    match *games;
    watcher *watchers;
    int epoll;
    size_t connection_count;
    size_t sent, late, refused, finished, lost, repeated;
    samples answers, events;
    samples delays; /* sent after it was due */
    samples waits;  /* from sending to the answer */
    apo_random random;
    uint64_t key;
} load;

static uint64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * US + (uint64_t)now.tv_nsec / 1000;
}

static _Noreturn void fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(1);
}

static void *allocate(size_t size)
{
    void *block = calloc(1, size);
    if (block == NULL)
        fail("out of memory");
    return block;
}

static void add_sample(samples *list, uint64_t us)
{
    if (list->count < list->capacity)
        list->us[list->count++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

/* --- Connections --------------------------------------------------------- */

/* Spreads the connections over local addresses, like different people. */
static void choose_source(int descriptor)
{
    struct sockaddr_in source = load.address;
    uint32_t target = ntohl(load.address.sin_addr.s_addr);
    if (target >> 24 != 127)
        return;
    source.sin_port = 0;
    source.sin_addr.s_addr =
        htonl((127U << 24) + 2 + (uint32_t)(load.connection_count / load.per_address));
    if (bind(descriptor, (struct sockaddr *)&source, sizeof source) != 0)
        fail("bind: %s", strerror(errno));
}

static int connect_one(void)
{
    int on = 1, descriptor = socket(AF_INET, SOCK_STREAM, 0);
    struct timeval patience = {GRACE_S, 0};
    if (descriptor < 0)
        fail("socket: %s", strerror(errno));
    choose_source(descriptor);
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (connect(descriptor, (struct sockaddr *)&load.address, sizeof load.address) != 0)
        fail("connect: %s", strerror(errno));
    load.connection_count++;
    return descriptor;
}

static void watch(int descriptor, void *who)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = who}};
    if (fcntl(descriptor, F_SETFL, O_NONBLOCK) != 0 ||
        epoll_ctl(load.epoll, EPOLL_CTL_ADD, descriptor, &event) != 0)
        fail("epoll: %s", strerror(errno));
}

/* Requests are small: a socket that does not accept one at once means a server in trouble. */
static void send_all(int descriptor, const char *text, size_t length)
{
    if (send(descriptor, text, length, MSG_NOSIGNAL) != (ssize_t)length)
        fail("send: %s", strerror(errno));
}

static void send_request(const player *one, const char *method, const char *path,
                         const char *body)
{
    char text[2 * TEXT_MAX];
    int length = snprintf(text, sizeof text,
                          "%s %s HTTP/1.1\r\nHost: %s\r\nOrigin: http://%s\r\n"
                          "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                          "%s%s%s\r\n%s",
                          method, path, load.host, load.host, strlen(body),
                          one->cookie[0] != '\0' ? "Cookie: apo_session=" : "", one->cookie,
                          one->cookie[0] != '\0' ? "\r\n" : "", body);
    if (length < 0 || (size_t)length >= sizeof text)
        fail("a request is too long");
    send_all(one->socket, text, (size_t)length);
}

/* The value of a response header, up to one of the marks; false if it is missing. */
static bool find_header(const player *one, const char *name, const char *marks, char *out,
                        size_t size)
{
    const char *at = strstr(one->answer, name);
    const char *end = strstr(one->answer, "\r\n\r\n");
    if (at == NULL || end == NULL || at > end)
        return false;
    at += strlen(name);
    size_t length = strcspn(at, marks);
    if (length >= size)
        return false;
    memcpy(out, at, length);
    out[length] = '\0';
    return true;
}

/* The body once it is complete; NULL before. */
static const char *whole_body(const player *one)
{
    char number[24];
    const char *end = strstr(one->answer, "\r\n\r\n");
    if (end == NULL)
        return NULL;
    if (!find_header(one, "\r\nContent-Length: ", "\r", number, sizeof number))
        fail("an answer without length: %s", one->answer);
    size_t head = (size_t)(end - one->answer) + 4;
    return one->length >= head + strtoul(number, NULL, 10) ? end + 4 : NULL;
}

static unsigned status_of(const char *answer)
{
    return (unsigned)strtoul(answer + sizeof "HTTP/1.1", NULL, 10);
}

/* Reads the available bytes; false if the connection has ended. */
static bool read_more(player *one)
{
    if (one->length + 1 >= ANSWER_MAX)
        fail("an answer is too long");
    ssize_t got = recv(one->socket, one->answer + one->length, ANSWER_MAX - 1 - one->length, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (got <= 0)
        return false;
    one->length += (size_t)got;
    one->answer[one->length] = '\0';
    return true;
}

static void clear_answer(player *one)
{
    one->length = 0;
    one->answer[0] = '\0';
}

/* Sends a request and waits, during setup. Returns the status; the body is left in *body. */
static unsigned ask(player *one, const char *path, const char *request, const char **body)
{
    clear_answer(one);
    send_request(one, "POST", path, request);
    while ((*body = whole_body(one)) == NULL)
        if (!read_more(one))
            fail("the server closed the connection at %s", path);
    find_header(one, "\r\nSet-Cookie: apo_session=", ";\r", one->cookie, sizeof one->cookie);
    return status_of(one->answer);
}

/* --- Making the games ---------------------------------------------------- */

static const char *const variants[] = {"alert", "modern", "classic", "apothecary2", "prequel"};

enum {
    VARIANTS = sizeof variants / sizeof variants[0]
};

static void copy_member(const char *body, const char *name, char *out, size_t size)
{
    apo_json_in *document = NULL;
    apo_span text;
    if (apo_json_in_read(&document, apo_span_of(body), NULL) != APO_OK ||
        !apo_json_in_text(apo_json_in_member(apo_json_in_root(document), name), &text) ||
        text.length >= size)
        fail("no %s in %s", name, body);
    memcpy(out, text.text, text.length);
    out[text.length] = '\0';
    apo_json_in_free(document);
}

static void open_player(player *one, size_t game)
{
    one->role = ROLE_PLAYER;
    one->game = game;
    one->answer = allocate(ANSWER_MAX);
    one->socket = connect_one();
}

static void make_game(size_t index, const apo_variant *game)
{
    match *made = &load.games[index];
    const char *body;
    char text[TEXT_MAX], link[TEXT_MAX / 4], path[TEXT_MAX];
    open_player(&made->sides[0], index);
    open_player(&made->sides[1], index);
    snprintf(text, sizeof text,
             "{\"key\":\"load%016llx\",\"variant\":\"%s\",\"start\":{\"number\":1},"
             "\"color\":\"white\",\"opponent\":{\"kind\":\"link\"},"
             "\"clock\":{\"kind\":\"live\",\"base_ms\":3600000,\"increment_ms\":0}}",
             (unsigned long long)load.key++, variants[index % VARIANTS]);
    if (ask(&made->sides[0], "/api/games", text, &body) != 201)
        fail("no game was made: %s", body);
    copy_member(body, "id", made->id, sizeof made->id);
    copy_member(body, "link", link, sizeof link);
    const char *secret = strrchr(link, '#');
    snprintf(path, sizeof path, "/api/games/%s/join", made->id);
    snprintf(text, sizeof text, "{\"key\":\"load%016llx\",\"secret\":\"%s\"}",
             (unsigned long long)load.key++, secret == NULL ? link : secret + 1);
    if (ask(&made->sides[1], path, text, &body) >= 300)
        fail("nobody could join: %s", body);
    if (apo_position_start(&made->pos, game, 0, 1) != APO_OK)
        fail("%s has no start 1", variants[index % VARIANTS]);
}

static void make_games(void)
{
    apo_variant *games[VARIANTS];
    for (size_t i = 0; i < VARIANTS; i++)
        if (apo_definition_open(&games[i], apo_span_of(variants[i]), NULL, NULL) != APO_OK)
            fail("there is no game %s", variants[i]);
    for (size_t i = 0; i < load.game_count; i++)
        make_game(i, games[i % VARIANTS]);
    for (size_t i = 0; i < load.game_count; i++) {
        watch(load.games[i].sides[0].socket, &load.games[i].sides[0]);
        watch(load.games[i].sides[1].socket, &load.games[i].sides[1]);
    }
}

/* Makes games in which the computer has White, and thinks. */
static void make_computer_games(void)
{
    char text[TEXT_MAX];
    const char *body;
    for (size_t i = 0; i < load.computer_count; i++) {
        player one = {.role = ROLE_PLAYER};
        open_player(&one, 0);
        snprintf(text, sizeof text,
                 "{\"key\":\"load%016llx\",\"variant\":\"%s\",\"start\":{\"number\":1},"
                 "\"color\":\"black\",\"opponent\":{\"kind\":\"computer\",\"level\":8},"
                 "\"clock\":{\"kind\":\"none\"}}",
                 (unsigned long long)load.key++, variants[i % VARIANTS]);
        if (ask(&one, "/api/games", text, &body) != 201)
            fail("no game against the computer was made: %s", body);
        close(one.socket);
        free(one.answer);
    }
}

static void open_stream(watcher *one)
{
    char text[TEXT_MAX];
    one->again_us = 0;
    one->length = 0;
    one->socket = connect_one();
    int length =
        snprintf(text, sizeof text, "GET /api/games/%s/events HTTP/1.1\r\nHost: %s\r\n\r\n",
                 load.games[one->game].id, load.host);
    send_all(one->socket, text, (size_t)length);
    watch(one->socket, one);
}

static void open_streams(void)
{
    for (size_t i = 0; i < load.stream_count; i++) {
        watcher *one = &load.watchers[i];
        one->role = ROLE_WATCHER;
        one->game = i % load.game_count;
        open_stream(one);
    }
}

/* As a page does that the server has refused because of overload. */
static void open_stream_later(watcher *one)
{
    close(one->socket);
    one->again_us = now_us() + RETRY_S * US;
    load.repeated++;
}

/* --- Playing ------------------------------------------------------------- */

static bool choose_move(match *game)
{
    static apo_moves moves;
    apo_moves_legal(apo_moves_start(&moves), &game->pos);
    if (moves.list.count == 0)
        return false;
    game->move = moves.list.moves[apo_random_below(&load.random, (uint32_t)moves.list.count)];
    return true;
}

static void send_move(match *game, uint64_t due_us)
{
    char path[TEXT_MAX], body[TEXT_MAX], move[APO_COORDINATE_MAX];
    player *mover = &game->sides[game->ply % 2];
    if (!choose_move(game)) {
        game->is_over = true;
        return;
    }
    apo_text text = apo_text_start(move, sizeof move);
    apo_coordinate_write(&text, &game->pos, &game->move);
    snprintf(path, sizeof path, "/api/games/%s/moves", game->id);
    snprintf(body, sizeof body, "{\"key\":\"load%016llx\",\"ply\":%u,\"move\":\"%s\"}",
             (unsigned long long)load.key++, game->ply, move);
    clear_answer(mover);
    game->is_asking = true;
    game->due_us = due_us;
    game->sent_us = now_us();
    load.sent++;
    add_sample(&load.delays, game->sent_us - due_us);
    send_request(mover, "POST", path, body);
}

/* The next game, in turn, without a pending request. */
static match *free_game(void)
{
    static size_t next;
    for (size_t i = 0; i < load.game_count; i++) {
        match *game = &load.games[next++ % load.game_count];
        if (!game->is_asking && !game->is_over)
            return game;
    }
    return NULL;
}

static void take_answer(player *one)
{
    match *game = &load.games[one->game];
    if (!read_more(one))
        fail("the server closed a player's connection");
    const char *body = whole_body(one);
    if (body == NULL || !game->is_asking)
        return;
    game->is_asking = false;
    unsigned status = status_of(one->answer);
    if (status == 200) {
        add_sample(&load.answers, now_us() - game->due_us);
        add_sample(&load.waits, now_us() - game->sent_us);
        apo_play(&game->pos, &game->move);
        game->ply++;
        return;
    }
    game->is_over = status != OVERLOADED;
    if (strstr(body, "\"finished\"") != NULL)
        load.finished++;
    else if (load.refused++ == 0)
        fprintf(stderr, "load: %u %s\n", status, body);
}

/* Counts the moves among the complete events received. */
static void count_events(watcher *one)
{
    char *at = one->bytes, *end;
    while ((end = strstr(at, "\n\n")) != NULL) {
        *end = '\0';
        if (strstr(at, "event: move") != NULL)
            add_sample(&load.events, now_us() - load.games[one->game].due_us);
        at = end + 2;
    }
    one->length -= (size_t)(at - one->bytes);
    memmove(one->bytes, at, one->length + 1);
}

static void take_events(watcher *one)
{
    ssize_t got = recv(one->socket, one->bytes + one->length, STREAM_MAX - 1 - one->length, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        load.lost++;
        epoll_ctl(load.epoll, EPOLL_CTL_DEL, one->socket, NULL);
        return;
    }
    one->length += (size_t)got;
    one->bytes[one->length] = '\0';
    if (!one->is_open) {
        char *end = strstr(one->bytes, "\r\n\r\n");
        if (end == NULL)
            return;
        unsigned status = status_of(one->bytes);
        if (status == OVERLOADED) {
            open_stream_later(one);
            return;
        }
        if (status != 200)
            fail("a stream was refused: %s", one->bytes);
        one->is_open = true;
    }
    count_events(one);
}

static void wait_for(int ms)
{
    struct epoll_event events[256];
    int count = epoll_wait(load.epoll, events, 256, ms);
    for (int i = 0; i < count; i++) {
        if (*(const role *)events[i].data.ptr == ROLE_PLAYER)
            take_answer(events[i].data.ptr);
        else
            take_events(events[i].data.ptr);
    }
}

/* Waits until all streams are open and quiet. */
static void settle(void)
{
    uint64_t end = now_us() + (uint64_t)GRACE_S * US;
    for (size_t open = 0; open < load.stream_count; open = 0) {
        if (now_us() > end)
            fail("not all streams were opened in %d seconds", GRACE_S);
        wait_for(50);
        for (size_t i = 0; i < load.stream_count; i++)
            if (load.watchers[i].again_us > 0 && load.watchers[i].again_us < now_us())
                open_stream(&load.watchers[i]);
        while (open < load.stream_count && load.watchers[open].is_open)
            open++;
        if (open == load.stream_count)
            break;
    }
    wait_for(200);
    load.events.count = 0;
}

static void play(void)
{
    uint64_t begin = now_us(), done = 0, all = (uint64_t)load.rate * load.seconds;
    uint64_t last = begin + (load.seconds + GRACE_S) * US;
    while (done < all && now_us() < last) {
        uint64_t due = begin + done * US / load.rate, now = now_us();
        if (now < due) {
            wait_for((int)((due - now) / 1000));
            continue;
        }
        match *game = free_game();
        if (game == NULL) {
            load.late++;
            wait_for(1);
            continue;
        }
        send_move(game, due);
        done++;
        wait_for(0);
    }
    for (uint64_t end = now_us() + 2 * US; now_us() < end;)
        wait_for(50);
}

/* --- What came out ------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static double part_ms(const samples *list, size_t per_mille)
{
    size_t index = (list->count - 1) * per_mille / 1000;
    return list->count == 0 ? 0 : list->us[index] / 1000.0;
}

static void print_samples(const char *name, samples *list)
{
    qsort(list->us, list->count, sizeof *list->us, compare);
    printf("%-24s%8zu   median %7.2f   90%% %7.2f   99%% %7.2f   longest %7.2f ms\n", name,
           list->count, part_ms(list, 500), part_ms(list, 900), part_ms(list, 990),
           part_ms(list, 1000));
}

static void print_all(void)
{
    printf("%zu streams, %zu games, %zu moves a second for %zu s, %zu games against the "
           "computer\n",
           load.stream_count, load.game_count, load.rate, load.seconds, load.computer_count);
    print_samples("answers to moves", &load.answers);
    print_samples("the same, from sending", &load.waits);
    print_samples("moves seen by watchers", &load.events);
    print_samples("of that, sent too late", &load.delays);
    printf("sent %zu, games finished %zu, refused %zu, streams lost %zu, no game was free %zu "
           "times, streams refused while they were opened %zu\n",
           load.sent, load.finished, load.refused, load.lost, load.late, load.repeated);
}

/* --- Starting ------------------------------------------------------------ */

static void read_url(const char *url)
{
    char host[64];
    const char *at = strncmp(url, "http://", 7) == 0 ? url + 7 : url;
    const char *colon = strrchr(at, ':');
    if (colon == NULL || (size_t)(colon - at) >= sizeof host)
        fail("%s is no address like http://127.0.0.1:8080", url);
    memcpy(host, at, (size_t)(colon - at));
    host[colon - at] = '\0';
    load.host = at;
    load.address.sin_family = AF_INET;
    load.address.sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
    if (inet_pton(AF_INET, host, &load.address.sin_addr) != 1)
        fail("%s is no address like http://127.0.0.1:8080", url);
}

static void read_options(int argc, char **argv)
{
    const struct {
        const char *name;
        size_t *place, maximum;
    } names[] = {{"--streams", &load.stream_count, STREAMS_MAX},
                 {"--rate", &load.rate, 100000},
                 {"--seconds", &load.seconds, 3600},
                 {"--games", &load.game_count, GAMES_MAX},
                 {"--computers", &load.computer_count, GAMES_MAX},
                 {"--per-address", &load.per_address, 1000}};

    const size_t count = sizeof names / sizeof names[0];

    if (argc < 2 || argc % 2 != 0)
        fail("usage: load URL [--streams N] [--rate M] [--seconds S] [--games G] "
             "[--computers C] [--per-address A]");
    read_url(argv[1]);
    for (int i = 2; i < argc; i += 2) {
        size_t n = 0;
        while (n < count && strcmp(names[n].name, argv[i]) != 0)
            n++;
        unsigned long number = strtoul(argv[i + 1], NULL, 10);
        bool may_be_none = n < count && (names[n].place == &load.stream_count ||
                                         names[n].place == &load.computer_count);
        if (n == count || number > names[n].maximum || (number == 0 && !may_be_none))
            fail("unknown or wrong: %s %s", argv[i], argv[i + 1]);
        *names[n].place = number;
    }
}

static void prepare(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    size_t moves = load.rate * load.seconds;
    load.answers.capacity = load.delays.capacity = load.waits.capacity = moves;
    load.events.capacity = moves * (load.stream_count / load.game_count + 1);
    load.answers.us = allocate(moves * sizeof(uint32_t));
    load.delays.us = allocate(moves * sizeof(uint32_t));
    load.waits.us = allocate(moves * sizeof(uint32_t));
    load.events.us = allocate(load.events.capacity * sizeof(uint32_t));
    load.games = allocate(load.game_count * sizeof *load.games);
    load.watchers = allocate((load.stream_count + 1) * sizeof *load.watchers);
    load.epoll = epoll_create1(0);
    if (load.epoll < 0)
        fail("epoll: %s", strerror(errno));
}

int main(int argc, char **argv)
{
    load.game_count = 200;
    load.stream_count = 2000;
    load.rate = 300;
    load.per_address = 50;
    load.seconds = 20;
    load.key = now_us();
    apo_random_seed(&load.random, 1);
    read_options(argc, argv);
    prepare();
    make_games();
    open_streams();
    settle();
    make_computer_games();
    play();
    print_all();
    return load.refused > 0 || load.lost > 0 || load.answers.count == 0;
}
