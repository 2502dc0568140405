package org.pgas.mpi;

import org.pgas.mpi.inside.Waitable;
import org.pgas.team.TeamCore;
import org.pgas.wait.SharedCondition;

/** The request of a fetch. */
record FetchRequest(WindowCore core, Fetches fetches, Fetch fetch, long handle, int target)
        implements
            Request,
            Waitable,
            TakenIn {
    @Override
    public void await() {
        if (!isMet()) {
            team().await(this);
        }
        fetches.land();
    }

    @Override
    public boolean test() {
        if (!isMet()) {
            core.team.job().poll();
        }
        if (!isMet()) {
            return false;
        }
        fetches.land();
        return true;
    }

    @Override
    public SharedCondition condition() {
        return this;
    }

    @Override
    public TeamCore team() {
        return TeamCore.of(core.team);
    }

    @Override
    public boolean isMet() {
        return fetch.isOver(handle);
    }

    @Override
    public int[] needed() {
        return new int[]{core.team.toJobRank(target)};
    }

    @Override
    public String describe() {
        return "the result of an operation on rank " + target
                + " of the window (it takes it in when it polls or waits in the library)";
    }
}
