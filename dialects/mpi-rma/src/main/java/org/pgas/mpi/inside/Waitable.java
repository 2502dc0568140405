package org.pgas.mpi.inside;

import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/** A request that a rank can await beside others. */
public interface Waitable {
    /** What a wait for the request waits for. It may be asked again after it was met. */
    SharedCondition condition();

    /** A team of the rank that has made the request: the rank waits by this team. */
    TeamCore team();
}
