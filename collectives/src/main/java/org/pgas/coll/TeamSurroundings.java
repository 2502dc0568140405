package org.pgas.coll;

import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;

import org.pgas.BackgroundWork;
import org.pgas.EventOrigin;
import org.pgas.SharedCondition;
import org.pgas.Team;
import org.pgas.events.CollectiveEvent;
import org.pgas.memory.Window;

/** A member's view of its team. */
final class TeamSurroundings implements Surroundings {
    /** Some three microseconds. */
    private static final int SPINS = 200;

    private final Team team;
    private final int spins;

    TeamSurroundings(Team team) {
        this.team = team;
        // where ranks share cores, who spins keeps the awaited rank from running
        spins = team.job().size() > Runtime.getRuntime().availableProcessors() ? 0 : SPINS;
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
        return team.collectiveBlock(rank);
    }

    @Override
    public long allocate(long bytes) {
        return team.area().allocate(bytes);
    }

    @Override
    public void free(long place) {
        team.area().free(place);
    }

    @Override
    public boolean isPlace(long place, long bytes) {
        return team.area().isPlace(place, bytes);
    }

    @Override
    public long address(long place) {
        return team.area().address(place);
    }

    @Override
    public long offsetInSegment(MemorySegment memory) {
        return team.offsetInSegment(memory);
    }

    @Override
    public long segmentAddress(int rank, long offset, long bytes) {
        Window window = team.window(rank, offset, bytes);
        return window == null ? 0 : window.at(offset);
    }

    @Override
    public void ringAll() {
        team.ringAll();
    }

    @Override
    public void ringOwn() {
        team.ring(team.rank());
    }

    @Override
    public int spins() {
        return spins;
    }

    @Override
    public void await(SharedCondition condition) {
        team.await(condition);
    }

    @Override
    public void inBackground(Member member) {
        // an object of its own each time: one that ends just now is taken off by its identity
        team.inBackground(new BackgroundWork() {
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
        throw team.job().damaged(address, what);
    }

    @Override
    public void record(CollectiveEvent event, Form form, int root, long bytes, long sequence, boolean split) {
        int[] members = IntStream.range(0, size()).map(this::jobRank).toArray();
        event.finish(EventOrigin.of(team.job()), form.call(), members, team.job().size(), root, bytes, sequence, split);
    }
}
