/*
 * What does a promise about messages cost? Two processes on cores 0 and 1 send each other messages through rings that
 * they share: first as one writer appends to a log, then with one promise more in each step: records of our sizes,
 * which the reader clears; several senders; a turn of the receiver's threads; a checksum; checks, a table of handlers
 * and a token for the reply; counters, and a look whether any thread sleeps. Behind them stand other ways to keep all
 * promises.
 * Prints for each step and size the least and the middle time of a message one way, and of a message and its reply.
 *
 *     gcc -O2 -march=native -o promises promises.c && ./promises
 *
 * Line transfers have a fast and a slow state, so all steps are run in turns, many times: compare least with least, and
 * middle with middle where both are of one state. One way it counts, too, whether the reader keeps up: then it looks at
 * the line that the sender is about to write, and more work for the reader makes both faster.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#define INLINE static inline __attribute__((always_inline))
#define RING (128L << 10)
#define HEADER 8
#define BATCH 32
#define HANDLERS 256
#define MOST_BYTES 512
#define LAPS 2
#define AHEAD 1024L
#define LATE_BYTES 4096
#define LINE 64
#define MANY_TIMES 20000L
#define ROUNDS 41
#define FACTOR 0xD6E8FEB86659FD93UL
#define STEP 0x9E3779B97F4A7C16UL

/* The promises, and ways to keep them. */
enum {
    OUR_SIZES = 1,  /* records of our sizes; otherwise Aeron's: a header of 32 bytes, and multiples of 32 */
    CLEARED = 2,    /* a length is 0 until it is claimed; otherwise it says the position that it is for */
    MANY = 4,       /* senders move the tail by compare-and-swap; otherwise its one writer keeps it */
    TURN = 8,       /* the reader's threads take turns */
    SUM = 16,       /* a checksum of each record */
    CHECKED = 32,   /* arguments are checked, handlers are found in a table and get a token */
    SHOWN = 64,     /* counters, looks for sleepers and for senders that want room */
    LATE = 128,     /* the reader clears when nothing is there, or much was read */
    BY_SENDER = 256, /* the sender clears ahead of its records, not the reader behind itself */
    WHOLE_LINES = 512 /* each record has lines of its own */
};

#define SO_FAR(last) ((last) * 2 - 1)
#define STEPS(X)                                                                                                       \
    X(log, "a log of one writer, Aeron's sizes", 0)                                                                    \
    X(sizes, "+ our sizes", SO_FAR(OUR_SIZES))                                                                         \
    X(cleared, "+ records are cleared", SO_FAR(CLEARED))                                                               \
    X(many, "+ several senders", SO_FAR(MANY))                                                                         \
    X(turn, "+ a turn of the receiver", SO_FAR(TURN))                                                                  \
    X(sum, "+ a checksum", SO_FAR(SUM))                                                                                \
    X(checked, "+ checks, handlers, tokens", SO_FAR(CHECKED))                                                          \
    X(all, "+ counters, sleepers: all", SO_FAR(SHOWN))                                                                 \
    X(single, "all, but one sender", SO_FAR(SHOWN) & ~MANY)                                                            \
    X(plain, "all, but one sender and no turn", SO_FAR(SHOWN) & ~(MANY | TURN))                                        \
    X(kept, "all, not cleared", SO_FAR(SHOWN) & ~CLEARED)                                                              \
    X(late, "all, cleared later", SO_FAR(SHOWN) | LATE)                                                                \
    X(ahead, "all, cleared by the sender", SO_FAR(SHOWN) | BY_SENDER)                                                  \
    X(lines, "all, lines of their own", SO_FAR(SHOWN) | WHOLE_LINES)                                                   \
    X(keptlines, "the same, not cleared", (SO_FAR(SHOWN) | WHOLE_LINES) & ~CLEARED)

typedef struct {
    _Alignas(128) atomic_long value;
} word;

typedef struct {
    _Alignas(128) char ring[RING];
    word tail, known, head, wanted, cleared;
} lane;

typedef struct {
    atomic_int length; /* 0, or negative while it is claimed, or positive: see CLEARED */
    int type;
    int sum, bytes;
} record;

