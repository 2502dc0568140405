package org.pgas.refusal;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * What went wrong on one rank in a collective call, as a word that the others are told, so that all throw, with the
 * same code, and no rank waits for one that has thrown.
 */
public final class Failures {
    private static final ErrorCode[] CODES = ErrorCode.values();

    private Failures() {}

    /** What {@code step} throws; null when it throws nothing. */
    public static Throwable of(Runnable step) {
        try {
            step.run();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }

    /** Gives back what a call has made that fails; the program is told of {@code failure}, and of this only with it. */
    public static void giveBack(Throwable failure, Runnable step) {
        try {
            step.run();
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * The word that tells others of a failure; 0 for null. A failure that is no {@link PgasException} is mostly a lack
     * of memory.
     */
    public static long word(Throwable failure) {
        return failure == null ? 0
                : 1 + (failure instanceof PgasException e ? e.code() : ErrorCode.RESOURCE).ordinal();
    }

    /** The code in a word that is not 0. A word that {@link #word} does not make was damaged on its way. */
    public static ErrorCode code(long word) {
        return word >= 1 && word <= CODES.length ? CODES[(int) word - 1] : ErrorCode.RESOURCE;
    }

    /** The ranks with a word that is not 0, such as "1, 3": rank i has told {@code all[i * each]}. */
    public static String ranks(long[] all, int each) {
        StringBuilder failed = new StringBuilder();
        for (int at = 0; at < all.length; at += each) {
            if (all[at] != 0) {
                failed.append(failed.isEmpty() ? "" : ", ").append(at / each);
            }
        }
        return failed.toString();
    }

    /** Throws what was caught, an error or an unchecked exception, unless it is null. */
    public static void rethrow(Throwable failure) {
        if (failure instanceof Error e) {
            throw e;
        } else if (failure instanceof RuntimeException e) {
            throw e;
        }
    }
}
