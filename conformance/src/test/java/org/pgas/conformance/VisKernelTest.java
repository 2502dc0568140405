package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.Job;
import org.pgas.testkit.Memory;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * Large transfers with regions of many lengths, unaligned and with remainders, against plain loops over arrays: rows,
 * lists of rows, transposes and reflections. Rank 0 does them, with memory of rank 1.
 */
@RankDefaults(segment = "12m", modes = Mode.THREADS, memories = {Memory.MAPPED, Memory.ARRAY})
@AcrossNeighbourhoodsAsThreads
class VisKernelTest {
    private static final int[] ROWS = {1, 2, 3, 4, 7, 8, 12, 16, 24, 31, 32, 48, 64, 100, 128, 129, 4096, 70_000};
    private static final int SPACE = 12 << 20;

    /** The memory of rank 0, of rank 1, and what a loop makes of it. */
    private static final class Rig {
        final Job job;
        final Vis vis;
        final byte[] stamps;
        final SplittableRandom random = Seed.of("places");
        final Arena arena = Arena.ofAuto();

        Rig(Job job, int space) {
            this.job = job;
            stamps = new byte[space];
            vis = Vis.of(job.world());
            // a period that no length divides
            byte[] period = new byte[65_521];
            Stamp.fill(period, 0, Space.HEAP, 0);
            for (int i = 0; i < space; i += period.length) {
                System.arraycopy(period, 0, stamps, i, Math.min(period.length, space - i));
            }
        }

        /** {@code loop} moves from an array to an array, at bases that are given: so do a put and a get then. */
        void check(String name, Shape source, Shape target, Loop loop) {
            int room = (int) Math.max(source.high(), target.high()) + 64;
            int from = random.nextInt(33);
            int to = random.nextInt(33);
            byte[] expected = new byte[room];
            loop.move(stamps, from, expected, to);
            put(name, source, target, from, to, expected);
            get(name, source, target, from, to, expected);
        }

        private void put(String name, Shape source, Shape target, int from, int to, byte[] expected) {
            MemorySegment local = local(expected.length);
            MemorySegment.copy(stamps, 0, local, ValueLayout.JAVA_BYTE, 0, expected.length);
            job.world().rma().memset(1, 0, (byte) 0, expected.length);
            vis.put(1, to, target, local, from, source);
            assertSame("put of " + name, expected, Views.read(job, 1, 0, expected.length));
            assertSame("source of put of " + name, Arrays.copyOf(stamps, expected.length), local);
        }

        private void get(String name, Shape source, Shape target, int from, int to, byte[] expected) {
            MemorySegment local = local(expected.length);
            local.fill((byte) 0);
            Views.write(job, 1, 0, MemorySegment.ofArray(stamps).asSlice(0, expected.length));
            vis.get(local, to, target, 1, from, source);
            assertSame("get of " + name, expected, local);
        }

        private MemorySegment local(int bytes) {
            return switch (random.nextInt(3)) {
                case 0 -> MemorySegment.ofArray(new byte[bytes]);
                case 1 -> MemorySegment.ofArray(new double[bytes / 8 + 1]).asSlice(0, bytes);
                default -> arena.allocate(bytes, 1);
            };
        }

        private static void assertSame(String name, byte[] expected, MemorySegment found) {
            assertEquals(-1, MemorySegment.ofArray(expected).mismatch(found), () -> "first wrong byte of " + name);
        }
    }

    private interface Loop {
        void move(byte[] from, int fromBase, byte[] to, int toBase);
    }

    private interface Body {
        void run(Rig rig);
    }

    private static void byRank0(Job job, Body body) {
        byRank0(job, SPACE, body);
    }

    private static void byRank0(Job job, int space, Body body) {
        if (job.rank() == 0) {
            body.run(new Rig(job, space));
        }
        job.world().barrier();
    }

    /** Less where each byte is a region; of long runs more bytes than a call of the loops takes at once. */
    private static int rows(int row) {
        int volume = row < 4096 ? Math.min(1 << 19, row * 30_000) : 1 << 20;
        return volume / row | 1;
    }

    @RankTest
    void shouldMoveRowsOfEveryLengthAtEveryDistance(Job job) {
        byRank0(job, rig -> {
            for (int row : ROWS) {
                int count = rows(row);
                int[] strides = {row, row + 1, 2 * row, row + 8 + rig.random.nextInt(50)};
                for (int i = 1; i < strides.length; i++) {
                    int wide = strides[i];
                    checkRows(rig, row, count, wide, row);
                    checkRows(rig, row, count, row, wide);
                    checkRows(rig, row, count, wide, strides[1 + i % 3]);
                }
            }
        });
    }

