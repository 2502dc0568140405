package org.pgas.faults.limits;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.pgas.Event;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.MemoryKind;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Settings;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.heap.SharedHeap;
import org.pgas.mpi.Window;

/**
 * A program that wants much of something, and uses every byte of what it gets. Its arguments are steps, which all ranks
 * take in their order; {@code N x SIZE} is that many of that size.
 */
public final class Hungry {
    /** What rank 0 prints when all ranks have taken all steps. */
    static final String DONE = "all steps done";

    /** The step after which all ranks that fail say so, and wait for each other, before one of them ends the job. */
    static final String TOGETHER = "together";

    /** What a rank prints before the message of a step that failed, after {@link #TOGETHER}. */
    static final String FAILED = "a step failed: ";

    /** What somebody else has in the directory. */
    static final String FILLER = "filler";

    private static final long HEAP_BLOCK = 100_000;

    private final Job job;
    private final List<Segment> kept = new ArrayList<>();
    private boolean together;
    private int files;

    private Hungry(Job job) {
        this.job = job;
    }

    /** Steps: see {@link #step}. */
    public static void main(String[] arguments) throws IOException {
        try (Job job = Job.join()) {
            Hungry program = new Hungry(job);
            job.world().barrier();
            for (String step : arguments) {
                program.take(step);
                job.world().barrier();
            }
            if (job.rank() == 0) {
                System.out.println(DONE);
            }
        }
    }

    /**
     * The first failure ends the job, and with it ranks that have not come to their own: together, they wait for each
     * other.
     */
    private void take(String step) throws IOException {
        String[] parts = step.split("=", 2);
        try {
            step(parts[0], parts.length > 1 ? parts[1] : "");
        } catch (PgasException e) {
            if (together) {
                System.out.println(FAILED + e.getMessage());
                job.world().barrier();
            }
            throw e;
        }
    }

    private void step(String name, String value) throws IOException {
        switch (name) {
            case TOGETHER -> together = true;
            case "attach" -> use(value.isEmpty() ? job.attach() : job.attach(bytes(value)));
            case "segments" -> segments(value, null);
            case "files" -> segments(value.substring(value.indexOf(',') + 1),
                    Path.of(value.substring(0, value.indexOf(','))));
            case "messages" -> messages(value);
            case "collectives" -> collectives(value);
            case "teams" -> teams(Integer.parseInt(value));
            case "heap" -> heap();
            case "windows" -> windows(value);
            case "fill" -> fill(Path.of(value));
            case "print" -> print(Integer.parseInt(value));
            default -> throw new IllegalArgumentException("no such step: " + name);
        }
    }

    private static long bytes(String text) {
        return Settings.parseBytes(text, "a step");
    }

    private static int count(String value) {
        return Integer.parseInt(value.substring(0, value.indexOf('x')));
    }

    private static long each(String value) {
        return bytes(value.substring(value.indexOf('x') + 1));
    }

    private static void use(Segment segment) {
        segment.local().fill((byte) 1);
    }

    /** A name that no step before has used. */
    private Path newFile(Path directory) {
        return directory.resolve("file-" + job.rank() + "-" + files++);
    }

    /** Many segments of the rank's own, in memory or in files of a directory. */
    private void segments(String value, Path directory) {
        for (int i = 0; i < count(value); i++) {
            Segment segment;
            if (directory == null) {
                segment = job.segments().create(each(value));
            } else {
                Path path = newFile(directory);
                segment = job.segments().create(each(value), MemoryKind.create(job,
                        new MemoryKind.File(path, MemoryKind.FileUse.CREATE), 0));
            }
            use(segment);
            kept.add(segment);
        }
        if (directory != null) {
            kept.forEach(Segment::sync);
        }
    }

    private void messages(String value) {
        AtomicInteger arrived = new AtomicInteger();
        int handler = job.endpoint().handlers().register(HandlerEntry.ofMedium((_, _) -> arrived.incrementAndGet())
                .name("take").request().arguments(0));
        job.world().barrier();
        MemorySegment source = MemorySegment.ofArray(new byte[(int) each(value)]);
        for (int i = 0; i < count(value); i++) {
            job.world().am().requestMedium((job.rank() + 1) % job.size(), handler, source, 0, source.byteSize());
        }
        job.blockUntil(() -> arrived.get() == count(value));
    }

    /** Several under way at once, each of which the library needs memory for. */
    private void collectives(String value) {
        Collectives collectives = Collectives.of(job.world());
        List<Event> under = new ArrayList<>();
        for (int i = 0; i < count(value); i++) {
            long[] data = new long[(int) (each(value) / Long.BYTES)];
            under.add(collectives.reduceToAllNb(new long[data.length], data, Opcode.ADD));
        }
        under.forEach(Event::await);
    }

    private void teams(int count) {
        for (int i = 0; i < count; i++) {
            Team team = job.world().dup();
            Collectives.of(team).reduceToAll(new long[1000], new long[1000], Opcode.ADD);
        }
    }

    /** Blocks until there are no more, in the segment that is attached. */
    private void heap() {
        SharedHeap heap = SharedHeap.create(job.world(), 0, 0, job.endpoint().segment().size());
        try {
            while (true) {
                heap.malloc(HEAP_BLOCK);
            }
        } catch (PgasException e) {
            System.out.println("the heap is full: " + e.getMessage());
        }
        heap.close();
    }

    private void windows(String value) {
        for (int i = 0; i < count(value); i++) {
            Window window = Window.allocate(job.world(), each(value), 1);
            window.fence(0);
            MemorySegment source = MemorySegment.ofArray(new byte[(int) each(value)]);
            window.put(source, source.byteSize(), org.pgas.mpi.Datatype.BYTE, (job.rank() + 1) % job.size(), 0,
                    source.byteSize(), org.pgas.mpi.Datatype.BYTE);
            window.fence(0);
        }
    }

    /** Takes all the room of a directory's file system that is left. */
    private void fill(Path directory) throws IOException {
        if (job.rank() == 0) {
            byte[] block = new byte[4096];
            try (OutputStream out = Files.newOutputStream(directory.resolve(FILLER))) {
                while (true) {
                    out.write(block);
                }
            } catch (IOException e) {
                System.out.println("full: " + e.getMessage());
            }
        }
    }

    private void print(int lines) {
        for (int i = 0; i < lines; i++) {
            System.out.println("line " + i + " of rank " + job.rank() + " ".repeat(100) + ".");
        }
    }
}
