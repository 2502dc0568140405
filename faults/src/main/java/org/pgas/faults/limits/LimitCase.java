package org.pgas.faults.limits;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A job in a place that has too little of something.
 *
 * @param kind the line of the table
 * @param place where
 * @param ranks how many
 * @param options of {@code pgas run}
 * @param steps of {@link Hungry}
 * @param message what has to be read when it does not work, as lines of the output; null where the library cannot say
 *       anything
 * @param mayWork whether it may also do all its steps
 * @param onEveryRank whether each rank has to say the message: all fail, and wait for each other before they end the
 *         job
 */
record LimitCase(String kind, Place place, int ranks, List<String> options, List<String> steps, Pattern message,
        boolean mayWork, boolean onEveryRank) {
    static LimitCase of(String kind, Place place, String message, String... steps) {
        return new LimitCase(kind, place, 2, List.of(), List.of(steps), Pattern.compile(message), false, false);
    }

    LimitCase thatMayWork() {
        return new LimitCase(kind, place, ranks, options, steps, message, true, onEveryRank);
    }

    LimitCase saidByAll() {
        return new LimitCase(kind, place, ranks, options, steps, message, mayWork, true);
    }

    LimitCase with(int newRanks, String... newOptions) {
        return new LimitCase(kind, place, newRanks, List.of(newOptions), steps, message, mayWork, onEveryRank);
    }

    /** The directory is for this option alone, and the job's files are where they are by default. */
    LimitCase inDirectoryOfItsOwn(String option) {
        return new LimitCase(kind, place.withDefaultDirectory(), ranks, List.of(option), steps, message, mayWork,
                onEveryRank);
    }
}
