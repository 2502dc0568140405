package org.pgas.launch;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.pshm.HostedJob;

/**
 * One job's timeline: each rank's JVM records events into a file of a temporary directory, and when the job is over
 * they become one trace of all ranks.
 *
 * <p>Used by one thread at a time.
 */
final class Timeline implements AutoCloseable {
    private static final String TEMPLATE = "/META-INF/pgas/pgas.jfc";
    private static final String TEMPLATE_FILE = "pgas.jfc";

    /** Null where somebody else makes the trace. */
    private final Path file;

    private final Receiver receiver;
    private final int first;
    private final Path directory;
    private final long startNanos = System.nanoTime();

    /** Why there is no file, or null. */
    private String failure;

    private Timeline(Path file, Receiver receiver, int first, Path directory) {
        this.file = file;
        this.receiver = receiver;
        this.first = first;
        this.directory = directory;
    }

    /** Takes the recordings of ranks, where somebody else makes one trace of them. */
    interface Receiver {
        /**
         * The rank has ended.
         *
         * @param recording may be missing
         */
        void take(int rank, long pid, Path recording) throws IOException;
    }

    /** Error: the file cannot be written, or there is no room for recordings. */
    static Timeline prepare(Path file) {
        try {
            tryOut(file);
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "the timeline cannot be written to " + file + ": "
                    + HumanText.of(e), e);
        }
        return prepare(file, null, 0);
    }

    /**
     * For recordings of ranks of one host: the launcher of the job makes the trace of them.
     *
     * @param first the lowest rank
     */
    static Timeline prepare(Receiver receiver, int first) {
        return prepare(null, receiver, first);
    }

    private static Timeline prepare(Path file, Receiver receiver, int first) {
        Timeline timeline = null;
        try {
            HostedJob.checkCharacters(temporary(), "the directory for recordings (java.io.tmpdir)");
            timeline = new Timeline(file, receiver, first,
                    Files.createTempDirectory(temporary(), "pgas-timeline-"));
            Files.write(timeline.directory.resolve(TEMPLATE_FILE), template());
            return timeline;
        } catch (IOException e) {
            if (timeline != null) {
                timeline.close();
            }
            throw new PgasException(ErrorCode.RESOURCE, "there is no place for the recordings of a timeline: "
                    + HumanText.of(e), e);
        }
    }

    private static Path temporary() {
        return ThisJvm.temporary();
    }

    private static void tryOut(Path file) throws IOException {
        if (Files.exists(file)) {
            Files.newOutputStream(file, StandardOpenOption.WRITE).close();
        }
        Path unfinished = unfinished(file);
        if (!unfinished.equals(file)) {
            Files.newOutputStream(unfinished).close();
            Files.delete(unfinished);
        }
    }

    /**
     * Where the trace is until it is whole: beside the file, or the file itself when that is a link or a device, which
     * nothing may replace.
     */
    private static Path unfinished(Path file) {
        return Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                ? file
                : file.resolveSibling(file.getFileName() + ".new");
    }

    private static byte[] template() throws IOException {
        try (InputStream in = Job.class.getResourceAsStream(TEMPLATE)) {
            return in.readAllBytes();
        }
    }

    /** Where the recordings are until {@link #close}. */
    Path directory() {
        return directory;
    }

    /** Where that of a rank is. */
    Path recording(int rank) {
        return directory.resolve("rank-" + rank + ".jfr");
    }

    /**
     * What the JVM of a rank is told, so that it records to a file in {@code directory}; it says nothing of it on its
     * output.
     */
    static List<String> jvmArguments(Path directory) {
        return List.of(
                "-XX:StartFlightRecording:filename=" + directory.resolve("rank-" + RankCommand.RANK_PLACE + ".jfr")
                        + ",settings=" + directory.resolve(TEMPLATE_FILE) + ",dumponexit=true",
                "-XX:FlightRecorderOptions:repository=" + directory.resolve("repository"),
                "-Xlog:jfr*=error");
    }

    /**
     * Makes the trace, in one step: when it cannot be written, the file is as it was. The processes have ended.
     *
     * @param pids of the ranks, in order
     * @param names of the ranks for people, in order
     * @return what it lacks, for people, one line each
     */
    List<String> write(List<Long> pids, List<String> names) {
        return receiver == null ? write(pids, names, rank -> LongUnaryOperator.identity()) : handOn(pids);
    }

    private List<String> handOn(List<Long> pids) {
        List<String> gaps = new ArrayList<>();
        for (int i = 0; i < pids.size(); i++) {
            int rank = first + i;
            try {
                receiver.take(rank, pids.get(i), recording(rank));
            } catch (IOException e) {
                gaps.add("the timeline lacks events of rank " + rank + ": its recording cannot be read: "
                        + HumanText.of(e));
            }
        }
        return gaps;
    }

    /**
     * The same, of ranks of several hosts.
     *
     * @param pids of the ranks, in order; 0 where it is not known
     * @param clocks of a rank, makes a time of this host of one of its host
     */
    List<String> write(List<Long> pids, List<String> names, IntFunction<LongUnaryOperator> clocks) {
        List<String> gaps = new ArrayList<>();
        Path unfinished = unfinished(file);
        try {
            write(pids, names, clocks, unfinished, gaps);
            if (!unfinished.equals(file)) {
                Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException | UncheckedIOException e) {
            failure = "the timeline could not be written to " + file + ": "
                    + HumanText.of(e instanceof UncheckedIOException unchecked ? unchecked.getCause()
                            : (IOException) e);
            gaps.add(failure);
            if (!unfinished.equals(file)) {
                remove(unfinished, "a timeline that is not whole is left: ");
            }
        }
        return gaps;
    }

    /** Why {@link #write} made no file, the last of its lines; null if it did. */
    String failure() {
        return failure;
    }

    private static void remove(Path file, String complaint) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            System.getLogger(Timeline.class.getName()).log(System.Logger.Level.WARNING, complaint + file, e);
        }
    }

    private void write(List<Long> pids, List<String> names, IntFunction<LongUnaryOperator> clocks, Path into,
            List<String> gaps) throws IOException {
        try (OutputStream out = open(into); TraceWriter trace = new TraceWriter(out, startNanos, names)) {
            for (int rank = 0; rank < pids.size(); rank++) {
                String who = names.get(rank) + (pids.get(rank) == 0 ? "" : " (pid " + pids.get(rank) + ")");
                Path recording = recording(rank);
                if (Files.notExists(recording) || Files.size(recording) == 0) {
                    gaps.add("the timeline lacks " + who
                            + ", which left no recording: its process was killed, or had no time to write it");
                    continue;
                }
                trace.process(rank, pids.get(rank), clocks.apply(rank));
                try {
                    RankRecording.read(recording).forEach(trace::event);
                } catch (UnreadableRecording e) {
                    gaps.add("the timeline lacks events of " + who + ": its recording cannot be read: "
                            + e.getMessage());
                }
            }
        }
    }

    private OutputStream open(Path into) throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(into));
        return file.toString().endsWith(".gz") ? new GZIPOutputStream(out) : out;
    }

    /** Removes the recordings. */
    @Override
    public void close() {
        if (!Files.isRegularFile(directory.resolve(TEMPLATE_FILE), LinkOption.NOFOLLOW_LINKS)) {
            // not as it was made: it goes if nothing is in it
            remove(directory, "recordings are left in ");
            return;
        }
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(Timeline.class.getName()).log(System.Logger.Level.WARNING, "recordings are left in "
                    + directory, e);
        }
    }
}
