/*
 * Messages by send and receive, between rank 0 and rank 1; with more ranks, between pairs of neighbours at the same
 * time. A message one way is sent and received by itself, or with others under way, as this library with messages of
 * this size is faster.
 */
#include "mpi_rows.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST (64L << 10)
#define UNDER_WAY 16
#define TRIES 1000
#define TURNS 10

static char *out, *in;
static int under_way; /* whether messages one way are */

static void send(const char *from, long bytes) { MPI_Send(from, (int)bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD); }

static void receive(char *to, long bytes) {
    MPI_Recv(to, (int)bytes, MPI_BYTE, rank ^ 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void round_trips(long times) {
    for (long i = 0; i < times; i++) {
        if (rank % 2 == 0) {
            send(out, bytes_of_row);
            receive(in, bytes_of_row);
        } else {
            receive(in, bytes_of_row);
            send(in, bytes_of_row);
        }
    }
}

static void stream(long times) {
    for (long i = 0; i < times; i++) {
        if (rank == 0) {
            send(out, bytes_of_row);
        } else {
            receive(in, bytes_of_row);
        }
    }
}

static void stream_under_way(long times) {
    MPI_Request requests[UNDER_WAY];
    MPI_Status statuses[UNDER_WAY];
    for (long done = 0; done < times; done += UNDER_WAY) {
        int many = times - done < UNDER_WAY ? (int)(times - done) : UNDER_WAY;
        for (int i = 0; i < many; i++) {
            if (rank == 0) {
                MPI_Isend(out, (int)bytes_of_row, MPI_BYTE, PEER, 0, MPI_COMM_WORLD, &requests[i]);
            } else {
                MPI_Irecv(in + i * LARGEST, (int)bytes_of_row, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &requests[i]);
            }
        }
        MPI_Waitall(many, requests, statuses);
    }
}

/* A message comes back when all have been received. */
static void one_way(long times) {
    if (under_way) {
        stream_under_way(times);
    } else {
        stream(times);
    }
    if (rank == 0) {
        receive(in, 0);
    } else {
        send(out, 0);
    }
}

static void choose_form(long bytes) {
    long least[2] = {LONG_MAX, LONG_MAX};
    bytes_of_row = bytes;
    for (int turn = 0; turn < TURNS; turn++) {
        under_way = turn % 2;
        MPI_Barrier(MPI_COMM_WORLD);
        long start = now();
        one_way(TRIES);
        long nanos = now() - start;
        least[under_way] = nanos < least[under_way] ? nanos : least[under_way];
    }
    under_way = least[1] < least[0];
    MPI_Bcast(&under_way, 1, MPI_INT, 0, MPI_COMM_WORLD);
}

static void check(void) {
    bytes_of_row = LARGEST;
    memset(out, 'o', LARGEST);
    memset(in, 'i', LARGEST);
    round_trips(1);
    expect(in[0] == 'o' && in[LARGEST - 1] == 'o', "a message did not arrive");
    memset(in, 'i', LARGEST);
    if (ranks == 2) {
        one_way(1);
        expect(rank == 0 || (in[0] == 'o' && in[LARGEST - 1] == 'o'), "a message did not arrive");
    }
}

void message_rows(void) {
    int many = ranks == 2 ? MESSAGE_SIZES : 2;
    if (!wants(numbered("msg-rtt")) && !wants("msg-rate")) {
        return;
    }
    out = aligned_alloc(4096, LARGEST);
    in = aligned_alloc(4096, UNDER_WAY * LARGEST);
    expect(out && in, "there is no memory for messages");
    check();
    measure_sizes(numbered("msg-rtt"), message_sizes, many, 1, round_trips);
    for (int i = 0; i < many && ranks == 2 && wants("msg-rate"); i++) {
        choose_form(message_sizes[i]);
        measure("msg-rate", message_sizes[i], 1, 1, one_way);
    }
    free(out);
    free(in);
}
