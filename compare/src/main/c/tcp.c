/*
 * What TCP allows between two hosts: the rows that ranks on two hosts have, over one connection, in C without a
 * library.
 *
 * usage: tcp RANK ADDRESS PORT. Rank 1 waits at the address for rank 0, which measures and prints lines
 * tcp,row,bytes,median_ns,min_ns,max_ns; watch.h says which. Rank 1 carries out what it is asked for: it echoes
 * messages, and reads, writes and adds in its own memory, as a library's rank would for a peer that cannot reach that
 * memory.
 *
 * Honesty: nobody sleeps in the kernel, both look again at once. A request and its data are one system call, and so are
 * an answer and its data. Nothing is checked, but that the peer is still there.
 */
#define _GNU_SOURCE
#include "tcp_stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Puts of words that are answered together; as in the rows of MPI. */
#define WORDS (1 << 10)
#define NEAR_BYTES (16L << 10)
#define SEGMENT_BYTES (16L << 20)
#define LARGEST_MESSAGE (64L << 10)

/* What a message or a request begins with. */
typedef struct {
    int kind;
    int bytes; /* of data, behind it, or wanted */
    long at;   /* in the segment; for ADD what is added, and in its answer what was there */
} head_t;

/* MESSAGE is sent back whole, ONE_WAY and STORE are not answered, LAST is answered as all before it are done. */
enum { MESSAGE, ONE_WAY, LAST, GET, PUT, STORE, ADD, ANSWER };

static char *segment, *local; /* what the peer reads and writes; as much of this process alone */
static double *sums;
static long counter;
static long offsets[WORDS];
static volatile long sink;

static void fail(const char *what) {
    fprintf(stderr, "tcp: rank %d: %s\n", rank, what);
    exit(1);
}

static void barrier(void) {
    char mine = 0, theirs;
    exchange(&mine, &theirs, 1);
}

static long agree_on(long proposal) {
    long theirs;
    exchange(&proposal, &theirs, sizeof theirs);
    return rank == 0 ? proposal : theirs;
}

static long sum_of_all(long count) {
    long theirs;
    exchange(&count, &theirs, sizeof theirs);
    return count + theirs;
}

/* ---- the two sides of a request ---- */

static void ask(int kind, long bytes, long at, const void *data, long data_bytes) {
    head_t head = {kind, (int)bytes, at};
    send_both(&head, sizeof head, data, data_bytes);
}

static long await_answer(void *data, long bytes) {
    head_t head;
    receive(&head, sizeof head);
    receive(data, bytes);
    return head.at;
}

static void look_at(const char *data, long bytes) {
    if (bytes >= 8) {
        sink = *(const volatile long *)data;
    }
}

static void carry_out(const head_t *head) {
    switch (head->kind) {
    case MESSAGE:
        receive(local, head->bytes);
        look_at(local, head->bytes);
        send_both(head, sizeof *head, local, head->bytes);
        break;
    case ONE_WAY:
        receive(local, head->bytes);
        look_at(local, head->bytes);
        break;
    case LAST:
        ask(ANSWER, 0, 0, NULL, 0);
        break;
    case GET:
        ask(ANSWER, head->bytes, head->at, segment + head->at, head->bytes);
        break;
    case PUT:
        receive(segment + head->at, head->bytes);
        ask(ANSWER, 0, head->at, NULL, 0);
        break;
    case STORE:
        receive(segment + head->at, head->bytes);
        break;
    case ADD:
        ask(ANSWER, 0, counter, NULL, 0);
        counter += head->at;
        break;
    default:
        fail("what has come is no request");
    }
}

static void serve(long requests) {
    for (long i = 0; i < requests; i++) {
        head_t head;
        receive(&head, sizeof head);
        carry_out(&head);
    }
}

/* ---- rows: rank 0 asks, rank 1 serves as many requests ---- */

static void round_trips(long times) {
    if (rank == 1) {
        serve(times);
        return;
    }
    for (long i = 0; i < times; i++) {
        ask(MESSAGE, bytes_of_row, 0, local, bytes_of_row);
        await_answer(local, bytes_of_row);
    }
}

/* Small ones are sent together. A message comes back when all have been taken in. */
static void one_way(long times) {
    if (rank == 1) {
        serve(times + 1);
        return;
    }
    head_t head = {ONE_WAY, (int)bytes_of_row, 0}, last = {LAST, 0, 0};
    for (long i = 0; i < times; i++) {
        queue(&head, sizeof head, local, bytes_of_row);
    }
    queue(&last, sizeof last, NULL, 0);
    flush();
    await_answer(NULL, 0);
}

static void get_words(long times) {
    if (rank == 1) {
        serve(times);
        return;
    }
    long word;
    for (long i = 0; i < times; i++) {
        ask(GET, sizeof word, offsets[i % WORDS], NULL, 0);
        await_answer(&word, sizeof word);
        sink = word;
    }
}

static void put_words(long times) {
    if (rank == 1) {
        serve(times);
        return;
    }
    for (long i = 0; i < times; i++) {
        ask(PUT, sizeof i, offsets[i % WORDS], &i, sizeof i);
        await_answer(NULL, 0);
    }
}

