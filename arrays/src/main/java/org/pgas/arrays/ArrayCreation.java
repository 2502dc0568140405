package org.pgas.arrays;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.Segment;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.refusal.Failures;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Makes one rank's part of an array: an endpoint and a segment of its own, a team of these; or a place in those that
 * are there.
 *
 * <p>{@code name} is that of the array's class. One exchange tells all ranks what each has been given and has made, so
 * that all throw when one is refused or has been given something else.
 */
record ArrayCreation(String name, String call, Team team, int elementBytes) {
    private static final String CREATE = "create";
    private static final String REDISTRIBUTE = "redistribute";

    /** What the endpoints that give an array its memory must be capable of. */
    private static final List<Integer> NEEDED = List.of(Capabilities.RMA, Capabilities.VIS, Capabilities.AD);

    // what a rank tells
    private static final int PROBLEM = 0;
    private static final int GIVEN = 1;
    private static final int ENDPOINT = 2;
    private static final int LENGTH = 3;

    /** In memory of the array's own. Collective. */
    static ArrayMemory own(String name, Team team, int elementBytes, Dealing dealing) {
        return begun(name, CREATE, team, elementBytes).make(true, 0, dealing);
    }

    /** In the segments of the team's endpoints, from {@code offset} on. Collective. */
    static ArrayMemory at(String name, Team team, long offset, int elementBytes, Dealing dealing) {
        return begun(name, CREATE, team, elementBytes).make(false, offset, dealing);
    }

    /** For the elements of {@code source}, which is to stay, in memory of their own. Collective. */
    static ArrayMemory dealtAnew(Distributed source, Dealing dealing) {
        source.checkOpen(REDISTRIBUTE);
        return begun(source.memory.name, REDISTRIBUTE, source.team, 1 << source.shift).make(true, 0,
                (call, ranks) -> {
                    GridDistribution grid = dealing.over(call, ranks);
                    source.checkExtents(REDISTRIBUTE, grid);
                    return grid;
                });
    }

    /** What a rank was given, over so many ranks; throws what is wrong with it, in the name of {@code call}. */
    interface Dealing {
        GridDistribution over(String call, int ranks);
    }

    static Dealing of(GridDistribution distribution) {
        return (call, ranks) -> given(call, distribution).over(ranks);
    }

    static Dealing of(Distribution distribution) {
        return (call, ranks) -> {
            int known = given(call, distribution).ranks();
            if (known != 0 && known != ranks) {
                throw Refusals.OF_NO_RANK.bad(call, "the distribution is over " + known + " ranks, and the team has "
                        + ranks + ": leave the number of ranks open, or give that of the team");
            }
            return GridDistribution.of(Distribution.block(1).over(1), distribution.over(ranks));
        };
    }

    private static <T> T given(String call, T distribution) {
        if (distribution == null) {
            throw Refusals.OF_NO_RANK.bad(call,
                    "the distribution is null: give one, such as Distribution.block or GridDistribution.block");
        }
        return distribution;
    }

    private static ArrayCreation begun(String name, String call, Team team, int elementBytes) {
        if (team == null) {
            throw Refusals.OF_NO_RANK.bad(name + "." + call, "the team is null: give one, such as job.world()");
        }
        TeamCore.of(team).beginCollective(name + "." + call);
        return new ArrayCreation(name, call, team, elementBytes);
    }

    private ArrayMemory make(boolean isOwn, long offset, Dealing dealing) {
        if (isOwn) {
            checkProcesses();
        }
        long[] told = new long[LENGTH];
        ArrayMemory memory = null;
        Throwable problem = null;
        try {
            GridDistribution grid = dealing.over(name + "." + call, team.size());
            told[GIVEN] = fingerprint(name + " of " + grid + (isOwn ? "" : " at " + offset));
            long bytes = bytes(grid);
            memory = new ArrayMemory(name, team, grid, elementBytes);
            if (isOwn) {
                memory.take(bytes);
                told[ENDPOINT] = memory.endpointIndex();
            } else {
                checkPlace(offset, bytes);
                memory.placed(offset);
            }
        } catch (RuntimeException | Error e) {
            problem = e;
        }
        try {
            long[] all = exchange(problem, told);
            if (isOwn) {
                memory.joined(team.create(members(all), 0).get(0));
            }
            return memory;
        } catch (RuntimeException | Error e) {
            giveBack(memory, e);
            throw e;
        }
    }

