package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.Shown;

/** What a rank shows in its slot of the control file, in its part of the counters, and of its ways. */
record RankShown(long activityAddress, long countersAddress, long waysAddress) implements Shown {
    // Fields and orders: ControlLayout.

    @Override
    public void activity(Activity activity) {
        SharedMemory.putIntRelease(activityAddress, activity.ordinal());
    }
}