/* One time is so many words, which are sent together and answered once. */
static void put_many_words(long times) {
    if (rank == 1) {
        serve(times * (WORDS + 1));
        return;
    }
    head_t last = {LAST, 0, 0};
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < WORDS; k++) {
            head_t head = {STORE, sizeof i, offsets[k]};
            queue(&head, sizeof head, &i, sizeof i);
        }
        queue(&last, sizeof last, NULL, 0);
        flush();
        await_answer(NULL, 0);
    }
}

static void put_block(long times) {
    if (rank == 1) {
        serve(times);
        return;
    }
    for (long i = 0; i < times; i++) {
        ask(PUT, bytes_of_row, 0, local, bytes_of_row);
        await_answer(NULL, 0);
    }
}

static void get_block(long times) {
    if (rank == 1) {
        serve(times);
        return;
    }
    for (long i = 0; i < times; i++) {
        ask(GET, bytes_of_row, 0, NULL, 0);
        await_answer(local, bytes_of_row);
    }
}

static void fetch_add(long times) {
    if (rank == 1) {
        serve(times);
        return;
    }
    for (long i = 0; i < times; i++) {
        ask(ADD, 0, 1, NULL, 0);
        sink = await_answer(NULL, 0);
    }
}

static void barriers(long times) {
    for (long i = 0; i < times; i++) {
        barrier();
    }
}

static void all_reduce(long times) {
    const double *mine = (const double *)local, *theirs = (const double *)segment;
    for (long i = 0; i < times; i++) {
        exchange(local, segment, bytes_of_row);
        for (long k = 0; k < bytes_of_row / 8; k++) {
            sums[k] = mine[k] + theirs[k];
        }
    }
}

/* ---- whether they do what they should ---- */

static void check_block(void) {
    long wrong = 0;
    bytes_of_row = LARGEST_MESSAGE;
    memset(segment, 0, bytes_of_row);
    for (long at = 0; at < bytes_of_row && rank == 0; at++) {
        local[at] = pattern(at);
    }
    barrier();
    put_block(1);
    memset(local, 0, rank == 0 ? bytes_of_row : 0);
    get_block(1);
    round_trips(1);
    one_way(3);
    barrier();
    for (long at = 0; at < bytes_of_row; at++) {
        wrong += local[at] != pattern(at) || (rank == 1 && segment[at] != pattern(at));
    }
    if (wrong) {
        fail("a put, a get or a message did not move what it should");
    }
}

static void check_words(void) {
    put_many_words(3);
    fetch_add(3);
    barrier();
    if (rank == 1 && (counter != 3 || *(long *)(segment + offsets[WORDS - 1]) != 2)) {
        fail("words were not stored, or nothing was added");
    }
    bytes_of_row = 1L << 20;
    for (long i = 0; i < bytes_of_row / 8; i++) {
        ((double *)local)[i] = rank + 1;
    }
    all_reduce(1);
    if (sums[0] != 3 || sums[bytes_of_row / 8 - 1] != 3) {
        fail("a reduction is wrong");
    }
    barrier();
}

static void *memory(long bytes) {
    void *made = aligned_alloc(4096, bytes);
    if (!made) {
        fail("there is no memory");
    }
    /* memory that nobody has written is one page of zeros, which stays in the first cache */
    memset(made, 1, bytes);
    return made;
}

static void all_rows(void) {
    static const long reductions[] = {8, 512, 32L << 10, 256L << 10, 1L << 20};
    measure_sizes("msg-rtt", message_sizes, MESSAGE_SIZES, 1, round_trips);
    read_ahead(MUCH);
    measure_sizes("msg-rate", message_sizes, MESSAGE_SIZES, 1, one_way);
    measure("put8-many", 8, WORDS, 1, put_many_words);
    read_ahead(LITTLE);
    measure("get8", 8, 1, 1, get_words);
    measure("put8-fence", 8, 1, 1, put_words);
    measure("fetchadd", 8, 1, 1, fetch_add);
    measure_sizes("put", block_sizes, BLOCK_SIZES, 1, put_block);
    measure_sizes("get", block_sizes, BLOCK_SIZES, 1, get_block);
    measure("barrier", 0, 1, 1, barriers);
    measure_sizes("coll-allreduce", reductions, 5, 1, all_reduce);
}

int main(int count, char **arguments) {
    static const watch_t watch = {"tcp", barrier, agree_on, sum_of_all};
    if (count != 4 || (strcmp(arguments[1], "0") && strcmp(arguments[1], "1"))) {
        fprintf(stderr, "usage: tcp RANK ADDRESS PORT   rank 0 or 1; environment: ROWS, ONLY, REPETITIONS, RUN_MS, "
                        "WARM_MS\n");
        return 2;
    }
    rank = atoi(arguments[1]);
    ranks = 2;
    watch_begin(&watch);
    meet(rank == 1, arguments[2], atoi(arguments[3]));
    if (!wants_nothing()) {
        segment = memory(SEGMENT_BYTES);
        local = memory(SEGMENT_BYTES);
        sums = memory(1L << 20);
        draw_offsets(offsets, WORDS, NEAR_BYTES);
        check_block();
        check_words();
        all_rows();
    }
    barrier();
    return 0;
}
