package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

import org.pgas.BoundSegment;
import org.pgas.Job;

/** The memory of any rank as a test looks at it: where it lies, if it is mapped here, or by way of its owner. */
final class Views {
    private Views() {}

    /** Whether a rank's mapped memory is mapped here. */
    static boolean isNeighbour(Job job, int rank) {
        return IntStream.of(job.neighbourhood().toArray()).anyMatch(each -> each == rank);
    }

    /** What the bytes are now; they may change with the memory, or not. */
    static MemorySegment read(Job job, int rank, long offset, long bytes) {
        BoundSegment bound = job.endpoint().boundSegment(job.world(), rank);
        if (bound.mapped() != null) {
            return bound.mapped().asSlice(offset, bytes);
        }
        MemorySegment copy = MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
        job.world().rma().get(copy, 0, rank, offset, bytes);
        return copy;
    }

    static void write(Job job, int rank, long offset, MemorySegment content) {
        BoundSegment bound = job.endpoint().boundSegment(job.world(), rank);
        if (bound.mapped() != null) {
            bound.mapped().asSlice(offset).copyFrom(content);
        } else {
            job.world().rma().put(rank, offset, content, 0, content.byteSize());
        }
    }
}
