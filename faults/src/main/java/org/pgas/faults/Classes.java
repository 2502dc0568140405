package org.pgas.faults;

import java.util.List;

/** All classes of faults, in the order of the report. */
final class Classes {
    static final List<FaultClass> ALL = List.of();

    private Classes() {}
}
