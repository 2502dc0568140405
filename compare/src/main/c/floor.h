/* What the files of the C program share: the ranks, their memory, and the watch. */
#ifndef FLOOR_H
#define FLOOR_H

#include "pause.h"
#include "watch.h"

#include <stdatomic.h>

#define RANKS_MAX 64
#define LINE 128

/* Where in a segment the rows work; the table is there with two ranks only, and for rows that need it. */
#define COUNTER (48L << 20)
#define TABLE (64L << 20)
#define TABLE_BYTES (128L << 20)

/* Nothing is kept in registers across this. */
#define COMPILER_BARRIER() __asm__ volatile("" ::: "memory")

typedef struct {
    _Alignas(LINE) _Atomic long count;
} line_t;

extern char *segments[RANKS_MAX];
extern char *peer;  /* rank 1's segment */
extern char *local; /* 16 MiB of this process alone */
extern int has_table;
extern int spins; /* looks at a word before the core is given to another process; few where ranks share cores */
extern volatile long sink;

void barrier(void);

/* Rows of atomic updates, accumulate and locks. */
void update_rows(void);

/* Rows of vector, indexed and strided transfers, of a transpose, and of accumulate over strided rows. */
void vis_rows(void);

/* Rows of collectives and of messages; the number of ranks, unless it is 2, ends their names. */
void collective_rows(void);
void message_rows(void);

#endif
