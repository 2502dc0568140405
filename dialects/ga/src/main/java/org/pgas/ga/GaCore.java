package org.pgas.ga;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.armci.Armci;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.coll.Collectives;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;
import org.pgas.vis.ShapeCache;
import org.pgas.vis.Vis;

/** What a {@link Ga} consists of, and its arrays are made with. */
final class GaCore {
    final Armci armci;
    final Job job;
    final Team team;
    final TeamCore members;
    final Rma rma;
    final Vis vis;
    final Accumulator accumulator;
    final ShapeCache shapes;
    final Collectives collectives;
    final IntAtomicDomain ints;
    final LongAtomicDomain longs;
    final Refusals refusals;
    final int me;
    final int nproc;

    /** By process, whether it is a neighbour. */
    final boolean[] near;

    final PatchOperations operations;
    final Diagonals diagonals;
    final Folds folds;
    final Multiplication multiplication;
    final Mutexes mutexes;

    /** Those that have not been destroyed. Of the collective calls, which one thread makes at a time. */
    private final List<GaArray> arrays = new ArrayList<>();

    private boolean ended; // the end | calls | plain: one that races the end is undefined

    /** Collective. */
    GaCore(Armci armci) {
        this.armci = armci;
        job = armci.job();
        team = armci.team();
        members = TeamCore.of(team);
        rma = team.rma();
        vis = Vis.of(team);
        accumulator = Accumulator.of(team);
        shapes = ShapeCache.of(team);
        collectives = Collectives.of(team);
        ints = IntAtomicDomain.create(team);
        longs = LongAtomicDomain.create(team);
        me = armci.me();
        refusals = Refusals.of(job.rank());
        nproc = armci.nproc();
        near = neighbours();
        operations = new PatchOperations(this);
        diagonals = new Diagonals(this);
        folds = new Folds(this);
        multiplication = new Multiplication(this);
        mutexes = new Mutexes(this);
    }

    private boolean[] neighbours() {
        boolean[] elsewhere = Neighbours.elsewhere(members);
        boolean[] found = new boolean[nproc];
        for (int proc = 0; proc < nproc; proc++) {
            found[proc] = elsewhere == null || !elsewhere[proc];
        }
        return found;
    }

    boolean isUsable() {
        return !ended && armci.isInitialized();
    }

    /** Refuses a call that communicates in a restricted context, and after the end. */
    void enter(String call) {
        members.checkUnrestricted(call);
        if (ended) {
            throw refusals.error(ErrorCode.NOT_INITIALIZED, call,
                    "this Ga is terminated: start another one (Ga.initialize)");
        }
    }

    /** As {@link #enter}, of a collective call; checked mode compares the arguments of all processes. */
    void begin(String call, Object... arguments) {
        enter(call);
        members.beginCollective(call);
        if (job.isChecked()) {
            members.checkSingleValued(call, Arrays.toString(arguments));
        }
    }

    /** What all processes did before is seen by all after. Collective. */
    void sync() {
        rma.fence();
        team.barrier();
    }

    void add(GaArray array) {
        arrays.add(array);
    }

    void remove(GaArray array) {
        arrays.remove(array);
    }

    /**
     * Runs what this process does in a collective call, between two syncs: what goes wrong on one process all throw.
     */
    void run(String call, Runnable step) {
        sync();
        Throwable problem = Failures.of(step);
        rma.fence();
        agree(call, problem, 0);
    }

    /** Tells all processes a number, and of a problem, so that all throw; answers all numbers. Collective. */
    long[] agree(String call, Throwable problem, long own) {
        long[] all = members.exchangeNumbers(call, Failures.word(problem), own);
        Failures.rethrow(problem);
        long[] numbers = new long[nproc];
        for (int proc = 0; proc < nproc; proc++) {
            if (all[2 * proc] != 0) {
                throw refusals.error(Failures.code(all[2 * proc]), call,
                        "refused on all processes, as it was on process " + proc + ", where the error says why");
            }
            numbers[proc] = all[2 * proc + 1];
        }
        return numbers;
    }

    /** Ends everything. Collective. */
    void terminate() {
        begin("Ga.terminate");
        sync();
        arrays.forEach(GaArray::refuseAccess);
        arrays.clear();
        ended = true;
        Throwable problem = Failures.of(() -> {
            ints.destroy();
            longs.destroy();
        });
        armci.finish();
        Failures.rethrow(problem);
    }

    /** Runs a step of a layer below; its errors get the name of {@code call}. */
    void named(String call, Runnable step) {
        try {
            step.run();
        } catch (PgasException e) {
            throw Refusals.named(call, e);
        }
    }
}
