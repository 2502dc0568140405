package org.pgas.compare.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import net.openhft.chronicle.wire.DocumentContext;
import org.pgas.meter.Cohort;

/**
 * A queue in each direction. A queue keeps all that was ever appended; so that the directory does not fill up, there
 * are new ones from time to time, before a run.
 */
final class QueueChannel implements Channel {
    private static final int MOST_BYTES = 64 << 10;
    private static final long BLOCK_BYTES = 128L << 20;
    private static final long MOST_QUEUED = 512L << 20;

    /** What stands before a message, and how far messages are apart. */
    private static final int OVERHEAD = 8;

    private final Path directory;
    private final Cohort cohort;
    private final Bytes<?> source = Bytes.allocateDirect(MOST_BYTES);
    private SingleChronicleQueue out;
    private SingleChronicleQueue in;
    private ExcerptAppender appender;
    private ExcerptTailer tailer;
    private long queued;
    private int generation;
    private long seen;

    QueueChannel(Path directory, Cohort cohort) {
        this.directory = directory;
        this.cohort = cohort;
        open();
    }

    /** Both ranks count the same messages. */
    @Override
    public void prepare(long messages, int bytes) {
        queued += messages * (bytes + OVERHEAD);
        if (queued > MOST_QUEUED) {
            closeQueues();
            open();
            queued = messages * (bytes + OVERHEAD);
        }
    }

    private void open() {
        generation++;
        out = queue(cohort.rank());
        appender = out.createAppender();
        cohort.barrier();
        in = queue(1 - cohort.rank());
        tailer = in.createTailer();
    }

    private SingleChronicleQueue queue(int sender) {
        return SingleChronicleQueueBuilder.binary(path(sender)).rollCycle(RollCycles.WEEKLY).blockSize(BLOCK_BYTES)
                .checkInterrupts(false).build();
    }

    private Path path(int sender) {
        return directory.resolve("queue-" + generation + "-of-" + sender);
    }

    @Override
    public void send(int bytes) {
        source.readPositionRemaining(0, bytes);
        appender.writeBytes(source);
    }

    @Override
    public int take(boolean echo) {
        try (DocumentContext document = tailer.readingDocument()) {
            if (!document.isPresent()) {
                return 0;
            }
            Bytes<?> message = document.wire().bytes();
            if (message.readRemaining() >= Long.BYTES) {
                seen += message.readLong(message.readPosition());
            }
            if (echo) {
                appender.writeBytes(message);
            }
            return 1;
        }
    }

    @Override
    public void close() {
        closeQueues();
        source.releaseLast();
        if (seen != 0) {
            throw new IllegalStateException("messages of zeros have arrived as others: " + seen);
        }
    }

    private void closeQueues() {
        appender.close();
        tailer.close();
        out.close();
        in.close();
        cohort.barrier();
        delete(path(cohort.rank()));
    }

    private static void delete(Path tree) {
        try (Stream<Path> files = Files.walk(tree)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the queue cannot be deleted: " + tree, e);
        }
    }
}
