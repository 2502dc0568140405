package org.pgas.examples.grid;

/**
 * How {@code extent} indices are cut into {@code parts} runs. The lengths of the runs differ by one at most. If there
 * are more parts than indices, some are empty.
 *
 * @param extent how many indices, from 0 on
 * @param parts into how many parts, at least one
 */
public record Split(int extent, int parts) {
    /** The first index of a part; of the part behind the last one, the extent. */
    public int first(int part) {
        return (int) ((long) extent * part / parts);
    }

    /** How many indices a part has. */
    public int count(int part) {
        return first(part + 1) - first(part);
    }

    /** How many indices the largest part has. */
    public int largest() {
        return Math.ceilDiv(extent, parts);
    }

    /** The part that has an index. */
    public int part(int index) {
        return (int) (((index + 1L) * parts - 1) / extent);
    }
}
