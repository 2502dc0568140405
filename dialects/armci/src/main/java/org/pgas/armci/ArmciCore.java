package org.pgas.armci;

import org.pgas.Job;
import org.pgas.Rma;
import org.pgas.Team;
import org.pgas.atomics.Accumulator;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;
import org.pgas.vis.ShapeCache;
import org.pgas.vis.Vis;

/** The parts that an {@link Armci} consists of. */
final class ArmciCore {
    final Job job;
    final Team team;
    final Rma rma;
    final int me;
    final Refusals refusals;
    final int nproc;
    final Resources resources;
    final Places places;
    final Allocations allocations;
    final Memory memory;
    final PendingOperations pending;
    final Contiguous contiguous;
    final Strided strided;
    final Vectors vectors;
    final Synchronisation synchronisation;
    final Mutexes mutexes;
    final Groups groups;
    final ArmciGroup world;

    ArmciCore(Resources resources, long reserved, long[] bases, long[] ends) {
        this.resources = resources;
        team = resources.team();
        job = team.job();
        rma = team.rma();
        me = team.rank();
        refusals = Refusals.of(me);
        nproc = team.size();
        allocations = new Allocations(me, job.isChecked());
        places = new Places(refusals, bases, Creation.low(nproc), ends, job.isChecked() ? allocations : null);
        memory = new Memory(this, reserved);
        pending = new PendingOperations(me, nproc, job.isChecked());
        Vis vis = Vis.of(team);
        Accumulator accumulator = Accumulator.of(team);
        ShapeCache shapes = ShapeCache.of(team);
        contiguous = new Contiguous(team, places, rma, accumulator);
        strided = new Strided(team, places, vis, shapes, contiguous);
        vectors = new Vectors(team, places, vis, shapes, accumulator);
        synchronisation = new Synchronisation(this);
        mutexes = new Mutexes(this);
        groups = new Groups(this, resources.rmw(), Creation.groups(nproc));
        world = groups.world;
    }

    /** Refuses a call that communicates in a restricted context, and after the close. */
    void begin(String call) {
        TeamCore.of(team).begin(call);
    }

    /** As {@link #begin}; refuses a call after the end of the library, too. */
    void enter(String call) {
        begin(call);
        places.checkUsable(call);
    }

    boolean isUsable() {
        return places.isOpen() && resources.isThere();
    }

    void finish() {
        Ending ending = new Ending();
        // an operation that went wrong here keeps nobody waiting
        ending.failed(pending.drain());
        rma.fence();
        // nobody is in a call any more
        team.barrier();
        places.close();
        mutexes.forget();
        groups.finish(ending);
        resources.free(ending);
        ending.finish();
    }
}
