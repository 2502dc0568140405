package org.pgas.coll;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

import org.pgas.Team;
import org.pgas.events.CollectiveEvent;
import org.pgas.memory.MappedRange;
import org.pgas.team.Neighbours;
import org.pgas.team.TeamCore;
import org.pgas.wait.BackgroundWork;
import org.pgas.wait.SharedCondition;

/** A member's view of its team. */
final class TeamSurroundings implements Surroundings {
    /** Some three microseconds. */
    private static final int SPINS = 200;

    private final Team team;
    private final int spins;
    private final int[] neighbourhoods;

    TeamSurroundings(Team team) {
        this.team = team;
        neighbourhoods = Neighbours.ofMembers(TeamCore.of(team));
        spins = Neighbours.mayLook(TeamCore.of(team)) ? SPINS : 0;
    }

    @Override
    public int rank() {
        return team.rank();
    }

    @Override
    public int size() {
        return team.size();
    }

    @Override
    public long block(int rank) {
        return TeamCore.of(team).collectiveBlock(rank);
    }

    @Override
    public long allocate(long bytes) {
        return TeamCore.of(team).area().allocate(bytes);
    }

    @Override
    public void free(long place) {
        TeamCore.of(team).area().free(place);
    }

    @Override
    public boolean isPlace(long place, long bytes) {
        return TeamCore.of(team).area().isPlace(place, bytes);
    }

    @Override
    public long address(long place) {
        return TeamCore.of(team).area().address(place);
    }

    /** Nowhere when there are members that map no segment of this one. */
    @Override
    public long offsetInSegment(MemorySegment memory) {
        return neighbourhoods != null ? -1 : TeamCore.of(team).offsetInSegment(memory);
    }

    @Override
    public int[] neighbourhoods() {
        return neighbourhoods;
    }

    @Override
    public void beginChange() {
        TeamCore.of(team).area().backing().beginChange();
    }

    @Override
    public void endChange(long address, long bytes) {
        TeamCore.of(team).area().backing().endChange(address, bytes);
    }

    @Override
    public void copy(long address, long bytes) {
        TeamCore.of(team).area().backing().copy(address, bytes);
    }

    @Override
    public void copyTo(int member, long address, long bytes) {
        TeamCore.of(team).area().backing().copyTo(jobRank(member), address, bytes);
    }

    @Override
    public long segmentAddress(int rank, long offset, long bytes) {
        MappedRange mapped = TeamCore.of(team).mapped(rank, offset, bytes);
        return mapped == null ? 0 : mapped.at(offset);
    }

    @Override
    public void ringAll() {
        TeamCore.of(team).ringAll();
    }

    @Override
    public void ringOwn() {
        TeamCore.of(team).ring(team.rank());
    }

    @Override
    public int spins() {
        return spins;
    }

    @Override
    public void await(SharedCondition condition) {
        TeamCore.of(team).await(condition);
    }

    @Override
    public void inBackground(Member member) {
        // an object of its own each time: one that ends just now is taken off by its identity
        TeamCore.of(team).inBackground(new BackgroundWork() {
            @Override
            public boolean advance() {
                return member.background();
            }
        });
    }

    @Override
    public boolean isChecked() {
        return team.job().isChecked();
    }

    @Override
    public int jobRank(int rank) {
        return team.toJobRank(rank);
    }

    @Override
    public RuntimeException damaged(long address, String what) {
        throw TeamCore.of(team.job().world()).damaged(address, what);
    }

    @Override
    public void record(CollectiveEvent event, Form form, int root, long bytes, long sequence, boolean split) {
        int[] members = IntStream.range(0, size()).map(this::jobRank).toArray();
        event.finish(TeamCore.of(team).origin(), form.call(), members, team.job().size(), root, bytes, sequence, split);
    }
}
