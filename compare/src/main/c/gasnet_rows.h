/* What the files of the GASNet-EX program share: the team, the segments, and the checks. */
#ifndef GASNET_ROWS_H
#define GASNET_ROWS_H

#include "watch.h"

#include <gasnetex.h>

#include <gasnet_coll.h>
#include <gasnet_ratomic.h>
#include <gasnet_vis.h>

/* Rank 0 works on this rank's segment, where it works alone. */
#define PEER 1

/* A segment: data, then words in lines of their own, then, for rows that need it, the table. */
#define DATA_BYTES (16L << 20)
#define COUNTER DATA_BYTES
#define SWAPPED (COUNTER + 128)
#define FLAG (COUNTER + 256)
#define DOUBLE (COUNTER + 384)
#define TABLE (DATA_BYTES + (1L << 20))
#define TABLE_BYTES (128L << 20)

/* More than there are cores to put them on. */
#define RANKS_MAX 64

extern gex_TM_t team;
extern gex_EP_t endpoint;
extern char *segments[RANKS_MAX]; /* addresses of their owners: others name them so, but cannot follow them */
extern char *local;               /* as much data of this process alone */

/* Ends all ranks with a message. */
void expect(int right, const char *what);

/* The same for what GASNet's calls return. */
void must(int status, const char *call);

void world_barrier(void);
int wants_table(void);

/* Together, before the first message. */
void register_handlers(void);

void transfer_rows(void);
void shape_rows(void);
void update_rows(void);
void message_rows(void);
void collective_rows(void);

#endif
