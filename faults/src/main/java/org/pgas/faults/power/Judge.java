package org.pgas.faults.power;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

import org.pgas.Job;
import org.pgas.examples.kv.StoreCheck;
import org.pgas.examples.kv.StoreFile;
import org.pgas.examples.kv.StoreOptions;

/** Opens images by all ranks of a job, and says what is wrong with what is found in them. Collective. */
final class Judge {
    /** Where the first header of a store is in its file. */
    private static final int HEADER = 4096;

    /** Where in a header it stands whether the store was closed, and the word then. */
    private static final int USE = 4 * Long.BYTES;

    private static final long CLOSED = 1;

    private final Job job;
    private final Path directory;
    private final UnaryOperator<StoreOptions> twin;

    /** Null but at rank 0, as the next. */
    private final Losses losses;

    private final Expected expected;
    private final SplittableRandom random;
    private final Map<String, Integer> counts = new TreeMap<>();
    private Path file;
    private int opened;
    private String wrong = "";
    private String news = "";

    /** @param seed the same on all ranks */
    Judge(Job job, Path directory, UnaryOperator<StoreOptions> twin, Losses losses, Expected expected, long seed) {
        this.job = job;
        this.directory = directory;
        this.twin = twin;
        this.losses = losses;
        this.expected = expected;
        random = new SplittableRandom(seed);
    }

    void run() {
        long count = PowerRank.agreed(job, losses == null ? 0 : losses.losses().size());
        for (int image = 0; image < count; image++) {
            Losses.Loss loss = losses == null ? null : losses.losses().get(image);
            lose(image, loss);
            if (random.nextInt(4) == 0) {
                damage(image, loss, random.nextLong());
            }
        }
        counts.forEach((what, times) -> System.out.println(PowerRank.COUNT + times + " " + what));
    }

    private void count(String what) {
        if (losses != null) {
            counts.merge(what, 1, Integer::sum);
        }
    }

    private void place(byte[] bytes) {
        file = directory.resolve("image-" + opened++);
        if (losses != null) {
            Losses.write(file, bytes);
        }
        job.world().barrier();
    }

    private void remove() {
        job.world().barrier();
        if (losses != null) {
            for (String suffix : List.of("", ".salvage", ".damaged-1", ".damaged-2")) {
                file.resolveSibling(file.getFileName() + suffix).toFile().delete();
            }
        }
    }

    /** A loss of power, and nothing else; now and then a second one while the first is salvaged. */
    private void lose(int image, Losses.Loss loss) {
        byte[] bytes = loss == null ? null : Losses.bytes(loss.sectors());
        place(bytes);
        if (random.nextInt(4) == 0) {
            // lost again before the new file had the name: it is there, anyhow
            leaveUnfinished(bytes, random.split());
            count("images with an unfinished new file of a salvage that was lost, too");
        }
        Map<String, String> found = new HashMap<>();
        RuntimeException refused = open(StoreOptions.of(1), found);
        if (refused != null) {
            say(image, loss, "is refused: " + refused.getMessage());
        } else {
            if (loss != null) {
                say(image, loss, wrong + expected.wrong(found, loss.time(), Set.of()));
            }
            again(image, loss, found);
        }
        remove();
        if (loss != null) {
            count("images of a loss " + loss.when());
            count("images with " + loss.style().words());
        }
    }

    /** What was salvaged is on the device, and stays as it is. */
    private void again(int image, Losses.Loss loss, Map<String, String> found) {
        if (random.nextInt(8) > 0) {
            return;
        }
        Map<String, String> again = new HashMap<>();
        RuntimeException refused = open(StoreOptions.of(1), again);
        say(image, loss, refused != null ? "is refused when it was salvaged: " + refused.getMessage()
                : again.equals(found) ? "" : "changes when it was salvaged: " + found.keySet() + again.keySet());
        count("images opened twice");
    }

