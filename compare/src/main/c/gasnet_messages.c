/*
 * Active Messages, between rank 0 and rank 1; with more ranks, between pairs of neighbours at the same time. A message
 * without payload is short, one with payload medium as long as that is allowed, and long above, straight to its place
 * in the segment.
 */
#include "gasnet_rows.h"

#include <string.h>

#define LARGEST (64L << 10)

/* Of arguments and alignment that a message may have besides its payload: udp does not take its largest and these. */
#define SPARE 512L

enum {
    PING_SHORT = GEX_AM_INDEX_BASE, PONG_SHORT, PING_MEDIUM, PONG_MEDIUM, PING_LONG, PONG_LONG,
    COUNT_SHORT, COUNT_MEDIUM, COUNT_LONG
};

static volatile long handled; /* messages of the other */
static long expected;         /* of those that were sent by all rows and checks so far */
static long largest_medium, largest_long;
static volatile long first_words; /* of payloads: the receiver looks at them */

static void look_at(const void *payload) { first_words = *(const volatile long *)payload; }

static void ping_short(gex_Token_t token) {
    handled++;
    gex_AM_ReplyShort0(token, PONG_SHORT, 0);
}

static void ping_medium(gex_Token_t token, void *payload, size_t bytes) {
    look_at(payload);
    handled++;
    gex_AM_ReplyMedium0(token, PONG_MEDIUM, payload, bytes, GEX_EVENT_NOW, 0);
}

static void ping_long(gex_Token_t token, void *payload, size_t bytes) {
    look_at(payload);
    handled++;
    gex_AM_ReplyLong0(token, PONG_LONG, payload, bytes, segments[rank ^ 1], GEX_EVENT_NOW, 0);
}

static void count_short(gex_Token_t token) {
    (void)token;
    handled++;
}

static void count_payload(gex_Token_t token, void *payload, size_t bytes) {
    (void)token, (void)bytes;
    look_at(payload);
    handled++;
}

void register_handlers(void) {
    static gex_AM_Entry_t table[] = {
        {PING_SHORT, (gex_AM_Fn_t)ping_short, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, NULL},
        {PONG_SHORT, (gex_AM_Fn_t)count_short, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REPLY, 0, NULL, NULL},
        {PING_MEDIUM, (gex_AM_Fn_t)ping_medium, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, NULL},
        {PONG_MEDIUM, (gex_AM_Fn_t)count_payload, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REPLY, 0, NULL, NULL},
        {PING_LONG, (gex_AM_Fn_t)ping_long, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 0, NULL, NULL},
        {PONG_LONG, (gex_AM_Fn_t)count_payload, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REPLY, 0, NULL, NULL},
        {COUNT_SHORT, (gex_AM_Fn_t)count_short, GEX_FLAG_AM_SHORT | GEX_FLAG_AM_REQUEST, 0, NULL, NULL},
        {COUNT_MEDIUM, (gex_AM_Fn_t)count_payload, GEX_FLAG_AM_MEDIUM | GEX_FLAG_AM_REQUEST, 0, NULL, NULL},
        {COUNT_LONG, (gex_AM_Fn_t)count_payload, GEX_FLAG_AM_LONG | GEX_FLAG_AM_REQUEST, 0, NULL, NULL},
    };
    must(gex_EP_RegisterHandlers(endpoint, table, sizeof table / sizeof *table), "gex_EP_RegisterHandlers");
}

static void await(long goal) { GASNET_BLOCKUNTIL(handled >= goal); }

static void request(gex_AM_Index_t short_one, gex_AM_Index_t medium_one, gex_AM_Index_t long_one) {
    gex_Rank_t to = (gex_Rank_t)(rank ^ 1);
    if (bytes_of_row == 0) {
        gex_AM_RequestShort0(team, to, short_one, 0);
    } else if (bytes_of_row <= largest_medium) {
        gex_AM_RequestMedium0(team, to, medium_one, local, bytes_of_row, GEX_EVENT_NOW, 0);
    } else {
        gex_AM_RequestLong0(team, to, long_one, local, bytes_of_row, segments[to], GEX_EVENT_NOW, 0);
    }
}

static void round_trips(long times) {
    if (rank % 2 == 1) {
        expected += times;
        await(expected);
        return;
    }
    for (long i = 0; i < times; i++) {
        request(PING_SHORT, PING_MEDIUM, PING_LONG);
        await(++expected);
    }
}

/* A message comes back when all have been handled. */
static void one_way(long times) {
    if (rank % 2 == 1) {
        expected += times;
        await(expected);
        gex_AM_RequestShort0(team, (gex_Rank_t)(rank ^ 1), COUNT_SHORT, 0);
        return;
    }
    for (long i = 0; i < times; i++) {
        request(COUNT_SHORT, COUNT_MEDIUM, COUNT_LONG);
    }
    await(++expected);
}

static long lesser(long one, long other) { return one < other ? one : other; }

/* What is sent as a long message is in both segments afterwards. */
static void check(void) {
    bytes_of_row = lesser(LARGEST, largest_long);
    memset(local, 'm', bytes_of_row);
    memset(segments[rank], 0, bytes_of_row);
    world_barrier();
    round_trips(1);
    world_barrier();
    int there = segments[rank][0] == 'm' && segments[rank][bytes_of_row - 1] == 'm';
    expect(bytes_of_row <= largest_medium || there, "a long message did not arrive");
}

void message_rows(void) {
    int many = ranks == 2 ? MESSAGE_SIZES : 2;
    long asked = gex_AM_LUBRequestMedium(), answered = gex_AM_LUBReplyMedium();
    largest_medium = lesser(asked, answered);
    /* by udp less than the largest row, which then has no figure */
    largest_long = lesser(gex_AM_LUBRequestLong(), gex_AM_LUBReplyLong());
    if (largest_long < LARGEST) {
        largest_long -= SPARE;
    }
    while (many > 0 && message_sizes[many - 1] > largest_long) {
        many--;
    }
    check();
    measure_sizes(numbered("msg-rtt"), message_sizes, many, 1, round_trips);
    if (ranks == 2) {
        measure_sizes("msg-rate", message_sizes, many, 1, one_way);
    }
}