typedef struct {
    lane *to;
    long tail, limit, clear; /* of the sender; clear: what is behind is not */
    long head, begun;        /* of the reader; begun: what is behind was not given back */
} end;

typedef struct token token;
typedef void handler(token *, const char *, int);

/* What a rank knows; not known to the compiler. */
typedef struct {
    int size, rank, running, most;
    end out[2], in[2];
    handler *handlers[HANDLERS];
    int kinds[HANDLERS];
    atomic_long holder, rounds;
    word counts[8];
    atomic_int *sleeping;
    long handled, seen;
    long record; /* bytes of a record of the row, unless it is of no bytes, and of its payload */
    int bytes;
    long times;
} world;

struct token {
    world *in;
    handler *run;
    long head;
    int source, replied;
};

enum { REQUEST, REPLY };
enum { COUNT = 128, ECHO = 129, ANSWER = 130 };

typedef struct {
    lane lanes[2][2]; /* by network and receiver */
    word arrived[2], sleeping;
} shared;

static shared *all;
static world this;
static world *volatile known = &this;
static char local[MOST_BYTES + LINE];
static char *volatile source = local;
static void *(*volatile copy)(void *, const void *, size_t) = memcpy;

static void refuse(const char *why) {
    fprintf(stderr, "promises: %s\n", why);
    exit(1);
}

static double nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1e9 + now.tv_nsec;
}

static long size_of(int promises, int bytes) {
    if (!(promises & OUR_SIZES)) {
        return (bytes + 32 + 31) & -32L;
    }
    long size = bytes ? HEADER + 8 + bytes : HEADER + 4;
    return size <= 32 && !(promises & WHOLE_LINES) ? size <= 16 ? 16 : 32 : (size + LINE - 1) & -(long)LINE;
}

INLINE unsigned long begin(int type, int length) { return ((unsigned long)type << 32 | (unsigned)length) * FACTOR; }

INLINE int finish(unsigned long sum) { return (int)((sum ^ sum >> 32) * FACTOR >> 32); }

INLINE int sum_of(int type, int length, int bytes, int medium) {
    unsigned long sum = begin(type, length);
    return finish(medium ? sum + (unsigned long)bytes * (FACTOR + STEP) : sum);
}

/* What a length says that is complete: itself, or its position, which no other lap has. */
INLINE int complete(int promises, long position, long size) {
    return promises & CLEARED ? (int)size : (int)(position >> 3 & 0x3FFFFFFF) + 1;
}

INLINE void count(world *in, int counter, long by) {
    atomic_long *word = &in->counts[counter].value;
    atomic_store_explicit(word, atomic_load_explicit(word, memory_order_relaxed) + by, memory_order_relaxed);
}

/* Where the record begins, or -1 without room. */
INLINE long claim(int promises, end *out, long size) {
    lane *to = out->to;
    if (!(promises & MANY)) {
        long at = out->tail, left = RING - (at & (RING - 1));
        at += size > left ? left : 0;
        if (at + size > out->limit) {
            out->limit = atomic_load_explicit(&to->head.value, memory_order_acquire) + RING;
            if (at + size > out->limit) {
                return -1;
            }
        }
        out->tail = at + size;
        return at;
    }
    long tail = atomic_load_explicit(&to->tail.value, memory_order_acquire), padding;
    long head = atomic_load_explicit(&to->known.value, memory_order_acquire);
    do {
        long left = RING - (tail & (RING - 1));
        padding = size > left ? left : 0;
        if (tail + padding + size - head > RING) {
            head = atomic_load_explicit(&to->head.value, memory_order_acquire);
            if (tail + padding + size - head > RING) {
                return -1;
            }
            atomic_store_explicit(&to->known.value, head, memory_order_release);
        }
    } while (!atomic_compare_exchange_strong(&to->tail.value, &tail, tail + padding + size));
    return tail + padding;
}

/* Clears what comes behind a record before that is complete: of one sender alone, to tell what it would cost. */
INLINE void clear_ahead(end *out, long behind) {
    while (out->clear <= behind) {
        if (atomic_load_explicit(&out->to->head.value, memory_order_acquire) + RING >= out->clear + AHEAD) {
            memset(out->to->ring + (out->clear & (RING - 1)), 0, AHEAD);
            out->clear += AHEAD;
        }
    }
}

