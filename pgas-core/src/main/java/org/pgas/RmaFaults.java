package org.pgas;

import org.pgas.memory.AddressMap;

/** Finds out, and says, why a remote access was refused. */
final class RmaFaults implements AddressMap.SlowPath {
    private final Job job;
    private final Team team;

    RmaFaults(Job job, Team team) {
        this.job = job;
        this.team = team;
    }

    @Override
    public long resolve(int rank, long offset, long bytes) {
        job.checkOpen();
        if (team.isDestroyed()) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": remote access: " + team
                    + " was destroyed: use another team of the same endpoints");
        }
        team.checkRank("remote access", rank);
        int jobRank = team.memberJobRank(rank);
        if (!job.attachment().hasSegment(jobRank)) {
            throw new PgasException(
                    ErrorCode.NOT_INITIALIZED,
                    "rank " + job.rank() + ": rank " + rank + " has no segment: "
                            + (job.attachment().isDone() ? "it attached 0 bytes"
                                    : "call Job.attach on all ranks first"));
        }
        long size = job.attachment().size(jobRank);
        if (offset >= 0 && bytes >= 0 && offset <= size - bytes && job.attachment().isClientMemory(jobRank)) {
            return AddressMap.NOT_MAPPED;
        }
        throw new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "rank " + job.rank() + ": " + bytes + " bytes at offset " + offset + " are outside the segment of rank "
                        + rank
                        + " (" + size + " bytes)"
                        + (bytes > size ? "" : ": legal offsets for this length are 0.." + (size - bytes)));
    }

    @Override
    public long notMapped(int rank, long offset, long bytes) {
        throw new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "rank " + job.rank() + ": " + PublicCall.current() + ": rank " + rank
                        + " attached client memory, which only its owner can reach: signals, locks, queues and long "
                        + "messages need a mapped segment: let rank " + rank
                        + " attach one (Job.attach(long)), or use put, get, atomic operations and accumulates");
    }

    @Override
    public long misaligned(int rank, long offset, int width) {
        throw new PgasException(
                ErrorCode.BAD_ARGUMENT,
                "rank " + job.rank() + ": offset " + offset + " on rank " + rank + " is not a multiple of " + width
                        + ": ordered and atomic accesses must be aligned");
    }
}