    /** Memory that stays behind is the smaller evil: the caller is told what has kept the array from being made. */
    private static void giveBack(ArrayMemory memory, Throwable failure) {
        try {
            if (memory != null) {
                memory.free();
            }
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /** Each rank finds the same, so that nobody waits for one that has thrown. */
    private void checkProcesses() {
        for (int rank = 0; rank < team.size(); rank++) {
            int first = team.fromJobRank(team.toJobRank(rank));
            if (first != rank) {
                throw bad("ranks " + first + " and " + rank + " of the team are both in rank " + team.toJobRank(rank)
                        + " of the job, which has one part of an array: give a team with one member of each, or a "
                        + "place in its segments");
            }
        }
    }

    /** Of the rank with most elements: every rank's memory has room for as many. */
    private long bytes(GridDistribution grid) {
        long rows = grid.rows().mostLocalElements();
        long most = GlobalPointer.MAX_SEGMENT_BYTES / elementBytes;
        if (rows > 0 && grid.lead() > most / rows) {
            throw bad(rows + " x " + grid.lead() + " elements on rank 0: legal are " + most
                    + " on each rank: take more ranks, or smaller blocks");
        }
        return rows * grid.lead() * elementBytes;
    }

    private void checkPlace(long offset, long bytes) {
        for (int needed : NEEDED) {
            TeamCore.of(team).checkCapability(name + "." + call, needed);
        }
        Segment segment = team.endpoint().segment();
        if (segment == null) {
            throw bad(team.endpoint()
                    + " has no bound segment: attach one first (Job.attach), or give no offset for memory of the "
                    + "array's own");
        }
        if (bytes > segment.size()) {
            throw bad("the array takes " + bytes + " bytes on this rank, and the segment has " + segment.size()
                    + ": attach a larger one, or give no offset for memory of the array's own");
        }
        if (offset < 0 || offset % elementBytes != 0 || offset > segment.size() - bytes) {
            throw bad("offset " + offset + ": the array takes " + bytes + " bytes on this rank, of a segment of "
                    + segment.size() + ": legal are multiples of " + elementBytes + " in 0.."
                    + (segment.size() - bytes));
        }
    }

    private long[] exchange(Throwable problem, long[] told) {
        ErrorCode code = problem instanceof PgasException e ? e.code() : ErrorCode.RESOURCE;
        told[PROBLEM] = problem == null ? 0 : 1 + code.ordinal();
        long[] all = new long[LENGTH * team.size()];
        Collectives.of(team).allGather(MemorySegment.ofArray(all), MemorySegment.ofArray(told));
        Failures.rethrow(problem);
        for (int rank = 0; rank < team.size(); rank++) {
            long failed = all[rank * LENGTH + PROBLEM];
            if (failed != 0) {
                throw error(ErrorCode.values()[(int) failed - 1],
                        "nothing was made, since it was refused on rank " + rank + " of the team: see the error there");
            }
        }
        for (int rank = 0; rank < team.size(); rank++) {
            if (all[rank * LENGTH + GIVEN] != told[GIVEN]) {
                throw bad("rank " + rank
                        + " of the team gives another type, distribution or offset: all ranks give the same");
            }
        }
        return all;
    }

    private List<Endpoint.Location> members(long[] all) {
        List<Endpoint.Location> members = new ArrayList<>(team.size());
        for (int rank = 0; rank < team.size(); rank++) {
            // of a team that makes others, ranks are its own
            members.add(new Endpoint.Location(rank, (int) all[rank * LENGTH + ENDPOINT]));
        }
        return members;
    }

    private static long fingerprint(String given) {
        long hash = 0;
        for (int i = 0; i < given.length(); i++) {
            hash = 0x9E3779B97F4A7C15L * (hash ^ given.charAt(i));
            hash ^= hash >>> 32;
        }
        return hash;
    }

    private PgasException bad(String what) {
        return error(ErrorCode.BAD_ARGUMENT, what);
    }

    private PgasException error(ErrorCode code, String what) {
        return Refusals.of(team.job().rank()).error(code, name + "." + call, what);
    }
}
