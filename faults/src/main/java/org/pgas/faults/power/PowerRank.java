package org.pgas.faults.power;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import org.pgas.Job;
import org.pgas.coll.Collectives;
import org.pgas.examples.kv.KeyValueStore;
import org.pgas.examples.kv.StoreFile;
import org.pgas.examples.kv.StoreOptions;
import org.pgas.examples.kv.StoreSyncException;

/**
 * A rank of a job that uses a store, in several openings, some of which end as by a kill of all ranks. Two threads of
 * each rank put and delete; one of them syncs. Then the job opens what losses of power could have left.
 */
public final class PowerRank {
    /** In front of a line that says what is wrong. */
    static final String WRONG = "WRONG ";

    /** In front of a line with a number and what there were so many of. */
    static final String COUNT = "COUNT ";

    /** The last line. */
    static final String DONE = "done with images";

    /** By which the store is used; another one by which images are opened. */
    private static final long BOOT = 1;

    private final Job job;
    private final SplittableRandom random;
    private final Path directory;
    private final UnaryOperator<StoreOptions> twin;
    private final Losses losses;
    private final Putting own;
    private final Putting beside;
    private final List<Expected.Sync> syncs = new ArrayList<>();
    private final long bytes;
    private int syncNumber;
    private Path file;

    private PowerRank(Job job, long seed, int images, Path directory, UnaryOperator<StoreOptions> twin) {
        this.job = job;
        this.directory = directory;
        this.twin = twin;
        // the same on all ranks
        random = new SplittableRandom(seed);
        bytes = random.nextBoolean() ? 1 : KeyValueStore.leastBytes(job) + (random.nextInt(4) << 16);
        long choices = random.nextLong();
        losses = job.rank() == 0 ? new Losses(choices, images) : null;
        own = new Putting("r" + job.rank(), job.rank(), seed + 31L * job.rank());
        beside = new Putting("b" + job.rank(), job.rank(), seed + 31L * job.rank() + 1_000_003);
    }

    /** Arguments: seed, number of images, a directory for files. */
    public static void main(String[] arguments) {
        run(arguments, UnaryOperator.identity());
    }

    /** As {@link #main}, of a store that is opened with other options: of one that is weaker on purpose. */
    public static void run(String[] arguments, UnaryOperator<StoreOptions> twin) {
        try (Job job = Job.join()) {
            new PowerRank(job, Long.parseLong(arguments[0]), Integer.parseInt(arguments[1]), Path.of(arguments[2]),
                    twin)
                    .run();
        }
    }

    private void run() {
        file = directory.resolve("store-0");
        int openings = 1 + random.nextInt(4);
        for (int opening = 0; opening < openings; opening++) {
            use(opening, opening < openings - 1 && random.nextBoolean());
        }
        List<Expected.Change> changes = new ArrayList<>(own.changes());
        changes.addAll(beside.changes());
        Notes.write(notes(job.rank()), changes, syncs);
        job.world().barrier();
        Expected expected = null;
        if (losses != null) {
            List<Path> notes = new ArrayList<>();
            for (int rank = 0; rank < job.size(); rank++) {
                notes.add(notes(rank));
            }
            expected = Notes.read(notes);
        }
        new Judge(job, directory, twin, losses, expected, random.nextLong()).run();
        if (job.rank() == 0) {
            System.out.println(DONE);
        }
    }

    private Path notes(int rank) {
        return directory.resolve("notes-" + rank);
    }

    private void during(String what, boolean syncsMayFail) {
        if (losses != null) {
            losses.during(what, syncsMayFail);
        }
    }

    private void use(int opening, boolean isKilled) {
        during(opening == 0 ? "while the store is made" : "while the store is opened again", false);
        StoreFile opened = StoreFile.open(job, file, twin.apply(options(file)));
        during("while it is used", true);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        boolean[] over = new boolean[1];
        Thread putter = Thread.ofPlatform().daemon().start(() -> putBeside(opened.store(), over, failure));
        for (int round = 1 + random.nextInt(6); round > 0; round--) {
            int steps = random.nextInt(20);
            for (int step = 0; step < steps; step++) {
                own.step(opened.store());
                if (losses != null) {
                    losses.observe();
                }
            }
            sync(opened.store()::sync);
        }
        end(putter, over, failure);
        Path next = directory.resolve("store-" + (opening + 1));
        if (isKilled) {
            // some puts that no sync has seen
            for (int step = random.nextInt(10); step > 0; step--) {
                own.step(opened.store());
            }
            job.world().barrier();
            if (losses != null) {
                losses.moveTo(next);
            }
            job.world().barrier();
            // the one that goes on is the copy
            file = next;
            opened.close();
        } else {
            during("while it is closed", false);
            sync(opened::close);
        }
    }

    private void sync(Runnable step) {
        int number = syncNumber++;
        long begin = System.nanoTime();
        try {
            step.run();
            syncs.add(new Expected.Sync(job.rank(), number, begin, System.nanoTime()));
        } catch (StoreSyncException e) {
            // nothing is claimed
        }
    }

    private StoreOptions options(Path of) {
        StoreOptions options = StoreOptions.of(bytes).bootedAs(BOOT);
        return losses == null ? options : options.on(device -> losses.before(device, of));
    }

    private void putBeside(KeyValueStore store, boolean[] over, AtomicReference<Throwable> failure) {
        try {
            while (true) {
                synchronized (over) {
                    if (over[0]) {
                        return;
                    }
                }
                beside.step(store);
                Thread.yield();
            }
        } catch (RuntimeException | Error e) {
            failure.set(e);
        }
    }

    private static void end(Thread putter, boolean[] over, AtomicReference<Throwable> failure) {
        synchronized (over) {
            over[0] = true;
        }
        boolean interrupted = false;
        while (putter.isAlive()) {
            try {
                putter.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new IllegalStateException("the other thread could not go on", failure.get());
        }
    }

    /** The number of rank 0, for all. */
    static long agreed(Job job, long ofRankZero) {
        return Collectives.of(job.world()).broadcast(0, ofRankZero);
    }
}