INLINE int send(int promises, world *in, int network, int peer, int handler, const char *payload, int bytes) {
    if (promises & CHECKED) {
        if (!in->running || (unsigned)peer >= (unsigned)in->size || handler < 128 || handler >= HANDLERS
            || bytes < 0 || bytes > in->most || (bytes && !payload)) {
            refuse("a check has failed");
        }
    }
    end *out = &in->out[network];
    int medium = bytes != 0, type = (in->rank + 1) << 16 | (medium ? 2 : 1) << 14 | 1 << 13 | handler;
    long size = in->record;
    int sum = promises & SUM ? sum_of(type, (int)size - HEADER, bytes, medium) : 0;
    long at = claim(promises, out, size);
    if (at < 0) {
        return 0;
    }
    record *r = (record *)(out->to->ring + (at & (RING - 1)));
    int length = complete(promises, at, size);
    atomic_store_explicit(&r->length, -length, memory_order_release);
    atomic_thread_fence(memory_order_release);
    r->type = type;
    if (promises & SUM) {
        r->sum = sum ^ (int)(at >> 3);
    }
    if (medium) {
        r->bytes = bytes;
        char *body = (char *)r + (promises & OUR_SIZES ? 16 : 32);
        if (bytes == 8) {
            *(volatile long *)body = *(const volatile long *)payload;
        } else {
            copy(body, payload, bytes);
        }
    }
    if (promises & BY_SENDER) {
        clear_ahead(out, at + 2 * size);
    }
    atomic_store_explicit(&r->length, length, memory_order_release);
    if (!(promises & MANY)) {
        atomic_store_explicit(&out->to->tail.value, at + size, memory_order_release);
    }
    if (promises & SHOWN) {
        if (atomic_load_explicit(in->sleeping, memory_order_relaxed)) {
            refuse("nobody sleeps");
        }
        count(in, 0, 1);
        if (medium) {
            count(in, 1, bytes);
        }
    }
    return 1;
}

INLINE void send_surely(int promises, world *in, int network, int handler, const char *payload, int bytes) {
    while (!send(promises, in, network, in->rank ^ 1, handler, payload, bytes)) {
        __builtin_ia32_pause();
    }
}

INLINE void look_at(world *in, const char *payload, int bytes) {
    if (bytes) {
        in->seen += *(const volatile long *)payload;
    }
}

/* Clears the ring from one position to another before that is given back. */
INLINE void clear(lane *from, long first, long behind) {
    char *at = from->ring + (first & (RING - 1));
    if (behind - first > LINE) {
        memset(at, 0, behind - first);
    } else {
        for (long i = 0; i < behind - first; i += 8) {
            *(volatile long *)(at + i) = 0;
        }
    }
}

INLINE void give(int promises, end *in, int idle) {
    if (promises & CLEARED && !(promises & BY_SENDER)) {
        int is_whole = (in->head & (RING - 1)) > (in->begun & (RING - 1));
        if (promises & LATE && !idle && is_whole && in->head - in->begun < LATE_BYTES) {
            return;
        }
        clear(in->to, in->begun, in->head);
    }
    in->begun = in->head;
    atomic_store_explicit(&in->to->head.value, in->head, memory_order_release);
}

INLINE long begin_of(end *in, long size) {
    long left = RING - (in->head & (RING - 1));
    return in->head + (size > left ? left : 0);
}

INLINE int is_complete(int promises, int length, long at, long size) {
    return promises & CLEARED ? length > 0 : length == complete(promises, at, size);
}

