/* What the files of the MPI program share: a window, the memory beside it, and the checks. */
#ifndef MPI_ROWS_H
#define MPI_ROWS_H

#include "watch.h"

#include <mpi.h>

/* Rank 0 works on this rank's window, where it works alone. */
#define PEER 1

/* The window: data, then words in lines of their own. */
#define DATA_BYTES (16L << 20)
#define COUNTER DATA_BYTES
#define SWAPPED (COUNTER + 128)
#define FLAG (COUNTER + 256)
#define GUARDED (COUNTER + 384)
#define WINDOW_BYTES (DATA_BYTES + 4096)

extern MPI_Win window;
extern char *memory;         /* this rank's part of the window */
extern char *local;          /* as much data of this process alone */
extern const char *prefix;   /* of the rows of windows */

/*
 * Open MPI's osc rdma ends the program in a compare-and-swap on memory of one process: the variable NO_CAS leaves it
 * out.
 */
extern int has_cas;

/* Ends all ranks with a message. */
void expect(int right, const char *what);

/* A window like the first, of so many bytes; *at gets its memory. Free it with free_window. */
MPI_Win make_window(long bytes, char **at);
void free_window(MPI_Win *of, char *at);

void transfer_rows(void);
void shape_rows(void);
void update_rows(void);
void mutex_rows(void);
void message_rows(void);
void collective_rows(void);
void window_rows(void);

#endif
