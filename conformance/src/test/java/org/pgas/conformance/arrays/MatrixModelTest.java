package org.pgas.conformance.arrays;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.arrays.Distribution;
import org.pgas.arrays.DoubleMatrix;
import org.pgas.arrays.FloatMatrix;
import org.pgas.arrays.GlobalMatrix;
import org.pgas.arrays.GridDistribution;
import org.pgas.arrays.IntMatrix;
import org.pgas.arrays.LongMatrix;
import org.pgas.conformance.AcrossNeighbourhoodsAsThreads;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;

/** Matrices against an array of Java that every rank has of its own, and changes in the same way. */
@RankDefaults(ranks = 4, segment = "4k")
@AcrossNeighbourhoodsAsThreads
class MatrixModelTest {
    private static final int ROUNDS = 4;
    private static final int STEPS = 8;

    /** A rectangle of the matrix, and how it lies in local memory. */
    private record Section(int row, int column, int rows, int columns, int first, int lead) {
        static Section random(SplittableRandom random, GridDistribution of) {
            int allRows = (int) of.rows().elements();
            int allColumns = (int) of.columns().elements();
            int row = random.nextInt(allRows + 1);
            int column = random.nextInt(allColumns + 1);
            int columns = random.nextInt(allColumns - column + 1);
            return new Section(row, column, random.nextInt(allRows - row + 1), columns, random.nextInt(3),
                    columns + random.nextInt(3));
        }

        int length() {
            return first + rows * lead + 1;
        }

        int place(int i, int j) {
            return first + i * lead + j;
        }
    }

    private static List<GlobalMatrix> ofEveryType(Team team, GridDistribution distribution) {
        return IntStream.range(0, Elements.TYPES).mapToObj(type -> ofType(type, team, distribution)).toList();
    }

    private static GlobalMatrix ofType(int type, Team team, GridDistribution distribution) {
        return switch (type) {
            case 0 -> IntMatrix.create(team, distribution);
            case 1 -> LongMatrix.create(team, distribution);
            case 2 -> FloatMatrix.create(team, distribution);
            default -> DoubleMatrix.create(team, distribution);
        };
    }

    private static GridDistribution random(SplittableRandom random, int rows, int columns, int ranks) {
        GridDistribution distribution = GridDistribution.of(Elements.random(random, rows),
                Elements.random(random, columns));
        int across = 1 + random.nextInt(ranks);
        distribution = ranks % across == 0 ? distribution.grid(ranks / across, across) : distribution;
        return random.nextBoolean() ? distribution.transposedGrid() : distribution;
    }

    private static long[] get(GlobalMatrix matrix, Section at) {
        long[] got = new long[at.length()];
        switch (matrix) {
            case IntMatrix ints -> {
                int[] target = new int[got.length];
                ints.getSection(at.row, at.column, at.rows, at.columns, target, at.first, at.lead);
                for (int i = 0; i < got.length; i++) {
                    got[i] = target[i];
                }
            }
            case LongMatrix longs -> longs.getSection(at.row, at.column, at.rows, at.columns, got, at.first, at.lead);
            case FloatMatrix floats -> {
                float[] target = new float[got.length];
                floats.getSection(at.row, at.column, at.rows, at.columns, target, at.first, at.lead);
                for (int i = 0; i < got.length; i++) {
                    got[i] = (long) target[i];
                }
            }
            case DoubleMatrix doubles -> {
                double[] target = new double[got.length];
                doubles.getSection(at.row, at.column, at.rows, at.columns, target, at.first, at.lead);
                for (int i = 0; i < got.length; i++) {
                    got[i] = (long) target[i];
                }
            }
        }
        return got;
    }

    private static void put(GlobalMatrix matrix, Section at, long[] source) {
        switch (matrix) {
            case IntMatrix ints -> {
                int[] converted = new int[source.length];
                for (int i = 0; i < source.length; i++) {
                    converted[i] = (int) source[i];
                }
                ints.putSection(at.row, at.column, at.rows, at.columns, converted, at.first, at.lead);
            }
            case LongMatrix longs -> longs.putSection(at.row, at.column, at.rows, at.columns,
                    MemorySegment.ofArray(source), 8L * at.first, at.lead);
            case FloatMatrix floats -> {
                float[] converted = new float[source.length];
                for (int i = 0; i < source.length; i++) {
                    converted[i] = source[i];
                }
                floats.putSection(at.row, at.column, at.rows, at.columns, converted, at.first, at.lead);
            }
            case DoubleMatrix doubles -> {
                double[] converted = new double[source.length];
                for (int i = 0; i < source.length; i++) {
                    converted[i] = source[i];
                }
                doubles.putSection(at.row, at.column, at.rows, at.columns, converted, at.first, at.lead);
            }
        }
    }