INLINE int take(int promises, world *in, int network, long size, handler *straight) {
    end *from = &in->in[network];
    long at = begin_of(from, size);
    if (at != from->head) { /* nothing fits before the edge */
        give(promises, from, 1);
        from->head = from->begun = at;
    }
    record *r = (record *)(from->to->ring + (at & (RING - 1)));
    if (!is_complete(promises, atomic_load_explicit(&r->length, memory_order_acquire), at, size)) {
        if (promises & LATE && from->begun != from->head) {
            give(promises, from, 1);
        }
        return 0;
    }
    if (promises & TURN) {
        long nobody = 0;
        if (atomic_load_explicit(&in->holder, memory_order_relaxed)
            || !atomic_compare_exchange_strong(&in->holder, &nobody, 1)) {
            return 0;
        }
    }
    int taken = 0;
    long start = from->head;
    do {
        int type = r->type, medium = (type >> 14 & 3) == 2, bytes = medium ? r->bytes : 0;
        const char *payload = (char *)r + (promises & OUR_SIZES ? 16 : 32);
        if (promises & SUM) {
            if ((sum_of(type, (int)size - HEADER, bytes, medium) ^ (int)(at >> 3)) != r->sum || bytes < 0
                || bytes > size - HEADER || (type >> 16) - 1 != (in->rank ^ 1)) {
                refuse("a record is damaged");
            }
        }
        token t = {in, straight, type & 0xFFFF, in->rank ^ 1, 0};
        if (promises & CHECKED) {
            int handler = type & 255;
            t.run = in->handlers[handler];
            if (!t.run || !(in->kinds[handler] & 1 << (type >> 14 & 3))) {
                refuse("no handler");
            }
        }
        t.run(&t, payload, bytes);
        taken++;
        from->head = at + size;
        at = begin_of(from, size);
        r = (record *)(from->to->ring + (at & (RING - 1)));
    } while (taken < BATCH && at > start && (at & (RING - 1)) > (start & (RING - 1))
             && is_complete(promises, atomic_load_explicit(&r->length, memory_order_acquire), at, size));
    give(promises, from, 0);
    if (promises & SHOWN) {
        if (atomic_load_explicit(&from->to->wanted.value, memory_order_relaxed)) {
            refuse("nobody wants room");
        }
        count(in, 2, 1);
        count(in, 3, taken);
    }
    if (promises & TURN) {
        atomic_store_explicit(&in->rounds, atomic_load_explicit(&in->rounds, memory_order_relaxed) + 1,
                              memory_order_release);
        atomic_store_explicit(&in->holder, 0, memory_order_release);
        if (promises & SHOWN && atomic_load_explicit(in->sleeping, memory_order_relaxed)) {
            refuse("nobody sleeps");
        }
    }
    return taken;
}

