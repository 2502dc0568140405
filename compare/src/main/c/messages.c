/*
 * Rows of messages, as somebody would write them in C for ranks that share memory: rings of records, one per receiver,
 * to which anybody sends. What is as large as a long message travels beside the ring: straight to where it is wanted,
 * and a record tells of it.
 */
#include "floor.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RING (52L << 20)
#define RING_BYTES (512L << 10)
#define RING_MASK (RING_BYTES - 1)
#define RECORD_HEADER 8
#define RECORD_ALIGNMENT 8L
#define MESSAGE 1
#define PADDING (-1)
#define BATCH 64
#define SHORT_BYTES 8
#define LONG_BYTES (64L << 10)

/* A record of a ring; the header is what stands before the payload. */
typedef struct {
    _Atomic int length; /* with the header: 0 before it is claimed, negative until it is complete */
    int type;
    char payload[];
} record_t;

/*
 * A ring of records from any sender to one reader; the shape of the rings in which the library's messages travel.
 * Positions count from the beginning, a record is in one piece, and what is left before the edge is a record of
 * padding. The reader clears what it has read before it gives the room back, so a length that is not 0 is always of
 * this round.
 */
typedef struct {
    _Alignas(LINE) char records[RING_BYTES];
    line_t tail;      /* where the next record begins; senders, by compare-and-swap */
    line_t head_seen; /* some earlier head, which spares senders the reader's line; senders, by release */
    line_t head;      /* where the reader goes on; the reader, by release */
} ring_t;

typedef void (*handler_t)(const char *payload, int bytes);

static ring_t *inbox, *outbox;
static long handled;       /* messages */
static int record_payload; /* bytes in a record of the row */
static int is_long;        /* whether the row's payload travels beside the ring, to the beginning of the segments */

static void *(*volatile copy)(void *, const void *, size_t) = memcpy;
static void *(*volatile fill)(void *, int, size_t) = memset;

static record_t *record_at(ring_t *ring, long position) {
    return (record_t *)(ring->records + (position & RING_MASK));
}

static record_t *open_record(ring_t *ring, long position, int length, int type) {
    record_t *record = record_at(ring, position);
    atomic_store_explicit(&record->length, -length, memory_order_release);
    atomic_thread_fence(memory_order_release);
    record->type = type;
    return record;
}

static void complete_record(record_t *record) {
    int length = -atomic_load_explicit(&record->length, memory_order_relaxed);
    atomic_store_explicit(&record->length, length, memory_order_release);
}

