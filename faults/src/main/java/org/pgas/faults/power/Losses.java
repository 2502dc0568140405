package org.pgas.faults.power;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.examples.kv.StoreDevice;

/**
 * Stands between a store and its file: knows at any moment what a loss of power could leave ({@link Sectors}), and
 * takes
 * such images at moments of chance: so many of all that there could be, each as likely. By one thread of rank 0,
 * while others put.
 */
final class Losses {
    /**
     * A loss of power.
     *
     * @param sectors what is on the device then
     * @param time of the loss, by the clock of {@link System#nanoTime}
     * @param when in words
     */
    record Loss(byte[][] sectors, long time, Sectors.Style style, String when) {}

    private final SplittableRandom random;
    private final int most;
    private final List<Loss> losses = new ArrayList<>();
    private Path file;
    private Sectors sectors;
    private long moments;
    private boolean mayFail;
    private String when = "while it is made";

    Losses(long seed, int most) {
        random = new SplittableRandom(seed);
        this.most = most;
    }

    List<Loss> losses() {
        return losses;
    }

    /** What goes on from now on, in words. */
    void during(String what, boolean syncsMayFail) {
        when = what;
        mayFail = syncsMayFail;
    }

    /** The file goes on under another name, with what it has in memory now: as after a kill of all ranks. */
    void moveTo(Path copy) {
        observe();
        write(copy, read(file));
        file = copy;
    }

    /** What stands before the device of the store in {@code of}, if that is the file now, or the first one. */
    StoreDevice before(StoreDevice device, Path of) {
        if (file == null) {
            file = of;
        }
        return new StoreDevice() {
            @Override
            public void sync() {
                if (of.equals(file)) {
                    syncAndLose(device);
                } else {
                    device.sync();
                }
            }

            @Override
            public void touched() {
                if (of.equals(file)) {
                    sectors.touch();
                }
            }
        };
    }

    private void syncAndLose(StoreDevice device) {
        if (sectors == null) {
            // an empty file is on its device before a store is made in it
            byte[] now = read(file);
            Arrays.fill(now, SEGMENT_AT, now.length, (byte) 0);
            sectors = new Sectors(now);
        }
        observe();
        sectors.beginSync();
        for (int more = random.nextInt(6); more > 0; more--) {
            observe();
        }
        if (mayFail && random.nextInt(6) == 0) {
            sectors.failSync(random);
            observe();
            throw new IllegalStateException("the device refuses, as this trial wants it");
        }
        device.sync();
        sectors.endSync();
        observe();
    }

    private static final int SEGMENT_AT = 4096;

    /** Looks at the file, and may lose it. */
    void observe() {
        if (sectors == null) {
            return;
        }
        sectors.observe(read(file));
        for (Sectors.Style style : Sectors.Style.values()) {
            if (random.nextInt(3) > 0) {
                continue;
            }
            int place = moments < most ? (int) moments : (int) Math.min(most, random.nextLong(moments + 1));
            moments++;
            if (place < most) {
                Loss loss = new Loss(sectors.image(style, random), System.nanoTime(), style, when);
                if (place < losses.size()) {
                    losses.set(place, loss);
                } else {
                    losses.add(loss);
                }
            }
        }
    }

    static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void write(Path file, byte[] bytes) {
        try {
            Files.write(file, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes of an image. */
    static byte[] bytes(byte[][] sectors) {
        int length = 0;
        for (byte[] each : sectors) {
            length += each.length;
        }
        byte[] bytes = new byte[length];
        int at = 0;
        for (byte[] each : sectors) {
            System.arraycopy(each, 0, bytes, at, each.length);
            at += each.length;
        }
        return bytes;
    }
}