    @RankTest(segment = "40m", memories = Memory.MAPPED)
    void shouldMoveTensOfMegabytes(Job job) {
        byRank0(job, 40 << 20, rig -> {
            int volume = 19 << 20;
            for (int row : new int[]{8, 64, 70_000, 3 << 20}) {
                checkRows(rig, row, volume / row, 2 * row, row);
                checkRows(rig, row, volume / row, row, 2 * row);
            }
        });
    }

    private static void checkRows(Rig rig, int row, int count, int from, int to) {
        rig.check(count + " rows of " + row + ", " + from + " apart, to " + to + " apart",
                Shape.chunked(row, count, from),
                Shape.chunked(row, count, to), (source, sourceBase, target, targetBase) -> {
                    for (int i = 0; i < count; i++) {
                        System.arraycopy(source, sourceBase + i * from, target, targetBase + i * to, row);
                    }
                });
    }

    @RankTest
    void shouldMoveListsOfRowsOfEveryLength(Job job) {
        byRank0(job, rig -> {
            for (int row : ROWS) {
                int count = rows(row) / 2;
                long[] from = places(rig.random, count, 2 * row);
                long[] to = places(rig.random, count, 2 * row + 5);
                Loop loop = (source, sourceBase, target, targetBase) -> {
                    for (int i = 0; i < count; i++) {
                        System.arraycopy(source, sourceBase + (int) from[i], target, targetBase + (int) to[i], row);
                    }
                };
                rig.check("list of " + row, Shape.indexed(row, from), Shape.indexed(row, to), loop);
                long[] lengths = new long[count];
                Arrays.fill(lengths, row);
                rig.check("vector of " + row, Shape.vector(from, lengths), Shape.indexed(row, to), loop);
                rig.check("packed list of " + row, Shape.contiguous((long) row * count), Shape.indexed(row, to),
                        (source, sourceBase, target, targetBase) -> {
                            for (int i = 0; i < count; i++) {
                                System.arraycopy(source, sourceBase + i * row, target, targetBase + (int) to[i], row);
                            }
                        });
            }
        });
    }

