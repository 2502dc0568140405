package org.pgas.conformance.suites;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.suites.MpichRig.bytes;
import static org.pgas.conformance.suites.MpichRig.ints;
import static org.pgas.conformance.suites.MpichRig.layouts;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.pgas.Job;
import org.pgas.conformance.AcrossNeighbourhoods;
import org.pgas.conformance.suites.MpichRig.Layout;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.comm.Comm;
import org.pgas.mpi.comm.MessageRequest;
import org.pgas.mpi.comm.Mpi;
import org.pgas.mpi.comm.Requests;
import org.pgas.mpi.comm.Status;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** Messages of datatypes: the cases of MPICH's programs about what arrives, and how much of it. */
@RankDefaults(ranks = 2, segment = "64k")
@AcrossNeighbourhoods
class MpichTypedMessageTest {
    private static final Datatype[] TWO_INTS = {Datatype.INT, Datatype.INT};

    /** Several large receives with gaps at once, of what is sent without. */
    @SuiteCase(suite = "MPICH datatype", programs = "concurrent_irecv")
    @RankTest(ranks = 3)
    void shouldReceiveSeveralLargeVectorsAtOnce(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int blocks = 4;
        int length = 10_000;
        Layout vector = new Layout(Datatype.hvector(blocks, length, 8L * (length + 1), Datatype.DOUBLE).commit(), 1);
        if (world.rank() == 0) {
            MemorySegment[] got = {vector.memory(), vector.memory()};
            Requests.awaitAll(world.irecv(got[0], 0, 1, vector.type(), 1, 111),
                    world.irecv(got[1], 0, 1, vector.type(), 2, 111));
            vector.assertHolds(got[0], bytes(vector.bytes(), 1));
            vector.assertHolds(got[1], bytes(vector.bytes(), 2));
        } else {
            world.send(MemorySegment.ofArray(bytes(vector.bytes(), world.rank())), 0, blocks * length,
                    Datatype.DOUBLE, 0, 111);
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"get_elements", "get_elements_pairtype"})
    @RankTest(ranks = 1)
    void shouldCountTheElementsOfWhatCame(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm self = mpi.self();
        Datatype struct = Datatype.struct(new int[]{1, 1, 1}, new long[]{0, 2, 8},
                new Datatype[]{Datatype.SHORT, Datatype.SHORT, Datatype.INT});
        Layout one = new Layout(Datatype.contiguous(1, struct).commit(), 1);
        MemorySegment got = one.memory();
        Status status = new Status();
        self.sendRecv(one.with(bytes(8, 1)), 0, 1, one.type(), 0, 0, got, 0, 1, one.type(), 0, 0, status);
        one.assertHolds(got, bytes(8, 1));
        assertEquals(3, status.elements(one.type()));
        assertEquals(1, status.count(one.type()));
        // a double, an int, and a double: one and a half pairs
        Layout three = new Layout(Datatype.struct(new int[]{1, 1, 1}, new long[]{0, 8, 16},
                new Datatype[]{Datatype.DOUBLE, Datatype.INT, Datatype.DOUBLE}).commit(), 1);
        Layout pairs = new Layout(Datatype.DOUBLE_INT, 2);
        got = pairs.memory();
        self.sendRecv(three.with(bytes(20, 2)), 0, 1, three.type(), 0, 0, got, 0, 2, pairs.type(), 0, 0, status);
        assertEquals(3, status.elements(pairs.type()));
        assertEquals(Mpi.UNDEFINED, status.count(pairs.type()));
        assertEquals(-1, got.asSlice(0, 24).mismatch(three.with(bytes(20, 2)).asSlice(0, 24)));
        mpi.finish();
    }

    /** A part of a struct is no whole number of it, and some number of elements, or none if one of these is cut. */
    @SuiteCase(suite = "MPICH datatype", programs = "getpartelm")
    @RankTest
    void shouldCountTheElementsOfAPart(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Datatype bytes = Datatype.struct(new int[]{1, 100}, new long[]{0, 4},
                new Datatype[]{Datatype.INT, Datatype.INT8}).commit();
        Datatype numbers = Datatype.struct(new int[]{1, 25}, new long[]{0, 4}, TWO_INTS).commit();
        for (int sent : new int[]{4, 7, 8, 104}) {
            if (world.rank() == 0) {
                Datatype part = Datatype.struct(new int[]{1, sent - 4}, new long[]{0, 4},
                        new Datatype[]{Datatype.INT, Datatype.INT8}).commit();
                world.send(MemorySegment.ofArray(bytes(104, sent)), 0, 1, part, 1, sent);
            } else {
                byte[] got = new byte[104];
                Status status = new Status();
                world.recv(MemorySegment.ofArray(got), 0, 1, bytes, 0, sent, status);
                assertArrayEquals(Arrays.copyOf(bytes(104, sent), sent), Arrays.copyOf(got, sent));
                assertEquals(sent == 104 ? 1 : Mpi.UNDEFINED, status.count(bytes));
                assertEquals(sent - 3, status.elements(bytes));
                assertEquals(sent % 4 == 0 ? sent / 4 : Mpi.UNDEFINED, status.elements(numbers));
                assertEquals(sent % 4 == 0 ? sent / 4 : Mpi.UNDEFINED, status.count(Datatype.INT));
            }
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"hindexed_zeros", "zeroparms"})
    @RankTest(ranks = 1)
    void shouldSendAndReceiveTypesWithoutData(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm self = mpi.self();
        for (Datatype type : List.of(
                Datatype.hindexed(new int[]{0, 0, 0}, new long[]{0, 4, 16}, Datatype.INT),
                Datatype.hvector(0, 1, 10, Datatype.DOUBLE),
                Datatype.indexed(new int[0], new int[0], Datatype.DOUBLE))) {
            type.commit();
            MessageRequest receive = self.irecv(null, 0, 2, type, 0, 0);
            self.send(null, 0, 1, type, 0, 0);
            Status status = new Status();
            receive.await(status);
            assertEquals(0, status.source());
            assertEquals(0, status.count(type));
            assertEquals(0, status.elements(type));
            int[] untouched = {1, 2};
            MemorySegment memory = MemorySegment.ofArray(untouched);
            self.sendRecv(memory, 0, 1, type, 0, 0, memory, 0, 0, type, 0, 0, status);
            assertArrayEquals(new int[]{1, 2}, untouched);
        }
        mpi.finish();
    }

