package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Endpoint;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.TeamFlags;
import org.pgas.coll.Collectives;
import org.pgas.memory.SharedArea;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;

/**
 * Makes one rank's handle of a window: an endpoint of its own for each rank, with the rank's memory bound to it, and a
 * team of these.
 *
 * <p>Three exchanges: what each rank wishes, where it has made that, and whether it has opened the whole. What is wrong
 * with one rank all learn from these, so all throw, and nobody waits for one that has.
 */
final class WindowCreation {
    // what a rank wishes
    private static final int PROBLEM = 0;
    private static final int BYTES = 1;
    private static final int UNIT = 2;
    private static final int KIND = 3;
    private static final int WISHES = 4;

    // what a rank has made, after PROBLEM
    private static final int ENDPOINT = 1;
    private static final int BASE = 2;
    private static final int CONTROL = 3;
    private static final int MAPPED = 4;
    private static final int TICKET = 5;
    private static final int MADE = 6;

    private final Team team;
    private final Job job;
    private final String call;
    private final WindowFlavour flavour;
    private final WindowInfo info;
    private final WindowResources resources;
    private long[] wishes;

    WindowCreation(Team team, String call, WindowFlavour flavour, WindowInfo info) {
        this.team = team;
        this.job = team.job();
        this.call = call;
        this.flavour = flavour;
        this.info = info;
        this.resources = new WindowResources(job);
    }

    /** {@code memory} is that of {@link Window#create}, else null. */
    Window make(long bytes, long unit, MemorySegment memory) {
        TeamCore.of(team).checkUnrestricted(call);
        checkProcesses();
        checkShared();
        PgasException problem = refusal(bytes, unit, memory);
        wishes = exchange(team, problem, WISHES, problem != null ? new long[WISHES]
                : new long[]{0, bytes, unit, kind()});
        checkKinds();
        try {
            long[] own = new long[MADE];
            Messages[] messages = new Messages[1];
            Throwable failure = Failures.of(() -> messages[0] = build(own, memory));
            return join(exchange(team, failure, MADE, own), messages[0]);
        } catch (RuntimeException | Error e) {
            Failures.giveBack(e, resources::free);
            throw e;
        }
    }

    /** Each rank finds the same, so that nobody waits for one that has thrown. */
    private void checkProcesses() {
        int[] members = new int[job.size()];
        for (int rank = 0; rank < team.size(); rank++) {
            int jobRank = team.toJobRank(rank);
            if (members[jobRank] != 0) {
                throw bad("ranks " + (members[jobRank] - 1) + " and " + rank + " of the team are both in rank "
                        + jobRank
                        + " of the job: a window has one part for each; give a team with one member of each rank "
                        + "of the job");
            }
            members[jobRank] = 1 + rank;
        }
    }

    /** Parts that are handed out as memory are mapped by all. Each rank finds the same. */
    private void checkShared() {
        if (flavour == WindowFlavour.SHARED) {
            Neighbours.check(TeamCore.of(team), call, "and a shared window hands out the memory of all",
                    "Window.allocate, which transfers reach anywhere, or");
        }
    }

    private PgasException refusal(long bytes, long unit, MemorySegment memory) {
        if (info == null) {
            return bad("the info is null: give WindowInfo.DEFAULT");
        }
        if (flavour == WindowFlavour.CREATE && memory == null) {
            return bad("the memory is null: give an empty one to take part without any");
        }
        if (bytes < 0) {
            return bad(bytes + " bytes: legal are 0 and more");
        }
        if (unit < 1 || unit > Integer.MAX_VALUE) {
            return bad("a displacement unit of " + unit + ": legal are 1 and more");
        }
        String unshareable = bytes == 0 || memory == null ? null : WindowResources.refusal(memory);
        return unshareable == null ? null : bad(unshareable);
    }

    private PgasException bad(String what) {
        return Refusals.of(job.rank()).bad(call, what);
    }

    private long kind() {
        return flavour.ordinal() | (info.noLocks() ? 8 : 0) | (info.deferLocks() ? 16 : 0) | (info.typeCache() ? 32 : 0)
                | (info.noncontiguous() ? 64 : 0);
    }

    /** Tells all ranks {@code own}, or that this one has failed with what its code may throw: then all throw. */
    private long[] exchange(Team among, Throwable problem, int length, long[] own) {
        own[PROBLEM] = Failures.word(problem);
        long[] all = new long[length * team.size()];
        Collectives.of(among).allGather(MemorySegment.ofArray(all), MemorySegment.ofArray(own));
        Failures.rethrow(problem);
        String failed = Failures.ranks(all, length);
        if (!failed.isEmpty()) {
            throw bad("no window was made, since it was refused on rank " + failed
                    + " of the team: see the error there");
        }
        return all;
    }

    private void checkKinds() {
        long left = Long.MAX_VALUE;
        for (int rank = 0; rank < team.size(); rank++) {
            long unit = wishes[rank * WISHES + UNIT];
            if (bytes(rank) < 0 || unit < 1 || unit > Integer.MAX_VALUE) {
                throw damaged(rank, bytes(rank) + " bytes and a displacement unit of " + unit
                        + ": legal are 0 and more, and 1.." + Integer.MAX_VALUE);
            }
            if (isJoined() && bytes(rank) > left) {
                throw bad("the parts of all ranks together have more than 2^63 bytes");
            }
            left -= isJoined() ? bytes(rank) : 0;
            if (wishes[rank * WISHES + KIND] != kind()) {
                throw bad("rank " + rank + " of the team makes a window of another flavour or with another info than "
                        + flavour + " with " + info + ": all ranks give the same");
            }
        }
    }

