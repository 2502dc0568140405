/*
 * Rows of the ARMCI dialect with an ARMCI library in C: those of ArmciRows, measured alike, with 2 processes.
 *
 * usage: armci [name]. Prints lines name,row,bytes,median_ns,min_ns,max_ns on process 0; the name is armci.
 */
#include <armci.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "watch.h"

#define PEER 1
#define WORD (32L << 20)
#define MEMORY_BYTES (WORD + 4096)
#define ROWS 256
#define ROW_BYTES 1024
#define LEADING 2048
#define AT_ONCE 64
#define REPETITIONS_MAX 101

static int rank, ranks, repetitions = 11;
static long bytes_of_row;
static const char *only = "", *name = "armci";
static char *origin, *target;
static void **memory;

/* ---- rows ---- */

/* operations: how many one time of the body is */
static void measure(const char *operation, long bytes, int operations, int everybody, body_t body) {
    char row[64];
    double results[REPETITIONS_MAX];
    snprintf(row, sizeof row, "dialects-armci-%s", operation);
    if (!strstr(row, only)) {
        return;
    }
    body_t mine = everybody || rank == 0 ? body : NULL;
    bytes_of_row = bytes;
    long times = warm_up(mine);
    for (int i = 0; i < repetitions; i++) {
        results[i] = (double)timed(mine, times) / times / operations;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        qsort(results, repetitions, sizeof(double), ascending);
        printf("%s,%s,%ld,%.3f,%.3f,%.3f\n", name, row, bytes, results[repetitions / 2], results[0],
               results[repetitions - 1]);
        fflush(stdout);
    }
}

static void must(int status, const char *call) {
    if (status) {
        fprintf(stderr, "%s failed: %d\n", call, status);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* ---- contiguous transfers ---- */

static void put(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Put(origin, target, (int)bytes_of_row, PEER);
        ARMCI_Fence(PEER);
    }
}

static void get(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Get(target, origin, (int)bytes_of_row, PEER);
    }
}

static void nb_put(long times) {
    armci_hdl_t handles[AT_ONCE];
    for (long i = 0; i < times; i++) {
        for (int k = 0; k < AT_ONCE; k++) {
            ARMCI_INIT_HANDLE(&handles[k]);
            ARMCI_NbPut(origin + 8 * k, target + 8 * k, 8, PEER, &handles[k]);
        }
        for (int k = 0; k < AT_ONCE; k++) {
            ARMCI_Wait(&handles[k]);
        }
        ARMCI_Fence(PEER);
    }
}

/* ---- words, mutexes, barriers ---- */

static void rmw(long times) {
    long before;
    for (long i = 0; i < times; i++) {
        ARMCI_Rmw(ARMCI_FETCH_AND_ADD_LONG, &before, target + WORD, 1, PEER);
    }
}

static void lock(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Lock(0, PEER);
        ARMCI_Unlock(0, PEER);
    }
}

static void barrier(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_Barrier();
    }
}

/* ---- sections of matrices ---- */

static int count[] = {ROW_BYTES, ROWS}, stride[] = {LEADING};

static void put_strided(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_PutS(origin, stride, target, stride, count, 1, PEER);
        ARMCI_Fence(PEER);
    }
}

static void get_strided(long times) {
    for (long i = 0; i < times; i++) {
        ARMCI_GetS(target, stride, origin, stride, count, 1, PEER);
    }
}

static void acc_strided(long times) {
    double scale = 1;
    for (long i = 0; i < times; i++) {
        ARMCI_AccS(ARMCI_ACC_DBL, &scale, origin, stride, target, stride, count, 1, PEER);
        ARMCI_Fence(PEER);
    }
}

static void rows(void) {
    static const long put_bytes[] = {4L << 10, 64L << 10, 1L << 20, 16L << 20};
    measure("put8", 8, 1, 0, put);
    measure("get8", 8, 1, 0, get);
    measure("rmw", 8, 1, 0, rmw);
    measure("lock", 0, 1, 0, lock);
    measure("puts", ROWS * ROW_BYTES, 1, 0, put_strided);
    measure("gets", ROWS * ROW_BYTES, 1, 0, get_strided);
    memset(origin, 0, ROWS * LEADING);
    put_strided(1);
    measure("accs", ROWS * ROW_BYTES, 1, 0, acc_strided);
    measure("nbput64", 8, AT_ONCE, 0, nb_put);
    measure("barrier", 0, 1, 1, barrier);
    for (int i = 0; i < 4; i++) {
        measure("put", put_bytes[i], 1, 0, put);
    }
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    must(ARMCI_Init(), "ARMCI_Init");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks != 2) {
        fprintf(stderr, "armci: 2 processes are needed\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    if (argc > 1) {
        name = argv[1];
    }
    if (getenv("REPETITIONS")) {
        repetitions = atoi(getenv("REPETITIONS")) < REPETITIONS_MAX ? atoi(getenv("REPETITIONS")) : REPETITIONS_MAX;
    }
    if (getenv("RUN_MS")) {
        run_nanos = atol(getenv("RUN_MS")) * 1000000;
    }
    if (getenv("ONLY")) {
        only = getenv("ONLY");
    }
    memory = malloc(ranks * sizeof *memory);
    must(ARMCI_Malloc(memory, MEMORY_BYTES), "ARMCI_Malloc");
    target = memory[PEER];
    origin = ARMCI_Malloc_local(MEMORY_BYTES);
    if (!origin) {
        must(1, "ARMCI_Malloc_local");
    }
    memset(origin, 0, MEMORY_BYTES);
    ARMCI_Put(origin, memory[rank], MEMORY_BYTES, rank);
    must(ARMCI_Create_mutexes(1), "ARMCI_Create_mutexes");
    ARMCI_Barrier();
    rows();
    ARMCI_Barrier();
    ARMCI_Destroy_mutexes();
    ARMCI_Free_local(origin);
    ARMCI_Free(memory[rank]);
    free(memory);
    ARMCI_Finalize();
    MPI_Finalize();
    return 0;
}
