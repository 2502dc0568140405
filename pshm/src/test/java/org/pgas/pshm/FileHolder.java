package org.pgas.pshm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import org.pgas.PgasException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MappedSegment;

/** A JVM that has the file of a segment open until it is killed, or told to close it. Close kills and reaps it. */
final class FileHolder implements AutoCloseable {
    static final long BYTES = 64 << 10;
    static final long FOUND = 42;

    private final Process process;

    private FileHolder(Process process) {
        this.process = process;
    }

    /** Starts it: it makes the file, or opens the one that is there. */
    static FileHolder start(Path path, boolean make) throws IOException {
        List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-Xmx64m", "--enable-native-access=ALL-UNNAMED", "-cp",
                System.getProperty("java.class.path"), FileHolder.class.getName(), path.toString(), "" + make);
        return new FileHolder(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    }

    static FileSegments files(int rank) {
        return new FileSegments(rank, ConcurrentHashMap.newKeySet(), new SegmentMappings(RestingRanges.REST_BYTES),
                () -> true, _ -> -1);
    }

    /** Its next line: "open", or why not. */
    String answer() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = process.getInputStream().read(); c >= ' '; c = process.getInputStream().read()) {
            line.append((char) c);
        }
        return line.toString();
    }

    long pid() {
        return process.pid();
    }

    /** Tells it to close the file, and waits for its end. */
    void finish() throws IOException {
        process.getOutputStream().close();
        process.onExit().orTimeout(5, TimeUnit.MINUTES).join();
    }

    void kill() {
        process.destroyForcibly().onExit().orTimeout(5, TimeUnit.MINUTES).join();
    }

    @Override
    public void close() {
        kill();
    }

    public static void main(String[] arguments) throws IOException {
        Path path = Path.of(arguments[0]);
        MappedSegment segment;
        try {
            segment = Boolean.parseBoolean(arguments[1])
                    ? files(0).create(path, BYTES)
                    : files(0).open(path, BYTES, false);
        } catch (PgasException e) {
            System.out.println(e.getMessage());
            return;
        }
        SharedMemory.putLong(segment.address(), FOUND);
        // a lock in the trailer, held by who will be killed
        SharedMemory.putLong(segment.address() + BYTES, FOUND);
        System.out.println("open");
        while (System.in.read() >= 0) {
            continue;
        }
        segment.close();
    }
}
