package org.pgas.faults.soak;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.DataType;
import org.pgas.Event;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/**
 * Teams made and destroyed, and collectives on them and on the world; every result is computed beside, since all know
 * what all give.
 */
final class TeamOperations extends Operations {
    private static final int MOST = 3000;

    TeamOperations(Stage stage) {
        super(stage, "collectives and teams");
    }

    @Override
    boolean isOneSided() {
        return false;
    }

    @Override
    boolean isCollective() {
        return true;
    }

    @Override
    void together(SplittableRandom shared, Strand main) {
        int kind = shared.nextInt(4);
        int[] colours = shared.ints(stage().ranks(), 0, 2).toArray();
        main.does(this);
        Team team = switch (kind) {
            case 0 -> world();
            case 1 -> world().dup();
            default -> world().split(colours[stage().rank()], stage().rank());
        };
        long seed = shared.nextLong();
        Collectives all = kind == 0 ? stage().collectives() : Collectives.of(team);
        // members of each team make the same choices; teams need not
        SplittableRandom choices = new SplittableRandom(seed + (kind < 2 ? 0 : colours[stage().rank()]));
        for (int i = 0; i < 12; i++) {
            main.does(this);
            call(main, team, all, choices);
        }
        if (kind > 0) {
            team.destroy();
        }
    }

    /** What member {@code rank} gives. */
    private static long[] given(long seed, int rank, int count) {
        return new SplittableRandom(seed + 31L * rank).longs(count).toArray();
    }

    private void call(Strand main, Team team, Collectives all, SplittableRandom choices) {
        int count = choices.nextInt(8) == 0 ? choices.nextInt(MOST) + 1 : choices.nextInt(40) + 1;
        long seed = choices.nextLong();
        int root = choices.nextInt(team.size());
        long[] own = given(seed, team.rank(), count);
        long[][] others = new long[team.size()][];
        Arrays.setAll(others, rank -> given(seed, rank, count));
        switch (choices.nextInt(7)) {
            case 0 -> {
                long[] found = own.clone();
                all.broadcast(root, found);
                same(main, "a broadcast", others[root], found);
            }
            case 1 -> {
                long[] found = new long[count];
                all.reduceToAll(found, own, Opcode.XOR);
                same(main, "a reduction", folded(others, team.size()), found);
            }
            case 2 -> {
                long[] found = new long[count * team.size()];
                all.allGather(found, own);
                same(main, "a gather to all", joined(others), found);
            }
            case 3 -> {
                long[] found = new long[count];
                all.scan(MemorySegment.ofArray(found), MemorySegment.ofArray(own),
                        Reduction.of(DataType.I64, Opcode.XOR));
                same(main, "a scan", folded(others, team.rank() + 1), found);
            }
            case 4 -> exchange(main, team, all, seed, count);
            case 5 -> underWay(main, team, all, own, others, root);
            default -> {
                long[] found = new long[count * team.size()];
                all.gather(root, MemorySegment.ofArray(team.rank() == root ? found : new long[0]),
                        MemorySegment.ofArray(own));
                if (team.rank() == root) {
                    same(main, "a gather", joined(others), found);
                }
                team.barrier();
            }
        }
    }

    private static long[] folded(long[][] others, int ranks) {
        long[] sum = new long[others[0].length];
        for (int rank = 0; rank < ranks; rank++) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] ^= others[rank][i];
            }
        }
        return sum;
    }

    private static long[] joined(long[][] others) {
        return Arrays.stream(others).flatMapToLong(Arrays::stream).toArray();
    }

    private void exchange(Strand main, Team team, Collectives all, long seed, int count) {
        int size = team.size();
        long[] source = given(seed, team.rank(), count * size);
        long[] found = new long[count * size];
        all.exchange(MemorySegment.ofArray(found), MemorySegment.ofArray(source));
        for (int rank = 0; rank < size; rank++) {
            long[] expected = Arrays.copyOfRange(given(seed, rank, count * size), team.rank() * count,
                    (team.rank() + 1) * count);
            same(main, "an exchange", expected, Arrays.copyOfRange(found, rank * count, (rank + 1) * count));
        }
    }

    /** Several at once, awaited in the other order. */
    private void underWay(Strand main, Team team, Collectives all, long[] own, long[][] others, int root) {
        long[] sum = new long[own.length];
        long[] sent = own.clone();
        Event barrier = team.barrierNb();
        Event reduction = all.reduceToAllNb(sum, own, Opcode.XOR);
        Event broadcast = all.broadcastNb(root, sent);
        broadcast.await();
        reduction.await();
        barrier.await();
        same(main, "a reduction under way", folded(others, team.size()), sum);
        same(main, "a broadcast under way", others[root], sent);
    }

    private void same(Strand main, String what, long[] expected, long[] found) {
        int at = Arrays.mismatch(expected, found);
        if (at >= 0) {
            throw main.mismatch(what, stage().rank(), 8L * at, expected[at], found[at]);
        }
    }
}
