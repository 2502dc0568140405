package org.pgas.faults.power;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What the sectors of a file may be on its device: each of them what it was at the last sync, or at any moment since,
 * whatever the others are. What a sector was is known of the moments at which the file was looked at. For one thread.
 */
final class Sectors {
    static final int SECTOR_BYTES = 512;
    private static final int PAGE_SECTORS = 8;

    /** How an image picks one of the things that a sector may be. */
    enum Style {
        NOTHING_WRITTEN, ALL_WRITTEN, SECTORS_AT_RANDOM, PAGES_AT_RANDOM, FEW_WRITTEN, FEW_NOT_WRITTEN,
        LATER_ONES_FIRST,
        TORN_BY_WORDS;

        /** For a line of the report. */
        String words() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }
    }

    /** By sector, what it may be, the oldest first; never empty. */
    private final List<List<byte[]>> versions = new ArrayList<>();

    /** By sector, which of these it was when the sync began that goes on. */
    private final int[] begun;

    /** By page, whether the kernel takes it for written since a sync has failed, though it is not. */
    private final boolean[] stuck;

    /** @param file that is on the device as it is */
    Sectors(byte[] file) {
        for (int sector = 0; sector < Math.ceilDiv(file.length, SECTOR_BYTES); sector++) {
            versions.add(new ArrayList<>(List.of(sector(file, sector))));
        }
        begun = new int[versions.size()];
        stuck = new boolean[Math.ceilDiv(versions.size(), PAGE_SECTORS)];
    }

    private static byte[] sector(byte[] file, int sector) {
        return Arrays.copyOfRange(file, sector * SECTOR_BYTES, Math.min(file.length, (sector + 1) * SECTOR_BYTES));
    }

    int count() {
        return versions.size();
    }

    /** The file is so at this moment. */
    void observe(byte[] file) {
        for (int sector = 0; sector < versions.size(); sector++) {
            List<byte[]> all = versions.get(sector);
            byte[] last = all.getLast();
            int at = sector * SECTOR_BYTES;
            if (!Arrays.equals(last, 0, last.length, file, at, at + last.length)) {
                all.add(sector(file, sector));
                // written to again
                stuck[sector / PAGE_SECTORS] = false;
            }
        }
    }

    /** A sync begins: if it succeeds, what the file is now is on the device, or something later. */
    void beginSync() {
        for (int sector = 0; sector < begun.length; sector++) {
            begun[sector] = stuck[sector / PAGE_SECTORS] ? 0 : versions.get(sector).size() - 1;
        }
    }

    /** The sync that goes on has succeeded. */
    void endSync() {
        for (int sector = 0; sector < begun.length; sector++) {
            versions.get(sector).subList(0, begun[sector]).clear();
            begun[sector] = 0;
        }
    }

    /** The sync that goes on has failed: some pages are dirty still, others are not, and may be written or not. */
    void failSync(SplittableRandom random) {
        for (int page = 0; page < stuck.length; page++) {
            stuck[page] |= random.nextBoolean();
        }
    }

    /** Every page was written to again. */
    void touch() {
        Arrays.fill(stuck, false);
    }

    /** How many sectors may be more than one thing. */
    long undecided() {
        return versions.stream().filter(each -> each.size() > 1).count();
    }

    /** What the device may hold, by sector. */
    byte[][] image(Style style, SplittableRandom random) {
        byte[][] image = new byte[versions.size()][];
        int from = random.nextInt(versions.size());
        int page = -1;
        double ofPage = 0;
        for (int sector = 0; sector < image.length; sector++) {
            List<byte[]> all = versions.get(sector);
            if (sector / PAGE_SECTORS != page) {
                page = sector / PAGE_SECTORS;
                ofPage = random.nextDouble();
            }
            int last = all.size() - 1;
            image[sector] = switch (style) {
                case NOTHING_WRITTEN -> all.getFirst();
                case ALL_WRITTEN -> all.getLast();
                case SECTORS_AT_RANDOM -> all.get(random.nextInt(all.size()));
                case PAGES_AT_RANDOM -> all.get((int) Math.round(ofPage * last));
                case FEW_WRITTEN -> all.get(random.nextInt(8) == 0 ? random.nextInt(all.size()) : 0);
                case FEW_NOT_WRITTEN -> all.get(random.nextInt(8) == 0 ? random.nextInt(all.size()) : last);
                case LATER_ONES_FIRST -> sector < from ? all.getFirst() : all.getLast();
                case TORN_BY_WORDS -> torn(all.get(random.nextInt(all.size())), all.get(random.nextInt(all.size())),
                        random);
            };
        }
        return image;
    }

    /** A device may read a page while words of it are stored. */
    private static byte[] torn(byte[] one, byte[] other, SplittableRandom random) {
        if (one == other) {
            return one;
        }
        byte[] torn = one.clone();
        for (int at = 0; at + Long.BYTES <= torn.length; at += Long.BYTES) {
            if (random.nextBoolean()) {
                System.arraycopy(other, at, torn, at, Long.BYTES);
            }
        }
        return torn;
    }
}
