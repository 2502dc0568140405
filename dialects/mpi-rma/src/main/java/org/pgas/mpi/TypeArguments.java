package org.pgas.mpi;

import java.util.function.Supplier;

import org.pgas.PgasException;
import org.pgas.refusal.Refusals;

/**
 * Checks the arguments of a call that makes or changes a datatype, and says, in its name, what is wrong with them.
 *
 * @param call such as "Datatype.vector"
 */
record TypeArguments(String call) {
    PgasException bad(String what) {
        return Refusals.OF_NO_RANK.bad(call, what);
    }

    void notNegative(String argument, long value) {
        if (value < 0) {
            throw bad(argument + " is " + value + ": legal are 0 and more");
        }
    }

    /** Two lists whose entries belong together. */
    void sameLength(String list, int length, String other, int otherLength) {
        if (length != otherLength) {
            throw bad(list + " has " + length + " entries and " + other + " " + otherLength
                    + ": they must have the same number");
        }
    }

    void given(String argument, Object value) {
        if (value == null) {
            throw bad(argument + " is null");
        }
    }

    /** What a type may be made of. */
    void type(String argument, Datatype type) {
        given(argument, type);
        if (type.isFreed()) {
            throw bad(argument + ", " + type + ", was freed: make other types of it before that");
        }
    }

    long[] lengths(int[] blockLengths) {
        given("blockLengths", blockLengths);
        long[] lengths = new long[blockLengths.length];
        for (int i = 0; i < lengths.length; i++) {
            notNegative("blockLengths[" + i + "]", blockLengths[i]);
            lengths[i] = blockLengths[i];
        }
        return lengths;
    }

    /** What is made of arguments that were checked; refuses those that reach too far. {@code name} is that of the type. */
    Datatype make(String name, Supplier<Typemap> typemap, Supplier<byte[]> description) {
        try {
            return new Datatype(name, typemap.get(), description.get());
        } catch (Flat.TooManyRuns e) {
            throw bad(name + ": " + e.getMessage());
        } catch (ArithmeticException e) {
            throw bad(name + " has displacements or sizes beyond 2^61 bytes");
        }
    }

    /** For names: a type within another one. */
    static String of(String head, Datatype type) {
        String inner = type.toString();
        return head + " of " + (inner.length() <= 60 ? inner : inner.substring(0, 57) + "...");
    }
}
