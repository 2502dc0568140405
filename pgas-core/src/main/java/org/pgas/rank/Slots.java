package org.pgas.rank;

import java.util.Arrays;

/**
 * Places for what the rooms of a membership keep with one thread, or with one access region. Each room has a
 * {@link Slot} of its own, so that the places know no room.
 *
 * <p>Confined to its thread: written and read by that thread alone, plainly.
 */
public class Slots {
    private static final Object[] NONE = {};

    private Object[] contents = NONE;

    /** What was put there last; null at first. */
    final Object get(int index) {
        Object[] now = contents;
        return index < now.length ? now[index] : null;
    }

    final void set(int index, Object content) {
        if (index >= contents.length) {
            contents = Arrays.copyOf(contents, index + 1);
        }
        contents[index] = content;
    }
}
