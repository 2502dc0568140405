package org.pgas.refusal;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/**
 * Makes the errors with which calls refuse what they are given. All have one form, {@code rank 2: Mppa.put: the local
 * memory is null}: the rank of the job, the call as the program knows it, then what is wrong, which names the argument,
 * its value and what is legal. A dialect gives the names of its own calls.
 *
 * <p>A message may hold what a program was given, such as a name. A terminal shall show it and not obey it: characters
 * that control a terminal, turn the direction of writing or are half of a character stand there as a backslash, u and
 * their number. Line ends stay, since texts of other libraries have them.
 *
 * <p>The methods answer an error and throw nothing, so that the caller can write {@code throw}. Immutable; any thread.
 */
public final class Refusals {
    /** The refusals of calls that know no rank, such as those that make a value. */
    public static final Refusals OF_NO_RANK = new Refusals("");

    private final String prefix;

    private Refusals(String prefix) {
        this.prefix = prefix;
    }

    /** The refusals of calls on one rank of the job. */
    public static Refusals of(int rank) {
        return new Refusals("rank " + rank + ": ");
    }

    /** The error that an argument is not legal. */
    public PgasException bad(String call, String what) {
        return error(ErrorCode.BAD_ARGUMENT, call, what);
    }

    /** As {@link #bad(String, String)}, of what something below has thrown. */
    public PgasException bad(String call, String what, Throwable cause) {
        return error(ErrorCode.BAD_ARGUMENT, call, what, cause);
    }

    /** The error that {@code argument} is {@code value}, where {@code legal} are legal, such as "0 and more". */
    public PgasException illegal(String call, String argument, long value, String legal) {
        return bad(call, argument + " is " + value + ": legal are " + legal);
    }

    /** The error that {@code argument}, an index or a rank, is outside 0..{@code end}-1. */
    public PgasException outside(String call, String argument, long value, long end) {
        return bad(call, argument + " " + value + " is outside 0.." + (end - 1));
    }

    /** The error that {@code flags} have bits which {@code type} does not define: it defines those in {@code legal}. */
    public PgasException unknownBits(String call, int flags, int legal, String type) {
        return bad(call, "flags 0x" + Integer.toHexString(flags) + " have the unknown bits 0x"
                + Integer.toHexString(flags & ~legal) + ": legal are the bits 0x" + Integer.toHexString(legal)
                + ", those of " + type);
    }

    /** An error of any code. */
    public PgasException error(ErrorCode code, String call, String what) {
        return new PgasException(code, shown(prefix + call + ": " + what));
    }

    /** As {@link #error(ErrorCode, String, String)}, of what something below has thrown. */
    public PgasException error(ErrorCode code, String call, String what, Throwable cause) {
        return new PgasException(code, shown(prefix + call + ": " + what), cause);
    }

    /** An error of no one call: found where the program makes none, or told of one that it has made before. */
    public PgasException failure(ErrorCode code, String what) {
        return new PgasException(code, shown(prefix + what));
    }

    /** As {@link #failure(ErrorCode, String)}, of what something below has thrown. */
    public PgasException failure(ErrorCode code, String what, Throwable cause) {
        return new PgasException(code, shown(prefix + what), cause);
    }

    /** The error of words in shared memory that the library has not written so. */
    public PgasException damaged(String call, String what) {
        return error(ErrorCode.RESOURCE, call, what + ": another process has written into the files of the job");
    }

    /**
     * The error of a lower call, which knows argument, value and range, with the name of the call that the program has
     * made. An error that says that name already, and one that does not speak of arguments and resources, such as that
     * a peer is lost, stays what it is.
     */
    public static PgasException named(String call, PgasException error) {
        return named(call, error, "");
    }

    /**
     * As {@link #named(String, PgasException)}, with a detail that only the named call knows, such as a part of a list.
     */
    public static PgasException named(String call, PgasException error, String detail) {
        boolean speaksOfArguments = error.getClass() == PgasException.class
                && (error.code() == ErrorCode.BAD_ARGUMENT || error.code() == ErrorCode.RESOURCE);
        String name = error.getMessage().contains(call) ? "" : call;
        String note = name + (name.isEmpty() || detail.isEmpty() ? "" : ": ") + detail;
        return speaksOfArguments && !note.isEmpty() ? noted(error, note) : error;
    }

    /** {@code error}, with a note behind its text. */
    public static PgasException noted(PgasException error, String note) {
        PgasException noted = new PgasException(error.code(), error.getMessage() + " (" + note + ")");
        noted.addSuppressed(error);
        return noted;
    }

    private static String shown(String message) {
        if (message.codePoints().allMatch(Refusals::isHarmless)) {
            return message;
        }
        StringBuilder shown = new StringBuilder(message.length() + 16);
        message.codePoints().forEach(c -> {
            if (isHarmless(c)) {
                shown.appendCodePoint(c);
            } else {
                shown.append(String.format("\\u%04x", c));
            }
        });
        return shown.toString();
    }

    private static boolean isHarmless(int c) {
        int type = Character.getType(c);
        return c == '\n' || type != Character.CONTROL && type != Character.FORMAT && type != Character.SURROGATE;
    }

    /** How messages of this rank begin: "rank 2: ", or nothing. */
    @Override
    public String toString() {
        return prefix;
    }
}
