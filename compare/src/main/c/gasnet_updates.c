/* Atomic updates by atomic domains, of one word and of a table that all segments make up. */
#include "gasnet_rows.h"

#include <stdint.h>
#include <string.h>

#define IN_FLIGHT 1024

static gex_AD_t words, table, doubles;
static uint64_t state;

static void *word(long at) { return segments[PEER] + at; }

static int64_t get_word(long at) {
    int64_t value;
    gex_Event_Wait(gex_AD_OpNB_I64(words, &value, PEER, word(at), GEX_OP_GET, 0, 0, 0));
    return value;
}

static long fetch_add(long times) {
    int64_t before;
    for (long i = 0; i < times; i++) {
        gex_Event_Wait(gex_AD_OpNB_I64(words, &before, PEER, word(COUNTER), GEX_OP_FADD, 1, 0, 0));
    }
    return times;
}

static void fetch_adds(long times) { fetch_add(times); }

/* Every one succeeds. */
static void compare_and_swap(long times) {
    int64_t expected = get_word(SWAPPED), before;
    for (long i = 0; i < times; i++) {
        gex_Event_Wait(gex_AD_OpNB_I64(words, &before, PEER, word(SWAPPED), GEX_OP_FCAS, expected, expected + 1, 0));
        expect(before == expected, "a compare-and-swap failed that nobody disturbed");
        expected++;
    }
}

/* What comes nearest to an accumulate; there is none of blocks. */
static void add_double(long times) {
    for (long i = 0; i < times; i++) {
        gex_Event_Wait(gex_AD_OpNB_DBL(doubles, NULL, PEER, word(DOUBLE), GEX_OP_ADD, 1, 0, 0));
    }
}

static long update_xor(long times) {
    static int used;
    for (long i = 0; i < times; i++) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        int target = (int)(state >> 63);
        long at = TABLE + (long)((state >> 33) & (TABLE_BYTES / 8 - 1)) * 8;
        gex_AD_OpNBI_I64(table, NULL, target, segments[target] + at, GEX_OP_XOR, (int64_t)state, 0, 0);
        if (++used == IN_FLIGHT) {
            gex_NBI_Wait(GEX_EC_RMW, 0);
            used = 0;
        }
    }
    return times;
}

/* Rank 0's first update is in the table, and gone after the same again. */
static void check_table(void) {
    for (int again = 0; again < 2 && rank == 0; again++) {
        state = 1;
        update_xor(1);
        gex_NBI_Wait(GEX_EC_RMW, 0);
        int64_t value = (int64_t)gex_RMA_GetBlockingVal(
            team, (int)(state >> 63), segments[state >> 63] + TABLE + ((state >> 33) & (TABLE_BYTES / 8 - 1)) * 8,
            8, 0);
        expect(value == (again ? 0 : (int64_t)state), "an exclusive or did not change the table as it should");
    }
    world_barrier();
}

static void check_words(void) {
    if (rank == 0) {
        double sum;
        int64_t counted = get_word(COUNTER), swapped = get_word(SWAPPED);
        fetch_add(3);
        compare_and_swap(3);
        expect(get_word(COUNTER) == counted + 3, "a fetch-and-add did not add");
        expect(get_word(SWAPPED) == swapped + 3, "a compare-and-swap did not swap");
        add_double(3);
        gex_RMA_GetBlocking(team, &sum, PEER, word(DOUBLE), sizeof sum, 0);
        expect(sum == 3, "an addition of doubles did not add");
    }
    world_barrier();
}

static void table_rows(void) {
    if (!wants_table()) {
        return;
    }
    gex_AD_Create(&table, team, GEX_DT_I64, GEX_OP_XOR, 0);
    memset(segments[rank] + TABLE, 0, TABLE_BYTES);
    world_barrier();
    check_table();
    state = rank + 1;
    measure_rate("gups-xor", 8, 0, update_xor);
    measure_rate("gups-xor-rate", 8, 1, update_xor);
    gex_AD_Destroy(table);
}

void update_rows(void) {
    gex_AD_Create(&words, team, GEX_DT_I64, GEX_OP_FADD | GEX_OP_FCAS | GEX_OP_GET, 0);
    gex_AD_Create(&doubles, team, GEX_DT_DBL, GEX_OP_ADD, 0);
    check_words();
    measure("fetchadd", 8, 1, 0, fetch_adds);
    measure_rate("fetchadd-rate", 8, 1, fetch_add);
    measure("cas", 8, 1, 0, compare_and_swap);
    measure("accumulate", 8, 1, 0, add_double);
    gex_AD_Destroy(words);
    gex_AD_Destroy(doubles);
    table_rows();
}
