package org.pgas.launch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;

import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What the flight recorder of a rank has written. */
final class RankRecording {
    /** Threads of the JVM, and of the system, have lower numbers than this. */
    private static final long VIRTUAL_THREADS = 1L << 32;

    private final Path file;
    private final RankClock clock = new RankClock();

    private RankRecording(Path file) {
        this.file = file;
    }

    /** Something that took a while, or a moment. Times are those of {@link System#nanoTime}. */
    record Entry(RecordedEvent event, long begin, long end, long thread, String threadName) {}

    static RankRecording read(Path file) throws UnreadableRecording {
        RankRecording recording = new RankRecording(file);
        recording.forEachRecorded(event -> {
            if (event.getEventType().getName().equals("pgas.Job")) {
                recording.clock.observe(event.getStartTime(), event.getLong("nanos"));
            }
        });
        return recording;
    }

    /** In any order. */
    void forEach(Consumer<Entry> consumer) throws UnreadableRecording {
        forEachRecorded(event -> {
            RecordedThread thread = event.getThread();
            consumer.accept(new Entry(event, clock.nanoTime(event.getStartTime()), clock.nanoTime(event.getEndTime()),
                    number(thread), name(thread)));
        });
    }

    /** What the consumer throws when it cannot write goes on to the caller. */
    private void forEachRecorded(Consumer<RecordedEvent> consumer) throws UnreadableRecording {
        try (RecordingFile events = new RecordingFile(file)) {
            while (events.hasMoreEvents()) {
                consumer.accept(events.readEvent());
            }
        } catch (UncheckedIOException e) {
            // of the consumer, which writes: the recording is not at fault
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new UnreadableRecording(e);
        }
    }

    private static long number(RecordedThread thread) {
        if (thread == null) {
            return 0;
        }
        return thread.isVirtual() ? VIRTUAL_THREADS + thread.getJavaThreadId() : thread.getOSThreadId();
    }

    private static String name(RecordedThread thread) {
        if (thread == null) {
            return "unknown thread";
        }
        String name = thread.getJavaName() != null ? thread.getJavaName() : thread.getOSName();
        return name == null || name.isEmpty() ? "thread " + number(thread) : name;
    }
}
