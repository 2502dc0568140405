package org.pgas.coll;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.DataType;

/**
 * Random collectives, the same on all members, of which each member knows what must come out: what a member gives is
 * computed from its rank and the number of the collective.
 */
final class ModelScript {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    /** Neither associative nor commutative: only the left fold in the order of the ranks gives what is expected. */
    static final Reduction ORDERED = Reduction.userOrdered(DataType.I64, (left, right, count) -> {
        for (long i = 0; i < count; i++) {
            right.set(LONG, i * 8, step(left.get(LONG, i * 8), right.get(LONG, i * 8)));
        }
    });

    private static long step(long left, long right) {
        return left * 31 + right;
    }

    /** Bytes of each member that collectives of the script use of its segment. */
    private static final long ROOM_BYTES = 128 << 10;

    private static final int ROOMS = 32;

    private final PlainTeam.Place place;
    private final Member member;
    private final ShortWays shortWays;
    private final Initiation beginning;
    private final Initiation carryingOut;
    private final int rank;
    private final int size;
    private final SplittableRandom common;
    private final SplittableRandom own;
    private final int mostLongs;
    private final List<Running> running = new ArrayList<>();
    private int room;

    private record Running(int number, Operation operation, Runnable check) {}

    ModelScript(PlainTeam.Place place, Member member, long seed, int mostLongs) {
        this.place = place;
        this.member = member;
        this.shortWays = new ShortWays(member);
        this.beginning = Initiation.of(member);
        this.carryingOut = Initiation.ofBlocking(member);
        this.rank = place.rank();
        this.size = place.size();
        this.common = new SplittableRandom(seed);
        this.own = new SplittableRandom(seed + 1 + rank);
        this.mostLongs = mostLongs;
    }

    void run(int collectives) {
        for (int number = 0; number < collectives; number++) {
            one(number);
            if (own.nextInt(8) == 0) {
                place.poll();
            }
            if (running.size() > 8) {
                synchroniseSome();
            }
            // so that rooms in the segment are free when their turn comes again
            while (!running.isEmpty() && running.getFirst().number < number - ROOMS / 2 + 1) {
                synchronise(running.removeFirst());
            }
        }
        while (!running.isEmpty()) {
            synchroniseSome();
        }
        assertEquals(0, member.pending());
    }

    private void synchroniseSome() {
        for (int i = 1 + own.nextInt(running.size()); i > 0; i--) {
            synchronise(running.remove(own.nextInt(running.size())));
        }
    }

    private void synchronise(Running next) {
        member.await(next.operation);
        next.check.run();
    }

    /** As a call that waits for its end, or as one that does not: every member as it likes. */
    private Initiation initiation() {
        return own.nextInt(3) == 0 ? carryingOut : beginning;
    }

    private static long value(int number, int giver, int taker, long i) {
        return (number * 1_000L + giver) * 1_000_003L + taker * 7_919L + i * 31;
    }

    /** Memory on the heap, outside, in the segment, or of this thread alone: every member as it likes. */
    private MemorySegment memory(long longs) {
        long bytes = longs * 8;
        return switch (own.nextInt(4)) {
            case 0 -> Arena.ofAuto().allocate(Math.max(1, bytes)).asSlice(0, bytes);
            case 1 -> Arena.ofConfined().allocate(Math.max(1, bytes)).asSlice(0, bytes);
            case 2 -> bytes > ROOM_BYTES ? MemorySegment.ofArray(new long[(int) longs])
                    : place.segment().asSlice(room++ % ROOMS * ROOM_BYTES, bytes);
            default -> MemorySegment.ofArray(new long[(int) longs]);
        };
    }

    private MemorySegment source(int number, int takers, long longs) {
        MemorySegment source = memory(takers * longs);
        for (int taker = 0; taker < takers; taker++) {
            for (long i = 0; i < longs; i++) {
                source.set(LONG, (taker * longs + i) * 8, value(number, rank, taker, i));
            }
        }
        return source;
    }

