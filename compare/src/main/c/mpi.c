/*
 * The rows of the comparison that MPI can do, with an MPI library.
 *
 * usage: mpi LIBRARY-ID [allocate|create]. Started by that library's mpirun with 2 ranks; with more, the rows with
 * names that end in the number of ranks. With allocate (the default) windows are in shared memory and rows of windows
 * are called mpi-*, with create in memory of a process alone (mpi-local-*). Prints lines
 * LIBRARY-ID,row,bytes,median_ns,min_ns,max_ns on rank 0; watch.h says which.
 */
#include "mpi_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MPI_Win window;
char *memory, *local;
const char *prefix = "mpi-";
int has_cas = 1;

static int creates;

static void world_barrier(void) { MPI_Barrier(MPI_COMM_WORLD); }

static long agree_on(long proposal) {
    MPI_Bcast(&proposal, 1, MPI_LONG, 0, MPI_COMM_WORLD);
    return proposal;
}

static long sum_of_all(long count) {
    long sum = 0;
    MPI_Reduce(&count, &sum, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
    return sum;
}

void expect(int right, const char *what) {
    if (!right) {
        fprintf(stderr, "mpi: rank %d: %s\n", rank, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

MPI_Win make_window(long bytes, char **at) {
    MPI_Win made;
    if (creates) {
        *at = aligned_alloc(4096, bytes);
        expect(*at != NULL, "there is no memory for a window");
        MPI_Win_create(*at, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &made);
    } else {
        MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, at, &made);
    }
    return made;
}

void free_window(MPI_Win *of, char *at) {
    MPI_Win_free(of);
    if (creates) {
        free(at);
    }
}

static void all_rows(void) {
    if (ranks == 2) {
        transfer_rows();
        shape_rows();
        update_rows();
        mutex_rows();
    }
    message_rows();
    collective_rows();
    window_rows();
}

int main(int count, char **arguments) {
    static watch_t watch = {"mpi", world_barrier, agree_on, sum_of_all};
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (count < 2 || count > 3 || (count == 3 && strcmp(arguments[2], "allocate") && strcmp(arguments[2], "create"))) {
        expect(rank != 0, "usage: mpi LIBRARY-ID [allocate|create]");
        world_barrier();
    }
    expect(ranks > 1 && ranks % 2 == 0, "the number of ranks is not even");
    watch.library = arguments[1];
    creates = count == 3 && strcmp(arguments[2], "create") == 0;
    prefix = creates ? "mpi-local-" : prefix;
    has_cas = !getenv("NO_CAS");
    watch_begin(&watch);
    local = aligned_alloc(4096, DATA_BYTES);
    expect(local != NULL, "there is no memory");
    window = make_window(WINDOW_BYTES, &memory);
    /* memory that nobody has written is one page of zeros, which stays in the first cache */
    memset(memory, 0, WINDOW_BYTES);
    memset(local, 1, DATA_BYTES);
    world_barrier();
    all_rows();
    free_window(&window, memory);
    free(local);
    MPI_Finalize();
    return 0;
}
