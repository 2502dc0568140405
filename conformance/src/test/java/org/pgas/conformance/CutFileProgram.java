package org.pgas.conformance;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.Opcode;
import org.pgas.coll.Collectives;

/**
 * A program whose rank 1 truncates a file of the job, which rank 0 then uses where the first argument says. The second
 * is the directory of the job's files.
 */
public final class CutFileProgram {
    private static final int READ = 200;
    private static final int BYTES = 1 << 20;

    private final Job job;
    private final Path directory;

    private CutFileProgram(Job job, Path directory) {
        this.job = job;
        this.directory = directory;
    }

    public static void main(String[] arguments) throws IOException {
        String way = arguments[0];
        if (way.equals("close")) {
            try (Job job = Job.join()) {
                new CutFileProgram(job, Path.of(arguments[1])).run(way);
            }
        } else {
            new CutFileProgram(Job.join(), Path.of(arguments[1])).run(way);
        }
    }

    private void run(String way) throws IOException {
        job.endpoint().handlers().register(HandlerEntry.ofShort(_ -> readOwn()).index(READ).name("reader"));
        job.attach(BYTES);
        job.world().barrier();
        switch (way) {
            case "handler", "progress" -> {
                cut("seg-0", 4096);
                if (job.rank() == 1) {
                    job.world().am().requestShort(0, READ);
                }
                if (way.equals("handler") || job.rank() == 1) {
                    job.blockUntil(() -> false);
                }
                sleep();
            }
            case "ring" -> {
                if (job.rank() == 1) {
                    truncate("am", 4096);
                }
                sleep();
            }
            case "collective" -> {
                cut("seg-0", 0);
                MemorySegment own = job.endpoint().segment().local();
                Collectives.of(job.world()).broadcast(0, own, own);
            }
            case "operator" -> {
                cut("seg-0", 0);
                long[] data = new long[100_000];
                Collectives.of(job.world()).reduceToAll(new long[data.length], data, Opcode.ADD);
                readOwn();
            }
            case "close", "main" -> {
                cut("seg-0", 4096);
                if (job.rank() == 0) {
                    readOwn();
                }
                job.world().barrier();
            }
            case "file" -> {
                Path file = directory.resolveSibling("file");
                if (job.rank() == 0) {
                    var segment = job.segments().create(BYTES,
                            MemoryKind.create(job, new MemoryKind.File(file, MemoryKind.FileUse.CREATE), 0));
                    truncate(file, 8192);
                    segment.local().set(ValueLayout.JAVA_LONG, BYTES - 8, 1);
                    segment.destroy();
                }
                job.world().barrier();
            }
            case "control" -> {
                if (job.rank() == 1) {
                    truncate("control", 0);
                }
                sleep();
            }
            default -> throw new IllegalArgumentException(way);
        }
    }

    /** All ranks; rank 0's file. */
    private void cut(String name, long bytes) throws IOException {
        if (job.rank() == 1) {
            truncate(name, bytes);
        }
        job.world().barrier();
    }

    private void truncate(String name, long bytes) throws IOException {
        Path found;
        try (Stream<Path> files = Files.walk(directory)) {
            found = files.filter(path -> path.getFileName().toString().startsWith(name)).findFirst().orElseThrow();
        }
        truncate(found, bytes);
    }

    private static void truncate(Path file, long bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        }
    }

    private void readOwn() {
        System.out.println("read " + job.endpoint().segment().local().get(ValueLayout.JAVA_LONG, BYTES - 8));
    }

    /** Until the job ends. */
    private static void sleep() {
        while (true) {
            java.util.concurrent.locks.LockSupport.park();
        }
    }
}
