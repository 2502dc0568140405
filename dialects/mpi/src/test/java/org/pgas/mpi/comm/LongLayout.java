package org.pgas.mpi.comm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

import org.pgas.mpi.Datatype;

/**
 * Blocks of longs in an array, by a datatype: where each long lies, and what the array has beside them. As simple as it
 * can be; knows datatypes by how they were made.
 */
final class LongLayout {
    final Datatype type;
    final int count;
    private final long[] array;
    private final int offset;

    /** By block and long, where it lies. */
    private final int[][] places;

    private final long[] before;

    private LongLayout(Datatype type, int count, int[][] places, int offset, SplittableRandom random) {
        this.type = type;
        this.count = count;
        this.offset = offset;
        this.places = places;
        int length = offset + 1 + Arrays.stream(places).flatMapToInt(Arrays::stream).max().orElse(0);
        this.array = random.longs(length + random.nextInt(2)).toArray();
        for (int[] block : places) {
            for (int i = 0; i < block.length; i++) {
                block[i] += offset;
            }
        }
        this.before = array.clone();
    }

    /** {@code blocks} blocks of {@code longs} longs each, one behind the other, of a type that chance gives. */
    static LongLayout draw(int blocks, int longs, SplittableRandom random) {
        int kind = random.nextInt(4);
        Datatype type = switch (kind) {
            case 0 -> Datatype.LONG;
            case 1 -> Datatype.contiguous(longs, Datatype.LONG).commit();
            case 2 -> Datatype.vector(longs, 1, 2, Datatype.LONG).commit();
            default -> Datatype.indexedBlock(1, IntStream.range(0, longs).map(i -> longs - 1 - i).toArray(),
                    Datatype.LONG).commit();
        };
        int stride = kind == 2 ? Math.max(0, 2 * longs - 1) : longs;
        int[][] places = new int[blocks][longs];
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < longs; i++) {
                places[block][i] = block * stride + (kind == 2 ? 2 * i : kind == 3 ? longs - 1 - i : i);
            }
        }
        return new LongLayout(type, kind == 0 ? longs : 1, places, random.nextInt(3), random);
    }

    /** One block for each of {@code longs}, with gaps between them, as {@link #buffers} gives them. */
    static LongLayout draw(int[] longs, SplittableRandom random) {
        int[][] places = new int[longs.length][];
        int at = 0;
        for (int block = 0; block < longs.length; block++) {
            at += random.nextInt(3);
            int first = at;
            places[block] = IntStream.range(first, first + longs[block]).toArray();
            at += longs[block];
        }
        return new LongLayout(Datatype.LONG, 1, places, random.nextInt(3), random);
    }

    /** Blocks of {@code longs}, one right behind the other, of a type of {@code each} longs, which is given. */
    static LongLayout of(Datatype type, int[] places, int count, int blocks, SplittableRandom random) {
        int stride = (int) (type.extent() / Long.BYTES);
        int[][] all = new int[blocks][places.length * count];
        for (int block = 0; block < blocks; block++) {
            for (int i = 0; i < all[block].length; i++) {
                int element = i / places.length;
                all[block][i] = (block * count + element) * stride + places[i % places.length];
            }
        }
        return new LongLayout(type, count, all, random.nextInt(3), random);
    }

    /** The first block. */
    Buffer buffer() {
        return new Buffer(MemorySegment.ofArray(array), (long) Long.BYTES * offset, count, type);
    }

    /** All blocks, each with its own place; of the second form of {@link #draw}. */
    Buffers buffers(SplittableRandom random) {
        int[] counts = Arrays.stream(places).mapToInt(each -> each.length).toArray();
        int[] displacements = Arrays.stream(places).mapToInt(each -> each.length == 0 ? 0 : each[0]).toArray();
        MemorySegment memory = MemorySegment.ofArray(array);
        if (random.nextBoolean()) {
            return Buffers.of(memory, counts, displacements, Datatype.LONG);
        }
        long[] bytes = Arrays.stream(displacements).mapToLong(each -> 8L * each).toArray();
        Datatype[] types = new Datatype[counts.length];
        for (int block = 0; block < counts.length; block++) {
            if (random.nextBoolean()) {
                types[block] = Datatype.LONG;
            } else {
                types[block] = Datatype.contiguous(counts[block], Datatype.LONG).commit();
                counts[block] = 1;
            }
        }
        return Buffers.of(memory, counts, bytes, types);
    }

    long[] get(int block) {
        return Arrays.stream(places[block]).mapToLong(place -> array[place]).toArray();
    }

    /** What a block is to have at the end; what nothing is said of is to stay. */
    void expect(int block, long[] values) {
        for (int i = 0; i < values.length; i++) {
            before[places[block][i]] = values[i];
        }
    }

    void check(String what) {
        assertArrayEquals(before, array, what);
    }
}
