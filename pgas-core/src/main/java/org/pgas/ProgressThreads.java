package org.pgas;

import java.util.List;

import org.pgas.spi.Conduit;

/** The progress thread that a rank has, or not: started here, or left to the program to start. */
final class ProgressThreads {
    private final int rank;
    private final boolean deferred;
    private final String conduitName;

    /** Null without one. */
    private final ProgressLoop loop;

    ProgressThreads(Job job, JobConfig config, Settings settings, Conduit conduit) {
        rank = conduit.rank();
        deferred = config.deferThreads();
        conduitName = Conduits.name(settings);
        loop = settings.isOn(Setting.PROGRESS_THREAD, false) ? new ProgressLoop(job, () -> conduit.ring(rank)) : null;
    }

    void start() {
        if (loop != null && !deferred) {
            loop.start();
        }
    }

    List<ProgressThread> toStart() {
        if (!deferred) {
            throw new PgasException(ErrorCode.RESOURCE, "rank " + rank
                    + ": Job.progressThreads: the library starts its own: join with JobConfig.Builder.deferThreads to start them");
        }
        return loop == null ? List.of() : List.of(loop.deferred(conduitName));
    }

    int count() {
        return loop == null ? 0 : 1;
    }

    void stop() {
        if (loop != null) {
            loop.stop();
        }
    }
}
