package org.pgas.place;

import java.lang.foreign.Arena;

/** How the memory segments end by which programs see mapped memory. */
final class SegmentViews {
    private SegmentViews() {}

    /** Makes every later access throw. */
    static void close(Arena views) {
        try {
            views.close();
        } catch (IllegalStateException e) {
            // A thread is in a system call on a view. The views stay open then: like every late access they find zeros.
            System.getLogger(SegmentViews.class.getName()).log(System.Logger.Level.DEBUG, "views stay open", e);
        }
    }
}
