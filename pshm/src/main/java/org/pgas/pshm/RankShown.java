package org.pgas.pshm;

import org.pgas.memory.SharedMemory;
import org.pgas.spi.Activity;
import org.pgas.spi.Shown;

/** What a rank shows in its slot of the control file, and in its part of the counters. */
record RankShown(long activityAddress, long countersAddress) implements Shown {
    // Fields and orders: ControlLayout.

    @Override
    public void activity(Activity activity) {
        SharedMemory.putIntRelease(activityAddress, activity.ordinal());
    }
}
