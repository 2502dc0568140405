package org.pgas.pshm;

import org.pgas.memory.SharedMemory;

/**
 * What a rank says of itself in the control file of its host, for that of another host: a look there finds the
 * rank as if it were of theirs, but for its process, which is not named: it cannot be looked up, nor signalled.
 *
 * @param state how far it has come
 * @param exiting whether its JVM has begun an orderly shutdown
 * @param neighbourhood its own, from 0
 * @param flags of the client
 * @param activity what it says it is doing, a number of the library's own
 * @param name of the client
 * @param configuration which all ranks compare
 */
public record RankCopy(RankView.State state, boolean exiting, int neighbourhood, int flags, int activity, String name,
        String configuration) {
    // Fields and orders: ControlLayout.

    static RankCopy of(ControlFile control, int rank) {
        // first: what is read behind it was written before
        RankView.State state = control.state(rank);
        return new RankCopy(state, SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.EXITING)) != 0,
                SharedMemory.getInt(control.slot(rank, ControlLayout.NEIGHBOURHOOD)),
                SharedMemory.getInt(control.slot(rank, ControlLayout.FLAGS)),
                SharedMemory.getIntAcquire(control.slot(rank, ControlLayout.ACTIVITY)),
                control.text(control.slot(rank, ControlLayout.NAME_BYTES), control.slot(rank, ControlLayout.NAME),
                        ControlLayout.NAME_MAX),
                control.text(control.slot(rank, ControlLayout.CONFIGURATION_BYTES),
                        control.slot(rank, ControlLayout.CONFIGURATION), ControlLayout.CONFIGURATION_MAX));
    }

    /** The same without what it does, which changes often. */
    public RankCopy withoutActivity() {
        return new RankCopy(state, exiting, neighbourhood, flags, 0, name, configuration);
    }

    /** What can be seen of the rank by this, on a host that does not know its process. */
    public RankView view() {
        return new RankView(state, 0, state.compareTo(RankView.State.JOINED) < 0 ? RankView.UNKNOWN : neighbourhood,
                RankView.words(activity), exiting);
    }

    /** Its own host sees to fences of its ranks: a rank of another host asks for none here. */
    void show(ControlFile control, int rank) {
        SharedMemory.putInt(control.slot(rank, ControlLayout.FLAGS), flags);
        control.putText(rank, ControlLayout.NAME_BYTES, ControlLayout.NAME, name, ControlLayout.NAME_MAX);
        control.putText(rank, ControlLayout.CONFIGURATION_BYTES, ControlLayout.CONFIGURATION, configuration,
                ControlLayout.CONFIGURATION_MAX);
        SharedMemory.putInt(control.slot(rank, ControlLayout.MEMBARRIER), 1);
        SharedMemory.putInt(control.slot(rank, ControlLayout.NEIGHBOURHOOD), neighbourhood);
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.ACTIVITY), activity);
        SharedMemory.putIntRelease(control.slot(rank, ControlLayout.EXITING), exiting ? 1 : 0);
        control.putState(rank, state);
    }
}
