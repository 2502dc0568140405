package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * Where the standard output and standard error of a job's ranks go. Immutable; one may serve several jobs.
 *
 * <p>Lines longer than 64 KiB are handed on in pieces. If writing fails, the job is ended with code 141.
 */
public final class RankOutput {
    /** Receives lines of ranks. Called by one thread per rank and stream, so by several at once. */
    @FunctionalInterface
    public interface LineConsumer {
        /**
         * Takes a line.
         *
         * @param rank that wrote it
         * @param error whether to standard error, else to standard output
         * @param line the line without its end, decoded as UTF-8
         */
        void line(int rank, boolean error, String line);
    }

    /** Makes the target of one stream of one rank. */
    interface Targets {
        ByteTarget target(int rank, int size, boolean error);
    }

    /** A page: less is what a file system calls full. */
    private static final long LEAST_SPACE = 4096;

    private final Targets targets;
    private final Path directory;

    private RankOutput(Targets targets, Path directory) {
        this.targets = targets;
        this.directory = directory;
    }

    /** Straight to this process's own streams, without a thread in between and without a prefix. */
    public static RankOutput inherit() {
        return new RankOutput(null, null);
    }

    /**
     * Line by line to two streams, each line after its rank in brackets; lines are never mixed within, also where both
     * streams are the same terminal. The streams are flushed often and never closed.
     */
    public static RankOutput prefixed(OutputStream out, OutputStream error) {
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(error, "error");
        Object lock = new Object();
        return new RankOutput((rank, size, isError) -> new LineSplitter(
                new PrefixedTarget(rank, size, isError ? error : out, lock)), null);
    }

    /** Line by line to the program that started the job. */
    public static RankOutput lines(LineConsumer consumer) {
        Objects.requireNonNull(consumer, "consumer");
        return new RankOutput((rank, size, isError) -> new LineSplitter(
                LineTarget.texts(line -> consumer.line(rank, isError, line))), null);
    }

    /** To what this makes for each stream of each rank. */
    static RankOutput to(Targets targets) {
        return new RankOutput(targets, null);
    }

    /**
     * To files {@code rank-R.out} and {@code rank-R.err} in a directory, which is made when missing; older files are
     * replaced.
     */
    public static RankOutput directory(Path directory) {
        return new RankOutput(null, Objects.requireNonNull(directory, "directory").toAbsolutePath());
    }

    /** Makes what has to exist before the first rank starts. */
    void prepare() {
        if (directory != null) {
            try {
                Files.createDirectories(directory);
            } catch (IOException e) {
                throw new PgasException(ErrorCode.RESOURCE,
                        "cannot make the output directory " + directory + ": " + HumanText.of(e), e);
            }
        }
    }

    /**
     * What is to be said when all ranks have ended: they write to files themselves, and Java tells no program that it
     * could not; or null.
     */
    String complaint() {
        try {
            return directory != null && Files.getFileStore(directory).getUsableSpace() < LEAST_SPACE
                    ? "the output in " + directory
                            + " may be incomplete: no space left on its file system: choose another directory with "
                            + "--output"
                    : null;
        } catch (IOException e) {
            return null;
        }
    }

    void redirect(ProcessBuilder builder, int rank) {
        if (directory != null) {
            builder.redirectOutput(file(rank, false).toFile());
            builder.redirectError(file(rank, true).toFile());
        } else if (targets == null) {
            builder.redirectOutput(ProcessBuilder.Redirect.INHERIT);
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        }
    }

    /**
     * Where a stream of a rank of another host goes: its process cannot be redirected.
     *
     * @throws PgasException RESOURCE, for people, when its file cannot be made
     */
    ByteTarget targetApart(int rank, int size, boolean error) {
        if (directory == null) {
            return target(rank, size, error);
        }
        Path file = file(rank, error);
        try {
            return new FileTarget(file);
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "the output of rank " + rank + " cannot be written to " + file
                    + ": " + HumanText.of(e), e);
        }
    }

    private Path file(int rank, boolean error) {
        return directory.resolve("rank-" + rank + (error ? ".err" : ".out"));
    }

    boolean needsPumps() {
        return targets != null;
    }

    ByteTarget target(int rank, int size, boolean error) {
        return targets.target(rank, size, error);
    }
}
