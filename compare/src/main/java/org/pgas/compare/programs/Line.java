package org.pgas.compare.programs;

import java.util.Optional;

/**
 * What a program printed of one row: {@code library,row,bytes,median_ns,min_ns,max_ns}.
 *
 * @param bytes of one operation, or 0 where a row has no size
 * @param median of the repetitions, in nanoseconds for one operation, as the others
 */
public record Line(String library, String row, long bytes, double median, double least, double most) {
    private static final int PARTS = 6;

    /** Whatever else a program prints is no line. A launcher may put the number of a rank in front, as {@code [0] }. */
    public static Optional<Line> parse(String text) {
        String[] parts = text.strip().replaceFirst("^\\[ *\\d+\\] ", "").split(",", -1);
        if (parts.length != PARTS || !parts[0].matches("[a-z][a-z0-9-]*") || !parts[1].matches("[a-z][a-z0-9-]*")) {
            return Optional.empty();
        }
        try {
            Line line = new Line(parts[0], parts[1], Long.parseLong(parts[2]), Double.parseDouble(parts[3]),
                    Double.parseDouble(parts[4]), Double.parseDouble(parts[5]));
            return line.isPossible() ? Optional.of(line) : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private boolean isPossible() {
        return bytes >= 0 && Double.isFinite(median) && Double.isFinite(least) && Double.isFinite(most) && median > 0;
    }

    /** The same figures by the name that the comparison has for the library that printed them. */
    public Line of(String otherLibrary) {
        return new Line(otherLibrary, row, bytes, median, least, most);
    }
}