    private void leaveUnfinished(byte[] bytes, SplittableRandom choices) {
        if (losses != null) {
            byte[] torn = bytes.clone();
            for (int at = 0; at + Sectors.SECTOR_BYTES <= torn.length; at += Sectors.SECTOR_BYTES) {
                if (choices.nextBoolean()) {
                    java.util.Arrays.fill(torn, at, at + Sectors.SECTOR_BYTES, (byte) 0);
                }
            }
            Losses.write(file.resolveSibling(file.getFileName() + ".salvage"), torn);
        }
        job.world().barrier();
    }

    /**
     * A loss of power, and one sector that is not what was written: it costs what it held, and that is told. A store
     * that was closed is believed when it is opened, so it is repaired at once.
     */
    private void damage(int image, Losses.Loss loss, long seed) {
        byte[] before = loss == null ? null : Losses.bytes(loss.sectors());
        byte[] bytes = loss == null ? null : before.clone();
        Damage damage = loss == null ? null : Damage.deal(bytes, new SplittableRandom(seed));
        place(bytes);
        boolean isClosed = PowerRank.agreed(job, loss != null && isClosed(before) ? 1 : 0) != 0;
        StoreOptions options = StoreOptions.of(1);
        Map<String, String> found = new HashMap<>();
        RuntimeException refused = open(isClosed ? options.repairing() : options, found);
        // the same on all ranks: what a rank throws at an opening all ranks throw
        String told = refused == null ? news : refused.getMessage();
        if (refused != null) {
            found.clear();
            RuntimeException again = open(options.repairing(), found);
            // where nobody has begun to make a store, or where nothing is left of it, there is nothing to repair
            if (again != null && loss != null && !expected.missing(Map.of(), loss.time()).isEmpty()) {
                say(image, loss, "cannot be repaired after " + damage + ": " + again.getMessage());
            }
            refused = again == null ? refused : again;
        }
        remove();
        if (loss != null) {
            boolean isLost = judge(image, loss, damage, before, found, told);
            count("images with " + damage.words() + " changed at rest" + (isLost ? ", which cost a key" : ""));
        }
    }

    /** Whether something is lost. */
    private boolean judge(int image, Losses.Loss loss, Damage damage, byte[] before, Map<String, String> found,
            String told) {
        Set<String> missing = expected.missing(found, loss.time());
        StringBuilder text = new StringBuilder(wrong).append(expected.wrong(found, loss.time(), missing));
        missing.stream().filter(key -> !damage.held(before, key, Putting.mostBytes()))
                .forEach(key -> text.append(key).append(" is lost, and did not lie there; "));
        if (!missing.isEmpty() && !told.contains("damaged") && !told.contains("lost")) {
            text.append(missing).append(" are lost, and nobody is told; ");
        }
        say(image, loss, text.isEmpty() ? "" : text + "after " + damage + ", of which was told: " + told);
        return !missing.isEmpty();
    }

    /** Whether a copy of the header says that the store was closed. */
    private static boolean isClosed(byte[] file) {
        ByteBuffer words = ByteBuffer.wrap(file).order(ByteOrder.nativeOrder());
        long bytes = words.getLong(HEADER + Long.BYTES);
        return words.getLong(HEADER + USE) == CLOSED
                || bytes > 0 && bytes < file.length && words.getLong((int) bytes + USE) == CLOSED;
    }

    private void say(int image, Losses.Loss loss, String what) {
        if (loss != null && !what.isEmpty()) {
            System.out.println(PowerRank.WRONG + "image " + image + ", " + loss.style().words() + ", " + loss.when()
                    + ": " + what);
        }
    }

    /** Opens the file and reads everything; answers why that was refused, or null. */
    private RuntimeException open(StoreOptions options, Map<String, String> found) {
        wrong = "";
        news = "";
        StoreFile store;
        try {
            store = StoreFile.open(job, file, twin.apply(options.bootedAs(0)));
        } catch (RuntimeException e) {
            return e;
        }
        news = store.news().toString();
        if (losses != null) {
            store.store().forEach((key, value) -> {
                if (found.put(text(key), text(value)) != null) {
                    wrong += text(key) + " is there twice; ";
                }
            });
            StoreCheck check = store.store().check();
            if (check.errors() > 0 || check.lost().length > 0 || check.entries() != found.size()) {
                wrong += "the store is not in order: " + check + "; ";
            }
        }
        store.close();
        return null;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }
}
