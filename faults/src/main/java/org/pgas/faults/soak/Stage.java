package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.coll.Collectives;

/** What all operations of a rank have in common. */
final class Stage {
    private static final long PAGE = 4096;

    private final Job job;
    private final long seed;
    private final Path files;
    private final Strand[] strands;
    private final Collectives collectives;
    private long used;
    private int round;

    /**
     * @param files a directory for files of the ranks
     * @param threads that work beside the main one
     */
    Stage(Job job, long seed, Path files, int threads) {
        this.files = files;
        this.job = job;
        this.seed = seed;
        this.collectives = Collectives.of(job.world());
        strands = new Strand[threads + 1];
        for (int index = 0; index < strands.length; index++) {
            strands[index] = new Strand(this, index);
        }
    }

    Job job() {
        return job;
    }

    Team world() {
        return job.world();
    }

    /** For a file of this rank that does not stay. */
    Path file(String name) {
        return files.resolve(name + "-" + rank());
    }

    long seed() {
        return seed;
    }

    int rank() {
        return job.rank();
    }

    int ranks() {
        return job.size();
    }

    /** Strands of each rank, the main one included. */
    int strands() {
        return strands.length;
    }

    /** Strands of all ranks. */
    int allStrands() {
        return ranks() * strands();
    }

    Strand strand(int index) {
        return strands[index];
    }

    /** That of the thread which makes the collective calls. */
    Strand main() {
        return strands[strands.length - 1];
    }

    int round() {
        return round;
    }

    void round(int next) {
        round = next;
        for (Strand each : strands) {
            each.begin(next);
        }
    }

    /** Those of the world, for the main strand. */
    Collectives collectives() {
        return collectives;
    }

    /** The same place on every rank, if all ask in the same order. */
    long place(long bytes) {
        long place = used;
        used += (bytes + PAGE - 1) / PAGE * PAGE;
        if (used > local().byteSize()) {
            throw new IllegalStateException("a segment of " + local().byteSize() + " bytes is too small: the operations"
                    + " need " + used + " so far: set -Dpgas.segment");
        }
        return place;
    }

    /** The own segment. */
    MemorySegment local() {
        return job.endpoint().segment().local();
    }

    /** Of all ranks, element by element; collective, by the main strand at a quiet moment. */
    long[] sums(long[] own) {
        long[] all = new long[own.length];
        collectives.reduceToAll(all, own, org.pgas.Opcode.ADD);
        return all;
    }

    static long mixed(long... numbers) {
        long hash = 0x9E37_79B9_7F4A_7C15L;
        for (long number : numbers) {
            hash = (hash ^ number) * 0xBF58_476D_1CE4_E5B9L;
            hash ^= hash >>> 29;
        }
        return hash;
    }
}
