package org.pgas.faults.power;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A sector that is not what was written, at rest.
 *
 * @param at where it begins in the file
 */
record Damage(int at, String words) {
    /** More than a head of a record. */
    private static final int HEAD_BYTES = 128;

    /** Does it to {@code file}, to a sector in which something was written. */
    static Damage deal(byte[] file, SplittableRandom random) {
        int sector;
        do {
            sector = random.nextInt(8) == 0 ? random.nextInt(16) : random.nextInt(file.length / Sectors.SECTOR_BYTES);
        } while (isEmpty(file, sector * Sectors.SECTOR_BYTES));
        int at = sector * Sectors.SECTOR_BYTES;
        String words;
        switch (random.nextInt(3)) {
            case 0 -> {
                words = "a sector that is zero";
                Arrays.fill(file, at, at + Sectors.SECTOR_BYTES, (byte) 0);
            }
            case 1 -> {
                words = "a sector of garbage";
                byte[] garbage = new byte[Sectors.SECTOR_BYTES];
                random.nextBytes(garbage);
                System.arraycopy(garbage, 0, file, at, garbage.length);
            }
            default -> {
                words = "a bit";
                file[at + random.nextInt(Sectors.SECTOR_BYTES)] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return new Damage(at, words);
    }

    private static boolean isEmpty(byte[] file, int at) {
        for (int i = at; i < at + Sectors.SECTOR_BYTES; i++) {
            if (file[i] != 0) {
                return false;
            }
        }
        return true;
    }

    /** Whether a record of {@code key} lay there, in the file before the damage. */
    boolean held(byte[] before, String key, int mostBytes) {
        byte[] text = key.getBytes(StandardCharsets.US_ASCII);
        for (int i = Math.max(0, at - mostBytes); i < Math.min(before.length - text.length,
                at + Sectors.SECTOR_BYTES + HEAD_BYTES); i++) {
            if (Arrays.equals(before, i, i + text.length, text, 0, text.length)) {
                return true;
            }
        }
        return false;
    }
}
