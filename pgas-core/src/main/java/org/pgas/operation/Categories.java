package org.pgas.operation;

import org.pgas.EventCategory;

/** Sets of {@link EventCategory} as bits, for sets of operations that are asked about some categories. */
public final class Categories {
    public static final int EVERYTHING = -1;

    private Categories() {}

    /** These; all, if none is given or {@link EventCategory#ALL} is among them. */
    public static int mask(EventCategory... categories) {
        int mask = categories.length == 0 ? EVERYTHING : 0;
        for (EventCategory category : categories) {
            mask |= category == EventCategory.ALL ? EVERYTHING : 1 << category.ordinal();
        }
        return mask;
    }
}
