package org.pgas.bulk;

import org.pgas.RmaFlags;

/** The flags of transfers: those of {@link RmaFlags}, and one of the library's own. */
public final class TransferFlags {
    /** A large transfer is carried out by the calling thread, before its call returns. */
    public static final int ON_CALLER = 1 << 9;

    /** All that are defined. */
    public static final int ALL = (1 << 10) - 1;

    private TransferFlags() {}

    public static boolean isImmediate(int flags) {
        return (flags & RmaFlags.IMMEDIATE) != 0;
    }

    static boolean isOnCaller(int flags) {
        return (flags & ON_CALLER) != 0;
    }
}
