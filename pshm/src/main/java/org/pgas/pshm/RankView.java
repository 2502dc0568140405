package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;

/**
 * What can be seen of a rank from outside.
 *
 * @param state how far it has come
 * @param pid its process, or 0 before it claimed its slot
 * @param neighbourhood its own, from 0; {@value #UNKNOWN} when it has not said so yet, or says what cannot be
 * @param activity what it says it is doing, in words; of a rank of another host, that it is there
 * @param exiting whether its JVM has begun an orderly shutdown
 */
public record RankView(State state, long pid, int neighbourhood, String activity, boolean exiting) {
    // Fields and orders: ControlLayout.

    /** What is known of the doings of a rank of another host. */
    static final String ELSEWHERE = "on another host";

    /** A neighbourhood that is not known. */
    public static final int UNKNOWN = -1;

    /** A rank's way through a job. */
    public enum State {
        /** Nobody has claimed the rank yet. */
        FREE,
        /** Its process has claimed it and waits for the others. */
        JOINING,
        /** A member. */
        JOINED,
        /** Has ended its membership in an orderly way. */
        LEFT
    }

    /** Whether it has joined, or left, on another host, which shows it here without a process. */
    public boolean isElsewhere() {
        return isElsewhere(state, pid);
    }

    private static boolean isElsewhere(State state, long pid) {
        return state.compareTo(State.JOINED) >= 0 && pid == 0;
    }

    static RankView of(ControlFile control, int rank) {
        State state = control.state(rank);
        long pid = state == State.FREE ? 0 : control.process(rank).pid();
        int activity = SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.ACTIVITY));
        boolean exiting = SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.EXITING)) != 0;
        return new RankView(state, pid, neighbourhood(control, rank, state),
                isElsewhere(state, pid) ? ELSEWHERE : words(activity), exiting);
    }

    private static int neighbourhood(ControlFile control, int rank, State state) {
        int said = SharedMemory.getInt(control.slot(rank, ControlLayout.NEIGHBOURHOOD));
        return state.compareTo(State.JOINED) < 0 || said < 0 || said >= control.size() ? UNKNOWN : said;
    }

    /** An ordinal of {@link Activity} as a rank has written it. */
    static String words(int activity) {
        Activity[] all = Activity.values();
        if (activity < 0 || activity >= all.length) {
            return "unknown (" + activity + ")";
        }
        return switch (all[activity]) {
            case COMPUTING -> "computing";
            case JOINING -> "waiting for others to join";
            case WORLD_BARRIER -> "waiting in a barrier";
            case TEAM_BARRIER -> "waiting in a barrier of a team";
            case NAMED_BARRIER -> "waiting in a named barrier";
            case ATTACHING -> "attaching its segment";
            case EVENT -> "waiting for an event";
            case SENDING -> "waiting for room for a message";
        };
    }
}
