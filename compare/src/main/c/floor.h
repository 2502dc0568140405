/* What the files of the C program share: the ranks, their memory, and the watch. */
#ifndef FLOOR_H
#define FLOOR_H

#include <stdatomic.h>

#define RANKS_MAX 64
#define LINE 128

/* Where in a segment the rows work; the table is there with two ranks only. */
#define COUNTER (48L << 20)
#define TABLE (64L << 20)
#define TABLE_BYTES (128L << 20)

/* So many operations between two looks at the clock in rows of rates. */
#define RATE_CHUNK 256

#if defined(__x86_64__)
#define PAUSE() __builtin_ia32_pause()
#elif defined(__aarch64__)
#define PAUSE() __asm__ volatile("isb" ::: "memory")
#else
#define PAUSE() ((void)0)
#endif

/* Nothing is kept in registers across this. */
#define COMPILER_BARRIER() __asm__ volatile("" ::: "memory")

typedef struct {
    _Alignas(LINE) _Atomic long count;
} line_t;

/* Some operation, so many times. */
typedef void (*body_t)(long times);

/* The same; how many of them count. */
typedef long (*counted_t)(long times);

extern int rank, ranks;
extern char *segments[RANKS_MAX];
extern char *peer;  /* rank 1's segment */
extern char *local; /* 16 MiB of this process alone */
extern long bytes_of_row;
extern volatile long sink;

void barrier(void);

/* Whether the row is to be measured: for what takes time or memory to prepare. */
int wants(const char *row);

/* Rank 0 alone or everybody runs the body; prints the time per operation on rank 0. */
void measure(const char *row, long bytes, int operations, int everybody, body_t body);

/* Rank 0 alone or everybody runs the body for a fixed time; prints that time by what all together have done. */
void measure_rate(const char *row, long bytes, int everybody, counted_t body);

/* Rows of atomic updates, accumulate and locks. */
void update_rows(void);

/* Rows of vector, indexed and strided transfers, of a transpose, and of accumulate over strided rows. */
void vis_rows(void);

/* Rows of collectives; the number of ranks, unless it is 2, ends their names. */
void collective_rows(const char *number);

#endif
