package org.pgas.compare.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import org.agrona.concurrent.UnsafeBuffer;
import org.pgas.meter.Cohort;

/**
 * Ranks that meet in a mapped file: each has a line pair with the number of barriers that it has entered, and one with
 * the value that it tells. Only that rank writes them, a release store; the others read with acquire.
 *
 * <p>The file must be new, and so zero.
 */
final class MappedCohort implements Cohort {
    private static final int LINE_PAIR = 128;

    private final int rank;
    private final int size;
    private final boolean crowded;
    private final UnsafeBuffer page;
    private long barriers;

    MappedCohort(Path directory, int rank, int size) {
        this.rank = rank;
        this.size = size;
        this.crowded = size > Runtime.getRuntime().availableProcessors();
        try (FileChannel file = FileChannel.open(directory.resolve("cohort"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer mapped = file.map(FileChannel.MapMode.READ_WRITE, 0, 2L * size * LINE_PAIR);
            page = new UnsafeBuffer(mapped);
        } catch (IOException e) {
            throw new UncheckedIOException("the page of the ranks cannot be mapped in " + directory, e);
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public void barrier() {
        barriers++;
        page.putLongRelease(arrivals(rank), barriers);
        for (int other = 0; other < size; other++) {
            while (page.getLongAcquire(arrivals(other)) < barriers) {
                idle();
            }
        }
    }

    /** The second barrier: nobody tells again before all have read. */
    @Override
    public long told(int teller, long own) {
        if (rank == teller) {
            page.putLongRelease(value(rank), own);
        }
        barrier();
        long told = page.getLongAcquire(value(teller));
        barrier();
        return told;
    }

    /** With more ranks than cores, a rank that has nothing to do makes room for one that has. */
    private void idle() {
        if (crowded) {
            Thread.yield();
        } else {
            Thread.onSpinWait();
        }
    }

    private static int arrivals(int rank) {
        return 2 * rank * LINE_PAIR;
    }

    private static int value(int rank) {
        return (2 * rank + 1) * LINE_PAIR;
    }
}