    private PgasException damaged(int rank, String what) {
        return damaged(Refusals.of(job.rank()), call, rank, what);
    }

    private static PgasException damaged(Refusals refusals, String call, int rank, String what) {
        return refusals.damaged(call, "rank " + rank + " of the team tells of " + what);
    }

    /**
     * The address of the words of {@code rank}, at the place that the rank has told, unless a process has overwritten
     * it.
     */
    static long control(Refusals refusals, String call, SharedArea area, int rank, long place, long bytes) {
        if (!area.isPlace(place, bytes)) {
            throw damaged(refusals, call, rank,
                    bytes + " bytes at place " + place + " of the file area, which is impossible");
        }
        return area.address(place);
    }

    private long bytes(int rank) {
        return wishes[rank * WISHES + BYTES];
    }

    private boolean isJoined() {
        return flavour == WindowFlavour.SHARED && !info.noncontiguous();
    }

    /** Where a rank's part begins in what its holder has bound, if parts lie one behind the other. */
    private long joinedBase(int rank) {
        long base = 0;
        for (int i = 0; i < rank; i++) {
            base += bytes(i);
        }
        return base;
    }

    private Messages build(long[] own, MemorySegment memory) {
        int rank = team.rank();
        resources.makeControl(controlBytes());
        Endpoint endpoint = resources.makeEndpoint();
        Messages messages = new Messages(endpoint);
        own[MAPPED] = 1;
        switch (flavour) {
            case ALLOCATE -> resources.allocate(bytes(rank));
            case SHARED -> resources.allocate(!isJoined() ? bytes(rank) : rank == 0 ? joinedBase(team.size()) : 0);
            case CREATE -> {
                own[BASE] = resources.bind(memory);
                own[MAPPED] = own[BASE] < 0 ? 0 : 1;
            }
            case DYNAMIC -> own[MAPPED] = 0;
        }
        own[ENDPOINT] = endpoint.index();
        own[CONTROL] = resources.control();
        own[TICKET] = resources.ticket();
        ControlWords.lay(TeamCore.of(team).area().address(resources.control()), team.size(), job.size());
        return messages;
    }

    private long controlBytes() {
        return ControlWords.bytes(team.size(), job.size())
                + (flavour == WindowFlavour.DYNAMIC ? DynamicTable.ROOT_BYTES : 0);
    }

    private Window join(long[] made, Messages messages) {
        int size = team.size();
        List<Endpoint.Location> members = new ArrayList<>(size);
        Part[] parts = new Part[size];
        long[] controls = new long[size];
        long[] tickets = new long[size];
        boolean[] elsewhere = Neighbours.elsewhere(TeamCore.of(team));
        for (int rank = 0; rank < size; rank++) {
            int at = rank * MADE;
            members.add(new Endpoint.Location(team.toJobRank(rank),
                    Math.clamp(made[at + ENDPOINT], -1, Integer.MAX_VALUE)));
            boolean mapped = made[at + MAPPED] != 0 && (elsewhere == null || !elsewhere[rank]);
            parts[rank] = new Part(rank, isJoined() ? 0 : rank,
                    isJoined() ? joinedBase(rank) : Math.max(0, made[at + BASE]),
                    bytes(rank), wishes[rank * WISHES + UNIT], mapped);
            controls[rank] = control(Refusals.of(job.rank()), call, TeamCore.of(team).area(), rank, made[at + CONTROL],
                    controlBytes());
            tickets[rank] = made[at + TICKET];
        }
        Team own = team.create(members, TeamFlags.RANK_IS_JOBRANK).get(0);
        resources.made(own);
        own.publish(own.endpoint());
        Window[] window = new Window[1];
        Throwable failure = Failures.of(() -> window[0] = open(new WindowCore(own, flavour, info, parts, controls),
                messages, tickets));
        // nobody sends before all are ready to take in
        exchange(own, failure, 1, new long[1]);
        return window[0];
    }

    /** What may fail on one rank alone: it maps memory. */
    private Window open(WindowCore core, Messages messages, long[] tickets) {
        DynamicMemory dynamic = flavour == WindowFlavour.DYNAMIC ? dynamic(core) : null;
        resources.tell(core, dynamic);
        if (!core.allMapped) {
            resources.serve();
        }
        if (core.elsewhere != null) {
            resources.sendServed();
        }
        messages.open(core, resources.local(), dynamic, new OfferedParts(core, tickets));
        return new Window(core, messages, dynamic, resources);
    }

    private DynamicMemory dynamic(WindowCore core) {
        long[] roots = new long[core.size()];
        for (int rank = 0; rank < roots.length; rank++) {
            roots[rank] = core.controls[rank] + ControlWords.bytes(core.size(), job.size());
        }
        DynamicTable table = new DynamicTable(TeamCore.of(team).area(), roots, core.refusals.untold());
        return new DynamicMemory(table, new AttachedSegments(core, table), core.parts, core.elsewhere, core.rank,
                core.refusals);
    }
}
