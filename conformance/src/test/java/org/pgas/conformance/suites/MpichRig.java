package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;

import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.Mpi;

/** What several of MPICH's cases need: data that tells where it is from, layouts, communicators, and tokens. */
final class MpichRig {
    private static final byte UNTOUCHED = 0x55;

    private MpichRig() {}

    static MemorySegment of(int... values) {
        return MemorySegment.ofArray(values);
    }

    /** Numbers that follow each other. */
    static int[] ints(int count, int first) {
        int[] values = new int[count];
        Arrays.setAll(values, i -> first + i);
        return values;
    }

    /** Bytes whose order and length show, of each salt others. */
    static byte[] bytes(int count, int salt) {
        byte[] data = new byte[count];
        for (int i = 0; i < count; i++) {
            data[i] = (byte) (i * 37 + (i >> 8) * 5 + salt * 11);
        }
        return data;
    }

    /** A message without data. */
    static void tell(Comm comm, int dest, int tag) {
        comm.send(null, 0, 0, Datatype.BYTE, dest, tag);
    }

    /** Waits for a message without data. */
    static void hear(Comm comm, int source, int tag) {
        comm.recv(null, 0, 0, Datatype.BYTE, source, tag);
    }

    /** The world, a copy of it, and one with the ranks in the reverse order. Collective. */
    static List<Comm> comms(Mpi mpi) {
        Comm world = mpi.world();
        return List.of(world, world.dup(), world.split(0, -world.rank()));
    }

    /** Elements of a datatype, with their place in memory. */
    record Layout(Datatype type, int count) {
        int bytes() {
            return (int) type.size() * count;
        }

        /** Memory for the elements and some bytes behind them. */
        MemorySegment memory() {
            long span = type.trueLowerBound() + type.trueExtent() + (count - 1) * type.extent();
            MemorySegment memory = MemorySegment.ofArray(new byte[(int) span + 32]);
            return memory.fill(UNTOUCHED);
        }

        /** Memory that has this data in the elements. */
        MemorySegment with(byte[] data) {
            MemorySegment memory = memory();
            type.unpack(MemorySegment.ofArray(data), 0, memory, count);
            return memory;
        }

        /** The elements are the data, and nothing else was touched. */
        void assertHolds(MemorySegment memory, byte[] data) {
            assertEquals(-1, memory.mismatch(with(data)), () -> "of " + count + " " + type);
        }
    }

    /** Several layouts of {@code ints} ints, a multiple of 4. */
    static List<Layout> layouts(int ints) {
        Datatype gap = Datatype.resized(Datatype.INT, 0, 12);
        Datatype pair = Datatype.struct(new int[]{1, 1}, new long[]{4, 12},
                new Datatype[]{Datatype.INT, Datatype.INT});
        int[] places = new int[ints / 2];
        Arrays.setAll(places, i -> 3 * (places.length - 1 - i));
        Datatype box = Datatype.subarray(new int[]{ints / 4, 3, 4}, new int[]{ints / 4, 2, 2}, new int[]{0, 1, 1},
                Datatype.INT);
        return List.of(new Layout(Datatype.INT, ints),
                new Layout(Datatype.contiguous(2, Datatype.INT).commit(), ints / 2),
                new Layout(gap.commit(), ints),
                new Layout(Datatype.vector(ints, 1, 2, Datatype.INT).commit(), 1),
                new Layout(Datatype.hvector(ints / 4, 4, 28, Datatype.INT).commit(), 1),
                new Layout(Datatype.indexedBlock(2, places, Datatype.INT).commit(), 1),
                new Layout(pair.commit(), ints / 2),
                new Layout(Datatype.contiguous(2, Datatype.vector(2, 1, 2, Datatype.INT)).commit(), ints / 4),
                new Layout(box.commit(), 1));
    }
}
