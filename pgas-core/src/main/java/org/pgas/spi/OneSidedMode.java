package org.pgas.spi;

import java.util.Locale;

/** Whether devices carry out large transfers between hosts: setting {@code pgas.wire.onesided}. */
public enum OneSidedMode {
    /** Where the wire has such transfers, and the host a device that can. */
    AUTO,
    /** Also where the wire does it by software; no rank joins where its wire has none. */
    ON,
    /** Never: what devices do was never tried on one. */
    OFF;

    /** The one that a setting names, in any case; null is OFF. */
    public static OneSidedMode of(String text) {
        return text == null ? OFF : valueOf(text.toUpperCase(Locale.ROOT));
    }
}
