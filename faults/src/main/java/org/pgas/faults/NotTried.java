package org.pgas.faults;

/**
 * A kind of trial that cannot be made on this machine; it counts as nothing.
 *
 * @param faultClass the {@link FaultClass#name()}
 * @param kind as a {@link Trial} of it would have
 * @param reason what the machine or the user lacks, such as {@code no root}
 */
public record NotTried(String faultClass, String kind, String reason) {
    private static final int PARTS = 3;

    /** A line of the file of results. */
    String line() {
        return faultClass + "," + kind.replace(',', ';') + "," + reason.replace('\n', ' ');
    }

    /** @throws IllegalArgumentException if it is no such line */
    static NotTried read(String line) {
        String[] parts = line.split(",", PARTS);
        if (parts.length != PARTS) {
            throw new IllegalArgumentException("no line of what was not tried: \"" + line
                    + "\": it has no class, kind and reason");
        }
        return new NotTried(parts[0], parts[1], parts[2]);
    }
}