    private static List<Layout> manyLayouts() {
        List<Layout> all = new ArrayList<>(layouts(20));
        for (Datatype type : List.of(Datatype.BYTE, Datatype.INT8, Datatype.UINT8, Datatype.BOOLEAN, Datatype.CHAR,
                Datatype.SHORT, Datatype.UINT16, Datatype.UINT32, Datatype.LONG, Datatype.UINT64, Datatype.FLOAT,
                Datatype.DOUBLE, Datatype.FLOAT_COMPLEX, Datatype.DOUBLE_COMPLEX, Datatype.FLOAT_INT,
                Datatype.DOUBLE_INT, Datatype.LONG_INT, Datatype.SHORT_INT, Datatype.TWO_INT)) {
            all.add(new Layout(type, 10));
            all.add(new Layout(Datatype.vector(10, 1, 10, type).commit(), 3));
        }
        return all;
    }

    /** From where the type says, or from elsewhere: an offset in the type is one of the memory. */
    @SuiteCase(suite = "MPICH datatype", programs = {"sendrecvt2", "sendrecvt4"})
    @RankTest
    void shouldSendAndReceiveEveryType(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        int tag = 0;
        for (Layout layout : manyLayouts()) {
            byte[] data = bytes(layout.bytes(), tag);
            int offset = 48;
            Datatype moved = Datatype.hindexed(new int[]{layout.count()}, new long[]{offset}, layout.type()).commit();
            Status status = new Status();
            if (world.rank() == 0) {
                MemorySegment memory = layout.with(data);
                world.send(memory, 0, layout.count(), layout.type(), 1, tag);
                MemorySegment larger = MemorySegment.ofArray(new byte[(int) memory.byteSize() + offset]);
                MemorySegment.copy(memory, 0, larger, offset, memory.byteSize());
                world.send(larger, 0, 1, moved, 1, tag);
            } else {
                MemorySegment got = layout.memory();
                world.recv(got, 0, layout.count(), layout.type(), 0, tag, status);
                layout.assertHolds(got, data);
                assertEquals(layout.count(), status.count(layout.type()));
                MemorySegment fresh = layout.memory();
                MemorySegment larger = MemorySegment.ofArray(new byte[(int) fresh.byteSize() + offset]);
                MemorySegment.copy(fresh, 0, larger, offset, fresh.byteSize());
                world.recv(larger, 0, 1, moved, 0, tag, status);
                layout.assertHolds(larger.asSlice(offset), data);
                assertEquals(1, status.count(moved));
            }
            tag++;
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH datatype", programs = {"struct_ezhov", "dataalign"})
    @RankTest(ranks = {1, 2})
    void shouldSendManyStructsWithGaps(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        Datatype wide = Datatype.resized(Datatype.struct(new int[]{83, 1}, new long[]{0, 336}, TWO_INTS), 0, 340)
                .commit();
        Datatype small = Datatype.struct(new int[]{1, 1}, new long[]{0, 4},
                new Datatype[]{Datatype.INT, Datatype.INT8}).commit();
        int other = world.size() - 1 - world.rank();
        for (Layout layout : List.of(new Layout(wide, 1), new Layout(wide, 500), new Layout(small, 10),
                new Layout(Datatype.contiguous(10, small).commit(), 1), new Layout(small, 20_000))) {
            MessageRequest send = world.isend(layout.with(bytes(layout.bytes(), world.rank())), 0, layout.count(),
                    layout.type(), other, 4);
            MemorySegment got = layout.memory();
            world.recv(got, 0, layout.count(), layout.type(), other, 4);
            send.await();
            layout.assertHolds(got, bytes(layout.bytes(), other));
        }
        mpi.finish();
    }

    @SuiteCase(suite = "MPICH datatype", programs = "subarray")
    @RankTest
    void shouldSendAPartOfAnArray(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int size : new int[]{8, 40}) {
            Datatype part = Datatype.subarray(new int[]{size, size, size}, new int[]{size / 2, size / 4, size - 3},
                    new int[]{size / 2, 1, 2}, Datatype.INT).commit();
            int length = size * size * size;
            if (world.rank() == 0) {
                world.send(MemorySegment.ofArray(ints(length, 0)), 0, 1, part, 1, 0);
            } else {
                int[] got = new int[length];
                Arrays.fill(got, -1);
                world.recv(MemorySegment.ofArray(got), 0, 1, part, 0, 0);
                for (int i = 0; i < length; i++) {
                    int plane = i / size / size;
                    int row = i / size % size;
                    int column = i % size;
                    boolean isIn = plane >= size / 2 && row >= 1 && row < 1 + size / 4 && column >= 2
                            && column < size - 1;
                    assertEquals(isIn ? i : -1, got[i], "int " + i);
                }
            }
        }
        mpi.finish();
    }

    /** The receive is there, its type is freed, and many others are made, before the message comes. */
    @SuiteCase(suite = "MPICH datatype", programs = "tfree")
    @RankTest
    void shouldReceiveByATypeThatWasFreed(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (int count : new int[]{128, 20_000}) {
            if (world.rank() == 1) {
                Datatype strided = Datatype.vector(count, 1, 8, Datatype.INT).commit();
                int[] got = new int[8 * count];
                MessageRequest receive = world.irecv(MemorySegment.ofArray(got), 0, 1, strided, 0, 0);
                strided.free();
                for (int i = 0; i < 100; i++) {
                    Datatype.vector(count, 1, 1, Datatype.INT).commit();
                }
                world.collectives().barrier();
                receive.await();
                for (int i = 0; i < got.length; i++) {
                    assertEquals(i % 8 == 0 ? i / 8 + 5 : 0, got[i]);
                }
            } else {
                world.collectives().barrier();
                world.send(MemorySegment.ofArray(ints(count, 5)), 0, count, Datatype.INT, 1, 0);
            }
        }
        mpi.finish();
    }

    /** Ints with room behind them, and before them. */
    @SuiteCase(suite = "MPICH datatype", programs = {"tresized", "tresized2"})
    @RankTest
    void shouldSendElementsWithRoomAroundThem(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm world = mpi.world();
        for (Datatype spaced : List.of(Datatype.resized(Datatype.INT, 0, 12).commit(),
                Datatype.resized(Datatype.INT, -4, 12).commit())) {
            for (int count = 1; count < 30_000; count *= 5) {
                if (world.rank() == 0) {
                    int[] spread = new int[3 * count];
                    for (int i = 0; i < count; i++) {
                        spread[3 * i] = i + 1;
                    }
                    world.send(MemorySegment.ofArray(spread), 0, count, spaced, 1, 0);
                    world.send(MemorySegment.ofArray(spread), 0, count, spaced, 1, 1);
                } else {
                    int[] got = new int[3 * count];
                    world.recv(MemorySegment.ofArray(got), 0, count, Datatype.INT, 0, 0);
                    assertArrayEquals(ints(count, 1), Arrays.copyOf(got, count));
                    Arrays.fill(got, -1);
                    world.recv(MemorySegment.ofArray(got), 0, count, spaced, 0, 1);
                    for (int i = 0; i < got.length; i++) {
                        assertEquals(i % 3 == 0 ? i / 3 + 1 : -1, got[i]);
                    }
                }
            }
        }
        mpi.finish();
    }

    /** What is contiguous, by a type that takes the second half first. */
    @SuiteCase(suite = "MPICH datatype", programs = "unusual_noncontigs")
    @RankTest(ranks = 1)
    void shouldSendInTheOrderOfTheType(Job job) {
        Mpi mpi = Mpi.of(job);
        Comm self = mpi.self();
        Datatype swapped = Datatype.struct(new int[]{1, 1}, new long[]{4, 0}, TWO_INTS).commit();
        // the second int lies before the place that the type begins at
        Datatype before = Datatype.struct(new int[]{1, 1}, new long[]{0, -4}, TWO_INTS).commit();
        for (Datatype type : List.of(swapped, before)) {
            long offset = type == swapped ? 8 : 12;
            int[] got = {-1, -1, -1, -1, -1, -1};
            MessageRequest receive = self.irecv(MemorySegment.ofArray(got), 4, 4, Datatype.INT, 0, 0);
            self.send(MemorySegment.ofArray(ints(8, 0)), offset, 2, type, 0, 0);
            receive.await();
            assertArrayEquals(new int[]{-1, 3, 2, 5, 4, -1}, got);
            Arrays.fill(got, -1);
            receive = self.irecv(MemorySegment.ofArray(got), offset - 4, 2, type, 0, 0);
            self.send(MemorySegment.ofArray(ints(4, 10)), 0, 4, Datatype.INT, 0, 0);
            receive.await();
            assertArrayEquals(new int[]{-1, 11, 10, 13, 12, -1}, got);
        }
        mpi.finish();
    }
}
