package org.pgas.upc;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** What went wrong on one thread, as a word that the others are told, so that all throw with the same code. */
final class Failures {
    private static final ErrorCode[] CODES = ErrorCode.values();

    private Failures() {}

    /** 0 of null. What is no {@link PgasException} is mostly a lack of memory. */
    static long word(Throwable failure) {
        return failure == null ? 0
                : 1 + (failure instanceof PgasException e ? e.code() : ErrorCode.RESOURCE).ordinal();
    }

    /** Of a word that is not 0: what is none that {@link #word} makes was damaged on its way. */
    static ErrorCode code(long word) {
        return word >= 1 && word <= CODES.length ? CODES[(int) word - 1] : ErrorCode.RESOURCE;
    }

    /** Of null nothing; what was caught is unchecked. */
    static void rethrow(Throwable failure) {
        if (failure instanceof Error e) {
            throw e;
        } else if (failure instanceof RuntimeException e) {
            throw e;
        }
    }
}
