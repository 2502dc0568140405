package org.pgas.jmh;

import java.util.concurrent.CompletableFuture;

import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.pgas.Team;
import org.pgas.atomics.SharedLong;
import org.pgas.atomics.SharedLongs;

/** Shared variables for {@link HostedRanks}; they end with the job. */
@State(Scope.Benchmark)
public class HostedVariables {
    static final int LENGTH = 1 << 10;

    SharedLong one;
    SharedLongs row;

    /** Where they are, for the same calls by offset. */
    long offset;
    long rowOffset;

    @Setup(Level.Trial)
    public void make(HostedRanks ranks) {
        CompletableFuture<Void> other = CompletableFuture.runAsync(() -> make(ranks.peer().world(), false),
                HostedVariables::start);
        make(ranks.job.world(), true);
        other.join();
    }

    private void make(Team team, boolean isMeasured) {
        SharedLong variable = SharedLong.create(team);
        SharedLongs variables = SharedLongs.create(team, LENGTH);
        if (isMeasured) {
            one = variable;
            row = variables;
            offset = variable.offset();
            rowOffset = variables.offset();
        }
    }

    private static void start(Runnable task) {
        Thread.ofPlatform().daemon().name("rank 1's variables").start(task);
    }
}
