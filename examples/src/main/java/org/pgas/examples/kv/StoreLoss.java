package org.pgas.examples.kv;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What of a store was found again by its records alone, and what is lost that a sync had brought to the device.
 *
 * @param kept how many keys have a value that is whole
 * @param damaged records that were synced, are not whole, and have no later one
 * @param missing how many records, these included, were there at the end of the last epoch that the header tells of,
 * and
 *        are not; -1 if it cannot be told, as when a copy of the header is damaged
 * @param isHeaderDamaged whether a copy of the header is neither whole nor missing, or both are missing
 * @param unreadable sectors that the device did not give
 */
public record StoreLoss(long kept, List<Damaged> damaged, long missing, boolean isHeaderDamaged, long unreadable) {
    private static final int MOST_TOLD = 20;

    /**
     * A record that is not whole.
     *
     * @param offset of the record in the store
     * @param key its key; null if that is not whole either
     */
    public record Damaged(long offset, byte[] key) {
        @Override
        public String toString() {
            return (key == null ? "a key that is damaged, too" : new String(key, StandardCharsets.UTF_8))
                    + " at offset "
                    + offset;
        }
    }

    public StoreLoss {
        damaged = List.copyOf(damaged);
    }

    /** Whether nothing is known to be lost. */
    public boolean isNone() {
        return damaged.isEmpty() && missing <= 0 && unreadable == 0;
    }

    /** For people. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder().append(kept).append(" keys are whole");
        if (missing > 0) {
            text.append(", ").append(missing).append(" that were synced are lost");
        }
        if (!damaged.isEmpty()) {
            text.append(damaged.stream().limit(MOST_TOLD).map(Damaged::toString)
                    .collect(Collectors.joining(", ", "; damaged: ", damaged.size() > MOST_TOLD ? ", and more" : "")));
        }
        if (unreadable > 0) {
            text.append("; ").append(unreadable).append(" sectors cannot be read");
        }
        if (isHeaderDamaged) {
            text.append("; a copy of the header is damaged, so it is not known how many keys there were");
        }
        return text.toString();
    }
}