    private long longs() {
        return switch (common.nextInt(6)) {
            case 0 -> common.nextInt(3);
            case 1, 2 -> common.nextInt(14);
            case 3 -> common.nextInt(600);
            default -> common.nextInt(mostLongs);
        };
    }

    private void one(int number) {
        Form form = Form.values()[common.nextInt(Form.REDUCE_PARTS.ordinal())];
        int root = common.nextInt(size);
        boolean blocking = common.nextInt(3) > 0;
        switch (form) {
            case GATHER_V, SCATTER_V, ALL_GATHER_V, EXCHANGE_V -> varied(number, form, root, blocking);
            case REDUCE_TO_ONE, REDUCE_TO_ALL, SCAN, EXSCAN -> fold(number, form, root, longs(), blocking);
            default -> move(number, form, root, longs(), blocking);
        }
    }

    private void end(int number, Operation operation, boolean blocking, Runnable check) {
        if (operation == null) {
            check.run();
        } else if (blocking) {
            member.await(operation);
            check.run();
        } else {
            member.goOnInBackground();
            running.add(new Running(number, operation, check));
        }
    }

    private void move(int number, Form form, int root, long longs, boolean blocking) {
        boolean isRoot = rank == root;
        long bytes = longs * 8;
        boolean fromRoot = form == Form.BROADCAST || form == Form.SCATTER;
        int takers = form.isPerReader() ? size : 1;
        MemorySegment source = !fromRoot || isRoot ? source(number, takers, longs) : null;
        int givers = fromRoot ? 1 : size;
        MemorySegment target = form == Form.GATHER && !isRoot ? null : memory(givers * longs);
        Operation operation = null;
        if (blocking && shortWays.fits(takers * bytes)) {
            switch (form) {
                case BROADCAST -> shortWays.broadcast(root, target, source, bytes);
                case GATHER -> shortWays.gather(root, target, source, bytes);
                case SCATTER -> shortWays.scatter(root, target, source, bytes);
                case ALL_GATHER -> shortWays.allGather(target, source, bytes);
                default -> shortWays.exchange(target, source, bytes);
            }
        } else {
            operation = switch (form) {
                case BROADCAST -> initiation().broadcast(root, target, source, bytes);
                case GATHER -> initiation().gather(root, target, source, bytes);
                case SCATTER -> initiation().scatter(root, target, source, bytes);
                case ALL_GATHER -> initiation().allGather(target, source, bytes);
                default -> initiation().exchange(target, source, bytes);
            };
        }
        end(number, operation, blocking, () -> {
            for (int giver = 0; target != null && giver < givers; giver++) {
                for (long i = 0; i < longs; i++) {
                    assertEquals(value(number, fromRoot ? root : giver, form.isPerReader() ? rank : 0, i),
                            target.get(LONG, (giver * longs + i) * 8), where(number, form, i));
                }
            }
        });
    }

    private String where(int number, Form form, long i) {
        return "collective " + (number + 1) + ", " + form + " on member " + rank + ", long " + i;
    }

    /** What {@code giver} gives to {@code taker} in forms with blocks of their own sizes. */
    private static long variedLongs(int number, int giver, int taker, int most) {
        long mixed = value(number, giver, taker, 3) * 0x9E37_79B9_7F4A_7C15L >>> 40;
        return mixed % 4 == 0 ? 0 : mixed % most;
    }

    private Blocks blocks(int number, boolean given, int taker, int most) {
        long[] bytes = new long[size];
        long[] offsets = new long[size];
        long at = 0;
        for (int i = 0; i < size; i++) {
            bytes[i] = 8 * (given ? variedLongs(number, rank, i, most) : variedLongs(number, i, taker, most));
            offsets[i] = at;
            at += bytes[i] + 16;
        }
        return Blocks.of(bytes, offsets);
    }

