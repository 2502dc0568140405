package org.pgas.bulk;

import java.util.Locale;

/** Whether large transfers may go on when their call has returned: setting {@code pgas.async}. */
public enum BulkMode {
    /** When a processor seems to be idle. */
    AUTO,
    /** Whether or not one is. */
    ALWAYS,
    /** Never. */
    OFF;

    /** The one that a setting names, in any case; null is AUTO. */
    public static BulkMode of(String text) {
        return text == null ? AUTO : valueOf(text.toUpperCase(Locale.ROOT));
    }
}
