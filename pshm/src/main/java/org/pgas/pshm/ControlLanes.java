package org.pgas.pshm;

import org.pgas.spi.SyncLane;
import org.pgas.spi.SyncLanes;

/** The lanes that lie in the control file. */
record ControlLanes(ControlFile control) implements SyncLanes {
    @Override
    public long address(SyncLane lane) {
        return control.lane(lane.ordinal());
    }

    @Override
    public int stride() {
        return ControlLayout.LINE;
    }
}
