package org.pgas;

import java.lang.foreign.MemorySegment;

/**
 * Refuses local memory that a copy would fail on, while nothing has been changed yet.
 *
 * <p>For the library's other modules; not part of the API.
 *
 * @hidden
 */
public final class LocalMemory {
    private LocalMemory() {}

    /** Memory that the calling thread is to read. */
    public static void source(Team team, String call, MemorySegment source, long offset, long bytes) {
        if (source == null || bytes < 0 || offset < 0 || offset > source.byteSize() - bytes) {
            throw range(team, call, "source", source, offset, bytes);
        }
        readable(team, call, source);
    }

    /** Memory that the calling thread is to read, at whatever offsets. */
    public static void readable(Team team, String call, MemorySegment source) {
        access(team, call, "source", source);
    }

    /** Memory that the calling thread is to write from {@code offset} on; returns how much room is there. */
    public static long target(Team team, String call, MemorySegment target, long offset) {
        target(team, call, target, offset, 0);
        return target.byteSize() - offset;
    }

    /** Memory that the calling thread is to write. */
    public static void target(Team team, String call, MemorySegment target, long offset, long bytes) {
        if (target == null || bytes < 0 || offset < 0 || offset > target.byteSize() - bytes) {
            throw range(team, call, "target", target, offset, bytes);
        }
        writable(team, call, target);
    }

    /** Memory that the calling thread is to write, at whatever offsets. */
    public static void writable(Team team, String call, MemorySegment target) {
        if (target != null && target.isReadOnly()) {
            throw bad(team, call + ": the local target is read-only");
        }
        access(team, call, "target", target);
    }

    /** The memory bound to a member's endpoint if that is one of this process, also of a TM-pair; else null. */
    public static MemorySegment own(Team team, int rank) {
        Job job = team.job();
        Endpoint endpoint = team.memberJobRank(rank) == job.rank()
                ? job.endpoints().find(team.members().endpoint(rank))
                : null;
        Segment segment = endpoint == null ? null : endpoint.segment();
        return segment == null ? null : segment.local();
    }

    private static void access(Team team, String call, String name, MemorySegment memory) {
        if (memory == null) {
            throw absent(team, call, name);
        }
        if (!memory.scope().isAlive()) {
            throw bad(team, call + ": the arena of the local " + name + " has been closed");
        }
        if (!memory.isAccessibleBy(Thread.currentThread())) {
            throw bad(team, call + ": the local " + name + " is confined to another thread than "
                    + Thread.currentThread().getName());
        }
    }

    private static PgasException range(Team team, String call, String name, MemorySegment memory, long offset,
            long bytes) {
        if (bytes < 0) {
            return bad(team, call + ": a length of " + bytes + " bytes: legal are 0 and more");
        }
        if (memory == null) {
            return absent(team, call, name);
        }
        return bad(team, call + ": " + bytes + " bytes at offset " + offset + " are outside the local " + name + " of "
                + memory.byteSize() + " bytes");
    }

    private static PgasException absent(Team team, String call, String name) {
        return bad(team, call + ": the local " + name + " is null: give a segment, for 0 bytes too");
    }

    private static PgasException bad(Team team, String message) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + team.job().rank() + ": " + message);
    }
}