/* All that a step runs, compiled for it alone. */
#define COMPILE(name, text, promises)                                                                                  \
    static void count_##name(token *t, const char *payload, int bytes) {                                               \
        look_at(t->in, payload, bytes);                                                                                \
        t->in->handled++;                                                                                              \
    }                                                                                                                  \
    static void echo_##name(token *t, const char *payload, int bytes) {                                                \
        world *in = t->in;                                                                                             \
        look_at(in, payload, bytes);                                                                                   \
        if ((promises) & CHECKED && (!t->run || t->replied)) {                                                         \
            refuse("a token is expired");                                                                              \
        }                                                                                                              \
        t->replied = 1;                                                                                                \
        send_surely(promises, in, REPLY, ANSWER, payload, bytes);                                                      \
        in->handled++;                                                                                                 \
    }                                                                                                                  \
    static void poll_##name(world *in, long goal, handler *straight) {                                                 \
        while (in->handled < goal) {                                                                                   \
            int taken = take(promises, in, REPLY, in->record, straight);                                               \
            if (!taken && !take(promises, in, REQUEST, in->record, straight)) {                                        \
                __builtin_ia32_pause();                                                                                \
            }                                                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static void trips_##name(world *in) {                                                                              \
        if (in->rank) {                                                                                                \
            poll_##name(in, in->handled + in->times, echo_##name);                                                     \
            return;                                                                                                    \
        }                                                                                                              \
        for (long i = 0; i < in->times; i++) {                                                                         \
            send_surely(promises, in, REQUEST, ECHO, source, in->bytes);                                               \
            poll_##name(in, in->handled + 1, count_##name);                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    static void one_way_##name(world *in) {                                                                            \
        if (in->rank) {                                                                                                \
            poll_##name(in, in->handled + in->times, count_##name);                                                    \
            send_surely(promises, in, REPLY, ANSWER, source, in->bytes);                                               \
            return;                                                                                                    \
        }                                                                                                              \
        for (long i = 0; i < in->times; i++) {                                                                         \
            send_surely(promises, in, REQUEST, COUNT, source, in->bytes);                                              \
        }                                                                                                              \
        poll_##name(in, in->handled + 1, count_##name);                                                                \
    }
STEPS(COMPILE)

static const struct {
    const char *name;
    int promises;
    void (*trips)(world *), (*one_way)(world *);
    handler *count, *echo;
} steps[] = {
#define ENTRY(name, text, promises) {text, promises, trips_##name, one_way_##name, count_##name, echo_##name},
    STEPS(ENTRY)};
#define STEP_COUNT (int)(sizeof steps / sizeof *steps)

static void barrier(void) {
    atomic_long *mine = &all->arrived[this.rank].value, *other = &all->arrived[this.rank ^ 1].value;
    long goal = atomic_load(mine) + 1;
    atomic_store(mine, goal);
    while (atomic_load(other) < goal) {
        __builtin_ia32_pause();
    }
}

static void prepare(int step, int bytes) {
    barrier();
    if (this.rank == 0) {
        memset(all->lanes, 0, sizeof all->lanes);
    }
    for (int network = 0; network < 2; network++) {
        this.out[network] = (end){.to = &all->lanes[network][this.rank ^ 1], .limit = RING, .clear = RING};
        this.in[network] = (end){.to = &all->lanes[network][this.rank]};
    }
    this.bytes = bytes;
    this.record = size_of(steps[step].promises, bytes);
    this.handlers[COUNT] = this.handlers[ANSWER] = steps[step].count;
    this.handlers[ECHO] = steps[step].echo;
    this.kinds[COUNT] = this.kinds[ANSWER] = this.kinds[ECHO] = 6;
    barrier();
}

/* Time of one, behind so many laps of the ring. */
static double measure(void (*body)(world *), long times, long laps) {
    this.times = laps * RING / this.record;
    body(known);
    this.times = times;
    barrier();
    double start = nanos();
    body(known);
    return (nanos() - start) / times;
}

static int ascending(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return (difference > 0) - (difference < 0);
}

static void rows(int bytes) {
    static double ways[STEP_COUNT][ROUNDS], trips[STEP_COUNT][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        for (int step = 0; step < STEP_COUNT; step++) {
            prepare(step, bytes);
            ways[step][round] = measure(steps[step].one_way, MANY_TIMES, LAPS);
            trips[step][round] = measure(steps[step].trips, MANY_TIMES / 8, 0);
        }
    }
    for (int step = 0; step < STEP_COUNT && this.rank == 0; step++) {
        qsort(ways[step], ROUNDS, sizeof(double), ascending);
        qsort(trips[step], ROUNDS, sizeof(double), ascending);
        printf("%4d  %-36s %7.1f %7.1f   %7.1f %7.1f\n", bytes, steps[step].name, ways[step][0],
               ways[step][ROUNDS / 2], trips[step][0], trips[step][ROUNDS / 2]);
    }
}

static void bind_to(int core) {
    cpu_set_t cores;
    CPU_ZERO(&cores);
    CPU_SET(core, &cores);
    if (sched_setaffinity(0, sizeof cores, &cores)) {
        refuse("needs two cores");
    }
}

int main(void) {
    char name[] = "/dev/shm/promises-XXXXXX";
    int file = mkstemp(name);
    if (file < 0 || unlink(name) || ftruncate(file, sizeof(shared))) {
        refuse("/dev/shm gives no memory");
    }
    all = mmap(0, sizeof(shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, file, 0);
    if (all == MAP_FAILED) {
        refuse("memory cannot be mapped");
    }
    this.size = 2;
    this.running = 1;
    this.most = MOST_BYTES;
    this.sleeping = (atomic_int *)&all->sleeping.value;
    pid_t child = fork();
    this.rank = child == 0;
    bind_to(this.rank);
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
    } else {
        printf("bytes, ns: one way least, middle; round trip least, middle\n");
    }
    rows(0);
    rows(8);
    rows(64);
    rows(512);
    if (child && waitpid(child, 0, 0) != child) {
        refuse("the other process is lost");
    }
    return 0;
}