/* The record to fill and complete, or NULL while there is no room. */
static record_t *claim(ring_t *ring, int bytes) {
    long needed = (bytes + RECORD_HEADER + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT;
    long head = atomic_load_explicit(&ring->head_seen.count, memory_order_acquire);
    long position = atomic_load_explicit(&ring->tail.count, memory_order_acquire), padding;
    do {
        long to_edge = RING_BYTES - (position & RING_MASK);
        padding = needed > to_edge ? to_edge : 0;
        if (position + padding + needed - head > RING_BYTES) {
            head = atomic_load_explicit(&ring->head.count, memory_order_acquire);
            if (position + padding + needed - head > RING_BYTES) {
                return NULL;
            }
            atomic_store_explicit(&ring->head_seen.count, head, memory_order_release);
        }
    } while (!atomic_compare_exchange_strong(&ring->tail.count, &position, position + padding + needed));
    if (padding) {
        complete_record(open_record(ring, position, (int)padding, PADDING));
    }
    return open_record(ring, position + padding, bytes + RECORD_HEADER, MESSAGE);
}

/* Handles what is complete, up to the edge and some messages at most; returns how many there were. */
static int take(ring_t *ring, handler_t handle) {
    long head = atomic_load_explicit(&ring->head.count, memory_order_relaxed);
    long to_edge = RING_BYTES - (head & RING_MASK), taken = 0;
    int messages = 0;
    while (taken < to_edge && messages < BATCH) {
        record_t *record = record_at(ring, head + taken);
        int length = atomic_load_explicit(&record->length, memory_order_acquire);
        if (length <= 0) {
            break;
        }
        taken += (length + RECORD_ALIGNMENT - 1) & -RECORD_ALIGNMENT;
        if (record->type != PADDING) {
            messages++;
            handle(record->payload, length - RECORD_HEADER);
        }
    }
    if (taken) {
        fill(record_at(ring, head), 0, taken);
        atomic_store_explicit(&ring->head.count, head + taken, memory_order_release);
    }
    return messages;
}

/* With more ranks than cores, a rank that has nothing to do makes room for one that has. */
static void idle(void) {
    if (ranks > 2) {
        sched_yield();
    } else {
        PAUSE();
    }
}

static void send_message(const char *payload, int bytes) {
    record_t *record;
    while (!(record = claim(outbox, bytes))) {
        idle();
    }
    if (bytes == 8) {
        *(volatile long *)record->payload = *(const volatile long *)payload;
    } else if (bytes) {
        copy(record->payload, payload, bytes);
    }
    complete_record(record);
}

/* The receiver looks at the first word, at least. */
static void look_at(const char *payload, int bytes) {
    if (bytes) {
        sink = *(const volatile long *)payload;
    }
}

static char *landing(int r) { return segments[r]; }

static void count_message(const char *payload, int bytes) {
    look_at(is_long ? landing(rank) : payload, bytes);
    handled++;
}

static void echo_message(const char *payload, int bytes) {
    look_at(payload, bytes);
    send_message(payload, bytes);
    handled++;
}

/*
 * How long a wait spins where ranks share cores, as the library decides it: while a score is left, for so many looks. A
 * wait that spins in vain takes some of the score away; without any, one wait in so many tries.
 */
enum { ROUNDS = 200, MOST = 8, PENALTY = 4, OFTENEST = 16, RAREST = 1024 };

static int score = MOST, every = OFTENEST, untried;

static int rounds_to_spin(void) {
    if (score > 0) {
        return ROUNDS;
    }
    if (++untried < every) {
        return 0;
    }
    untried = 0;
    return ROUNDS;
}

static void met(void) {
    if (score < MOST && ++score == MOST) {
        every = OFTENEST;
    }
}

static void missed(void) {
    score = score > PENALTY ? score - PENALTY : 0;
    if (score == 0) {
        every = every < RAREST ? 2 * every : RAREST;
    }
}

static void take_sharing(long goal, handler_t handle) {
    int looks = 0, rounds = 0;
    while (handled < goal) {
        if (take(inbox, handle)) {
            if (looks > 0 && looks <= rounds) {
                met();
            }
            looks = 0;
            continue;
        }
        if (looks++ == 0) {
            rounds = rounds_to_spin();
        }
        if (looks <= rounds) {
            PAUSE();
            continue;
        }
        if (rounds > 0 && looks == rounds + 1) {
            missed();
        }
        sched_yield();
    }
}

static void take_until(long goal, handler_t handle) {
    if (ranks > 2) {
        take_sharing(goal, handle);
        return;
    }
    while (handled < goal) {
        if (!take(inbox, handle)) {
            PAUSE();
        }
    }
}

static void send(void) {
    if (is_long) {
        copy(landing(rank ^ 1), local, bytes_of_row);
    }
    send_message(local, record_payload);
}

static void echo_long(const char *payload, int bytes) {
    look_at(landing(rank), bytes);
    copy(landing(rank ^ 1), landing(rank), bytes_of_row);
    echo_message(payload, bytes);
}

static void round_trips(long times) {
    if (rank % 2 == 1) {
        take_until(handled + times, is_long ? echo_long : echo_message);
        return;
    }
    for (long i = 0; i < times; i++) {
        send();
        take_until(handled + 1, count_message);
    }
}

/* A message comes back when all have been handled. */
static void one_way(long times) {
    if (rank % 2 == 1) {
        take_until(handled + times, count_message);
        send_message(local, record_payload);
        return;
    }
    for (long i = 0; i < times; i++) {
        send();
    }
    take_until(handled + 1, count_message);
}

/* The short messages of the rings are what names a handler, and one argument: so many bytes at least. */
static void row(const char *name, long bytes, long least, body_t body) {
    is_long = bytes >= LONG_BYTES;
    record_payload = (int)(is_long ? SHORT_BYTES : bytes < least ? least : bytes);
    measure(name, bytes, 1, 1, body);
}

/* The payload of a message arrives, in the ring or beside it. */
static void check(long bytes) {
    is_long = bytes >= LONG_BYTES;
    bytes_of_row = bytes;
    record_payload = is_long ? SHORT_BYTES : (int)bytes;
    memset(local, (int)bytes % 251 + 1, bytes);
    barrier();
    round_trips(1);
    barrier();
    if (is_long && memcmp(landing(rank), local, bytes) != 0) {
        fprintf(stderr, "floor: a message of %ld bytes did not arrive at rank %d\n", bytes, rank);
        exit(1);
    }
}

void message_rows(void) {
    static const long medium[] = {512, 4L << 10, 65416};
    inbox = (ring_t *)(segments[rank] + RING);
    outbox = (ring_t *)(segments[rank ^ 1] + RING);
    row(numbered("ring-short"), 4, SHORT_BYTES, round_trips);
    int many = ranks == 2 ? MESSAGE_SIZES : 2;
    if (ranks == 2) {
        for (int i = 0; i < 3; i++) {
            row("ring-medium", medium[i], SHORT_BYTES, round_trips);
        }
        row("ring-flood", 4, SHORT_BYTES, one_way);
        check(LONG_BYTES);
    }
    for (int i = 0; i < many; i++) {
        row(numbered("msg-rtt"), message_sizes[i], 0, round_trips);
    }
    for (int i = 0; i < many && ranks == 2; i++) {
        row("msg-rate", message_sizes[i], 0, one_way);
    }
}