    /** Multiples of a distance in no order, each once. */
    private static long[] places(SplittableRandom random, int count, int distance) {
        long[] places = new long[count];
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            places[i] = places[other];
            places[other] = (long) i * distance;
        }
        return places;
    }

    /** Lengths of their own, so that regions of the one side begin and end within those of the other. */
    @RankTest
    void shouldMoveListsOfDifferentLengths(Job job) {
        byRank0(job, rig -> {
            for (int longest : new int[]{5, 20, 300, 9000}) {
                int volume = 1 << 19;
                long[][] from = pieces(rig.random, volume, longest);
                long[][] to = pieces(rig.random, volume, longest);
                rig.check("pieces of up to " + longest, Shape.vector(from[0], from[1]), Shape.vector(to[0], to[1]),
                        (source, sourceBase, target, targetBase) -> {
                            byte[] packed = new byte[volume];
                            int at = 0;
                            for (int i = 0; i < from[0].length; i++) {
                                System.arraycopy(source, sourceBase + (int) from[0][i], packed, at, (int) from[1][i]);
                                at += (int) from[1][i];
                            }
                            at = 0;
                            for (int i = 0; i < to[0].length; i++) {
                                System.arraycopy(packed, at, target, targetBase + (int) to[0][i], (int) to[1][i]);
                                at += (int) to[1][i];
                            }
                        });
            }
        });
    }

    private static long[][] pieces(SplittableRandom random, int volume, int longest) {
        long[] lengths = new long[volume];
        int count = 0;
        for (int rest = volume; rest > 0; rest -= (int) lengths[count++]) {
            lengths[count] = Math.min(rest, 1 + random.nextInt(1 + random.nextInt(longest)));
        }
        return new long[][]{places(random, count, longest + random.nextInt(3)), Arrays.copyOf(lengths, count)};
    }

    @RankTest
    void shouldTransposeMatricesOfEveryElementAndForm(Job job) {
        byRank0(job, rig -> {
            for (int element : new int[]{1, 2, 3, 4, 8, 12, 16, 40}) {
                for (int[] size : new int[][]{{1, 1000}, {1000, 1}, {2, 3}, {37, 53}, {64, 64}, {301, 255}}) {
                    checkTranspose(rig, element, size[0], size[1], 0);
                    checkTranspose(rig, element, size[0], size[1], 5);
                }
            }
            checkTranspose(rig, 8, 1100, 1025, 0);
        });
    }

    /** A part of a matrix whose rows have {@code more} elements more, to a dense matrix, and the other way round. */
    private static void checkTranspose(Rig rig, int element, int rows, int columns, int more) {
        Section part = Section.rowMajor(element, rows, columns + more).range(1, 0, columns);
        Shape turned = part.permuted(1, 0).shape();
        Shape dense = Section.rowMajor(element, columns, rows).shape();
        int row = (columns + more) * element;
        String name = "transpose of " + rows + " x " + columns + " elements of " + element + ", " + row + " apart";
        rig.check(name, turned, dense, (source, sourceBase, target, targetBase) -> {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    System.arraycopy(source, sourceBase + i * row + j * element, target,
                            targetBase + (j * rows + i) * element, element);
                }
            }
        });
        rig.check(name + " from a dense one", dense, turned, (source, sourceBase, target, targetBase) -> {
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < columns; j++) {
                    System.arraycopy(source, sourceBase + (j * rows + i) * element, target,
                            targetBase + i * row + j * element, element);
                }
            }
        });
    }

    private static final int[][] ORDERS = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

    @RankTest
    void shouldPermuteAndReflectBlocksInEveryWay(Job job) {
        byRank0(job, rig -> {
            int[] extents = {17, 10, 23};
            for (int element : new int[]{1, 4, 8, 16, 24}) {
                for (int[] order : ORDERS) {
                    for (int mirrored = 0; mirrored < 8; mirrored++) {
                        checkBlock(rig, element, extents, order, mirrored);
                    }
                }
            }
        });
    }

    private static void checkBlock(Rig rig, int element, int[] extents, int[] order, int mirrored) {
        Section section = Section.rowMajor(element, extents[0], extents[1], extents[2]);
        for (int dimension = 0; dimension < 3; dimension++) {
            section = (mirrored >> dimension & 1) == 0 ? section : section.reflected(dimension);
        }
        Shape taken = section.permuted(order).shape();
        Shape dense = Shape.contiguous(taken.bytes());
        String name = "block of " + element + " in order " + Arrays.toString(order) + ", mirrored " + mirrored;
        rig.check(name, taken, dense, (source, sourceBase, target, targetBase) -> {
            int at = targetBase;
            int[] index = new int[3];
            for (index[order[0]] = 0; index[order[0]] < extents[order[0]]; index[order[0]]++) {
                for (index[order[1]] = 0; index[order[1]] < extents[order[1]]; index[order[1]]++) {
                    for (index[order[2]] = 0; index[order[2]] < extents[order[2]]; index[order[2]]++) {
                        int place = 0;
                        for (int dimension = 0; dimension < 3; dimension++) {
                            int i = index[dimension];
                            i = (mirrored >> dimension & 1) == 0 ? i : extents[dimension] - 1 - i;
                            place = place * extents[dimension] + i;
                        }
                        System.arraycopy(source, sourceBase + place * element, target, at, element);
                        at += element;
                    }
                }
            }
        });
    }

    /** Elements of one size on the one side, of another on the other. */
    @RankTest
    void shouldJoinRowsOfDifferentLengths(Job job) {
        byRank0(job, rig -> {
            for (int[] rows : new int[][]{{8, 12}, {12, 8}, {1, 64}, {64, 1}, {7, 9}, {4096, 100}, {24, 70_000}}) {
                int volume = Math.max(1, 400_000 / (rows[0] * rows[1])) * rows[0] * rows[1];
                Shape source = Shape.chunked(rows[0], volume / rows[0], rows[0] + 3L);
                Shape target = Shape.chunked(rows[1], volume / rows[1], rows[1] + 4L);
                rig.check(rows[0] + " to " + rows[1], source, target, (from, fromBase, to, toBase) -> {
                    for (int i = 0; i < volume; i++) {
                        to[toBase + i / rows[1] * (rows[1] + 4) + i % rows[1]] = from[fromBase
                                + i / rows[0] * (rows[0] + 3) + i % rows[0]];
                    }
                });
            }
        });
    }
}
