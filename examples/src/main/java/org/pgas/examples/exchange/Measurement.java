package org.pgas.examples.exchange;

import java.util.Locale;

/**
 * One time of one table.
 *
 * @param bytes of a block; 0 where synchronisation is measured alone
 * @param variant such as "Put-Fence"
 */
record Measurement(int table, WindowPlace place, int ranks, int neighbours, Layout layout, boolean typeCache,
        String variant, int bytes, EpochTimes times) {
    static final String HEAD = "table,window,ranks,neighbours,layout,type_cache,variant,bytes,"
            + "fastest_us,median_us,batch";

    /** As a line under {@link #HEAD}. */
    String toLine() {
        return String.format(Locale.ROOT, "%d,%s,%d,%d,%s,%s,%s,%d,%.4f,%.4f,%d", table, place.title(), ranks,
                neighbours, layout.title(), typeCache ? "on" : "off", variant, bytes, times.fastest(), times.median(),
                times.batch());
    }
}
