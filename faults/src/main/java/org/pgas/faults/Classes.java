package org.pgas.faults;

import java.util.List;

import org.pgas.faults.corruption.Corruption;
import org.pgas.faults.histories.Histories;
import org.pgas.faults.hosts.Hosts;
import org.pgas.faults.kills.Kills;
import org.pgas.faults.limits.Limits;
import org.pgas.faults.passive.Passive;
import org.pgas.faults.power.Power;
import org.pgas.faults.security.Security;
import org.pgas.faults.soak.Soak;
import org.pgas.faults.steps.Steps;
import org.pgas.faults.stopped.Stopped;

/** All classes of faults, in the order of the report. */
final class Classes {
    static final List<FaultClass> ALL = List.of(new Kills(), new Steps(), new Stopped(true), new Histories(),
            new Corruption(), new Limits(), new Power(), new Security(true), new Passive(true), new Hosts(),
            new Soak());

    private Classes() {}
}