    private static long get(GlobalMatrix matrix, long row, long column) {
        return switch (matrix) {
            case IntMatrix ints -> ints.get(row, column);
            case LongMatrix longs -> longs.get(row, column);
            case FloatMatrix floats -> (long) floats.get(row, column);
            case DoubleMatrix doubles -> (long) doubles.get(row, column);
        };
    }

    private static void put(GlobalMatrix matrix, long row, long column, long value) {
        switch (matrix) {
            case IntMatrix ints -> ints.put(row, column, (int) value);
            case LongMatrix longs -> longs.put(row, column, value);
            case FloatMatrix floats -> floats.put(row, column, value);
            case DoubleMatrix doubles -> doubles.put(row, column, value);
        }
    }

    private static void updateLocal(GlobalMatrix matrix, long[][] model) {
        switch (matrix) {
            case IntMatrix ints -> ints.updateLocal((i, j, x) -> (int) (x + model[(int) i][(int) j]));
            case LongMatrix longs -> longs.updateLocal((i, j, x) -> x + model[(int) i][(int) j]);
            case FloatMatrix floats -> floats.updateLocal((i, j, x) -> x + model[(int) i][(int) j]);
            case DoubleMatrix doubles -> doubles.updateLocal((i, j, x) -> x + model[(int) i][(int) j]);
        }
    }

    private static long[][] forEachLocal(GlobalMatrix matrix) {
        long[][] seen = new long[(int) matrix.rows()][(int) matrix.columns()];
        switch (matrix) {
            case IntMatrix ints -> ints.forEachLocal((i, j, x) -> seen[(int) i][(int) j] += x);
            case LongMatrix longs -> longs.forEachLocal((i, j, x) -> seen[(int) i][(int) j] += x);
            case FloatMatrix floats -> floats.forEachLocal((i, j, x) -> seen[(int) i][(int) j] += (long) x);
            case DoubleMatrix doubles -> doubles.forEachLocal((i, j, x) -> seen[(int) i][(int) j] += (long) x);
        }
        return seen;
    }

    private static long getLocal(GlobalMatrix matrix, long i, long j) {
        return switch (matrix) {
            case IntMatrix ints -> ints.getLocal(i, j);
            case LongMatrix longs -> longs.getLocal(i, j);
            case FloatMatrix floats -> (long) floats.getLocal(i, j);
            case DoubleMatrix doubles -> (long) doubles.getLocal(i, j);
        };
    }

    private static GlobalMatrix redistribute(GlobalMatrix matrix, GridDistribution distribution) {
        return switch (matrix) {
            case IntMatrix ints -> ints.redistribute(distribution);
            case LongMatrix longs -> longs.redistribute(distribution);
            case FloatMatrix floats -> floats.redistribute(distribution);
            case DoubleMatrix doubles -> doubles.redistribute(distribution);
        };
    }

    /** The sum too. */
    private static double reduce(GlobalMatrix matrix) {
        return switch (matrix) {
            case IntMatrix ints -> ints.reduce(0, Integer::sum);
            case LongMatrix longs -> longs.reduce(0, Long::sum);
            case FloatMatrix floats -> floats.reduce(0, Double::sum);
            case DoubleMatrix doubles -> doubles.reduce(0, Double::sum);
        };
    }

    private static double sum(GlobalMatrix matrix) {
        return switch (matrix) {
            case IntMatrix ints -> ints.sum();
            case LongMatrix longs -> longs.sum();
            case FloatMatrix floats -> floats.sum();
            case DoubleMatrix doubles -> doubles.sum();
        };
    }

    /** One rank puts, all get, with any lead; on grids of all kinds, with ranks that have no elements. */
    @RankTest(ranks = {1, 4})
    void shouldHaveWhatWasPutInElementsAndSectionsOfAllTypes(Job job) {
        SplittableRandom random = Seed.of("sections");
        for (int round = 0; round < ROUNDS; round++) {
            int most = round == 0 ? 3 : 40;
            GridDistribution distribution = random(random, random.nextInt(most), random.nextInt(most), job.size());
            for (GlobalMatrix matrix : ofEveryType(job.world(), distribution)) {
                long[][] model = new long[(int) matrix.rows()][(int) matrix.columns()];
                for (int step = 0; step < STEPS; step++) {
                    change(job, matrix, model, random);
                    matrix.barrier();
                    Section section = Section.random(random, distribution);
                    long[] expected = new long[section.length()];
                    for (int i = 0; i < section.rows; i++) {
                        System.arraycopy(model[section.row + i], section.column, expected, section.place(i, 0),
                                section.columns);
                    }
                    assertArrayEquals(expected, get(matrix, section), () -> matrix + ", " + section);
                    matrix.barrier();
                }
                checkLocal(matrix, model);
                matrix.close();
            }
        }
    }

