package org.pgas;

/** Whether large transfers may go on when their call has returned: setting {@code pgas.async}. */
enum BulkMode {
    /** When a processor seems to be idle. */
    AUTO,
    /** Whether or not one is. */
    ALWAYS,
    /** Never. */
    OFF
}