    private void varied(int number, Form form, int root, boolean blocking) {
        boolean isRoot = rank == root;
        int most = 1 + common.nextInt(mostLongs / 2);
        boolean perReader = form.isPerReader();
        boolean fromRoot = form == Form.SCATTER_V;
        Blocks sourceBlocks = perReader && (!fromRoot || isRoot) ? blocks(number, true, 0, most) : null;
        boolean takes = form != Form.GATHER_V || isRoot;
        Blocks targetBlocks = !fromRoot && takes ? blocks(number, false, perReader ? rank : 0, most) : null;
        MemorySegment source = null;
        if (sourceBlocks != null) {
            source = memory(sourceBlocks.extent() / 8);
            for (int taker = 0; taker < size; taker++) {
                for (long i = 0; i < sourceBlocks.bytes(taker) / 8; i++) {
                    source.set(LONG, sourceBlocks.offset(taker) + i * 8, value(number, rank, taker, i));
                }
            }
        } else if (!fromRoot) {
            source = source(number, 1, variedLongs(number, rank, 0, most));
        }
        MemorySegment target = !takes ? null
                : fromRoot ? memory(variedLongs(number, root, rank, most))
                        : memory(targetBlocks.extent() / 8);
        Operation operation = switch (form) {
            case GATHER_V -> initiation().gatherV(root, target, targetBlocks, source);
            case SCATTER_V -> initiation().scatterV(root, target, source, sourceBlocks);
            case ALL_GATHER_V -> initiation().allGatherV(target, targetBlocks, source);
            default -> initiation().exchangeV(target, targetBlocks, source, sourceBlocks);
        };
        end(number, operation, blocking, () -> {
            for (int giver = 0; takes && giver < size; giver++) {
                if (fromRoot && giver != root) {
                    continue;
                }
                long from = fromRoot ? 0 : targetBlocks.offset(giver);
                for (long i = 0; i < variedLongs(number, giver, perReader ? rank : 0, most); i++) {
                    assertEquals(value(number, giver, perReader ? rank : 0, i), target.get(LONG, from + i * 8),
                            where(number, form, i));
                }
            }
        });
    }

    private void fold(int number, Form form, int root, long longs, boolean blocking) {
        long bytes = longs * 8;
        MemorySegment source = source(number, 1, longs);
        boolean inPlace = common.nextInt(4) == 0;
        boolean takes = form != Form.REDUCE_TO_ONE || rank == root;
        MemorySegment target = inPlace ? source : memory(longs);
        Operation operation = null;
        if (blocking && shortWays.fits(bytes)) {
            switch (form) {
                case REDUCE_TO_ONE -> shortWays.reduceToOne(root, target, source, ORDERED, bytes);
                case REDUCE_TO_ALL -> shortWays.reduceToAll(target, source, ORDERED, bytes);
                case SCAN -> shortWays.scan(target, source, ORDERED, bytes);
                default -> shortWays.exscan(target, source, ORDERED, bytes);
            }
        } else {
            operation = switch (form) {
                case REDUCE_TO_ONE -> initiation().reduceToOne(root, target, source, ORDERED, bytes);
                case REDUCE_TO_ALL -> initiation().reduceToAll(target, source, ORDERED, bytes);
                case SCAN -> initiation().scan(target, source, ORDERED, bytes);
                default -> initiation().exscan(target, source, ORDERED, bytes);
            };
        }
        int last = switch (form) {
            case SCAN -> rank;
            case EXSCAN -> rank - 1;
            default -> size - 1;
        };
        end(number, operation, blocking, () -> {
            for (long i = 0; takes && last >= 0 && i < longs; i++) {
                long expected = value(number, 0, 0, i);
                for (int giver = 1; giver <= last; giver++) {
                    expected = step(expected, value(number, giver, 0, i));
                }
                assertEquals(expected, target.get(LONG, i * 8), where(number, form, i));
            }
        });
    }
}
