package org.pgas.wait;

import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.ProgressThread;
import org.pgas.Setting;
import org.pgas.rank.ThisRank;
import org.pgas.refusal.Refusals;
import org.pgas.spi.Conduit;

/** The progress thread that a rank has, or not: started here, or left to the program to start. */
public final class ProgressThreads {
    private final int rank;
    private final boolean deferred;
    private final String conduitName;

    /** Null without one. */
    private final ProgressLoop loop;

    public ProgressThreads(ThisRank self, Waiting waiting, Conduit conduit, String conduitName, boolean deferred) {
        rank = conduit.member().rank();
        this.deferred = deferred;
        this.conduitName = conduitName;
        loop = self.settings().isOn(Setting.PROGRESS_THREAD, false)
                ? new ProgressLoop(self, waiting, () -> conduit.bells().ring(rank))
                : null;
    }

    public void start() {
        if (loop != null && !deferred) {
            loop.start();
        }
    }

    public List<ProgressThread> toStart() {
        if (!deferred) {
            throw Refusals.of(rank).error(ErrorCode.RESOURCE, "Job.progressThreads",
                    "the library starts its own: join with JobConfig.Builder.deferThreads to start them");
        }
        return loop == null ? List.of() : List.of(loop.deferred(conduitName));
    }

    public int count() {
        return loop == null ? 0 : 1;
    }

    public void stop() {
        if (loop != null) {
            loop.stop();
        }
    }
}
