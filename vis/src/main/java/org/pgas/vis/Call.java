package org.pgas.vis;

import java.util.function.Supplier;

import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.refusal.Refusals;

/**
 * Checks the arguments of a public call and says, in its name, what is wrong with them.
 *
 * @param team the team that gives the rank for messages; null for a call that knows none
 */
record Call(Team team, String name) {
    /** A call that makes a value. */
    static Call of(String name) {
        return new Call(null, name);
    }

    PgasException bad(String what) {
        Refusals refusals = team == null ? Refusals.OF_NO_RANK : Refusals.of(team.job().rank());
        return refusals.bad(name, what);
    }

    /** An argument that may not be null. */
    <T> T given(String argument, T value) {
        if (value == null) {
            throw bad(argument + " is null");
        }
        return value;
    }

    long notNegative(String argument, long value) {
        if (value < 0) {
            throw bad(argument + " is " + value + ": legal are 0 and more");
        }
        return value;
    }

    /** As the other form, of an entry of a list. */
    long notNegative(String argument, int index, long value) {
        if (value < 0) {
            throw bad(argument + "[" + index + "] is " + value + ": legal are 0 and more");
        }
        return value;
    }

    /** Checks that two lists have the same number of entries. */
    void sameLength(String one, int length, String other, int otherLength) {
        if (length != otherLength) {
            throw bad(one + " has " + length + " entries and " + other + " " + otherLength
                    + ": they must have the same number");
        }
    }

    /** The shape of arguments that were checked; refuses those that reach too far. */
    Shape shape(Supplier<Shape> maker) {
        try {
            return maker.get();
        } catch (ArithmeticException e) {
            throw tooFar();
        }
    }

    PgasException tooFar() {
        return bad("offsets, strides and counts reach beyond 2^61 bytes");
    }
}