    private static void change(Job job, GlobalMatrix matrix, long[][] model, SplittableRandom random) {
        boolean isWriter = random.nextInt(job.size()) == job.rank();
        Section section = Section.random(random, matrix.distribution());
        long[] source = random.longs(section.length(), 1 - Elements.MOST, Elements.MOST).toArray();
        for (int i = 0; i < section.rows; i++) {
            System.arraycopy(source, section.place(i, 0), model[section.row + i], section.column, section.columns);
        }
        if (isWriter) {
            put(matrix, section, source);
        }
        if (matrix.rows() > 0 && matrix.columns() > 0) {
            int row = random.nextInt((int) matrix.rows());
            int column = random.nextInt((int) matrix.columns());
            model[row][column] = source[0];
            if (isWriter) {
                put(matrix, row, column, source[0]);
            }
        }
    }

    private static void checkLocal(GlobalMatrix matrix, long[][] model) {
        long[][] seen = forEachLocal(matrix);
        int rank = matrix.team().rank();
        double total = 0;
        for (int i = 0; i < model.length; i++) {
            for (int j = 0; j < model[i].length; j++) {
                boolean isOwn = matrix.distribution().owner(i, j) == rank;
                assertEquals(isOwn ? model[i][j] : 0, seen[i][j], matrix + ", element " + i + ", " + j);
                total += model[i][j];
            }
        }
        for (long i = 0; i < matrix.localRows(); i++) {
            for (long j = 0; j < matrix.localColumns(); j++) {
                assertEquals(model[(int) matrix.globalRow(i)][(int) matrix.globalColumn(j)], getLocal(matrix, i, j));
            }
        }
        // sums of whole numbers are exact in any order
        assertEquals(total, sum(matrix));
        assertEquals(total, reduce(matrix));
        updateLocal(matrix, model);
        matrix.barrier();
        for (int i = 0; i < model.length; i++) {
            for (int j = 0; j < model[i].length; j++) {
                assertEquals(2 * model[i][j], get(matrix, i, j), matrix + ", element " + i + ", " + j);
            }
        }
        matrix.barrier();
    }

    /** Between any two distributions, grids and numberings of the ranks. */
    @RankTest
    void shouldKeepEveryElementWhenDealtAnotherWay(Job job) {
        SplittableRandom random = Seed.of("redistributions");
        for (int round = 0; round < 2 * Elements.TYPES; round++) {
            int rows = 1 + random.nextInt(30);
            int columns = 1 + random.nextInt(30);
            Section all = new Section(0, 0, rows, columns, 0, columns);
            GridDistribution first = random(random, rows, columns, job.size());
            GridDistribution second = round == 0 ? first.over(job.size()).transposedGrid()
                    : random(random, rows, columns, job.size());
            long[] model = random.longs(rows * columns + 1L, 1 - Elements.MOST, Elements.MOST).toArray();
            model[rows * columns] = 0;
            GlobalMatrix matrix = ofType(round % Elements.TYPES, job.world(), first);
            if (job.rank() == 0) {
                put(matrix, all, model);
            }
            GlobalMatrix dealt = redistribute(matrix, second);
            assertEquals(second.over(job.size()), dealt.distribution());
            assertArrayEquals(model, get(dealt, all), () -> first + " to " + second);
            assertArrayEquals(model, get(matrix, all), () -> first + " stays");
            dealt.close();
            matrix.close();
        }
    }

    @RankTest
    void shouldFoldCopyAndFill(Job job) {
        DoubleMatrix matrix = DoubleMatrix.create(job.world(), GridDistribution.block(5, 7));
        matrix.fill(2);
        assertEquals(70, matrix.sum());
        assertEquals(Math.pow(2, 35), matrix.product());
        if (job.rank() == 0) {
            matrix.put(4, 6, -3);
            matrix.put(0, 6, 8);
        }
        DoubleMatrix copy = matrix.copy();
        assertEquals(-3, copy.min());
        assertEquals(8, copy.max());
        DoubleMatrix other = DoubleMatrix.create(job.world(),
                GridDistribution.of(Distribution.cyclic(5), Distribution.block(7)).transposedGrid());
        other.copyFrom(copy);
        assertEquals(-3, other.get(4, 6));
        assertEquals(matrix.sum(), other.sum());
        List.of(other, copy, matrix).forEach(GlobalMatrix::close);
    }
}
