package org.pgas.conformance.suites;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

import org.pgas.Job;
import org.pgas.Team;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.mpi.comm.Comm;

/** Windows over each kind of memory that the programs make them of, their ints, and messages without data. */
final class SuiteWindows {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

    private static final MemorySegment NOTHING = MemorySegment.ofArray(new byte[0]);

    private SuiteWindows() {}

    /**
     * Three windows, one after the other, of zeros: made over an array, over memory of MPI_Alloc_mem, and with memory
     * of their own. Collective.
     *
     * @param bytes of this rank's part
     */
    static void onEach(Job job, long bytes, int unit, Consumer<Window> body) {
        Window array = Window.create(job.world(), MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]), unit);
        body.accept(array);
        array.free();
        WindowMemory memory = WindowMemory.allocate(job, bytes);
        Window created = Window.create(job.world(), memory.memory(), unit);
        body.accept(created);
        created.free();
        memory.free();
        Window allocated = Window.allocate(job.world(), bytes, unit);
        body.accept(allocated);
        allocated.free();
    }

    /** The members of the caller's neighbourhood, in their order. Collective. Source: MPI_COMM_TYPE_SHARED. */
    static Team neighbourhood(Job job) {
        return job.world().split(job.position().neighbourhood(), job.rank());
    }

    static int right(Window window) {
        return (window.rank() + 1) % window.size();
    }

    static int left(Window window) {
        return (window.rank() + window.size() - 1) % window.size();
    }

    static MemorySegment of(int... values) {
        return MemorySegment.ofArray(values);
    }

    /** Numbers of a function of their indices. */
    static int[] ints(int count, IntUnaryOperator value) {
        int[] ints = new int[count];
        Arrays.setAll(ints, value);
        return ints;
    }

    /** What is in this rank's part. */
    static int[] ints(Window window) {
        return window.memory().toArray(INT);
    }

    static int intAt(Window window, int index) {
        return window.memory().getAtIndex(INT, index);
    }

    /** Stores numbers of a function of their indices in all of this rank's part. */
    static void store(Window window, IntUnaryOperator value) {
        for (int i = 0; i < window.memory().byteSize() / Integer.BYTES; i++) {
            window.memory().setAtIndex(INT, i, value.applyAsInt(i));
        }
    }

    /** An empty message. */
    static void tell(Comm comm, int dest, int tag) {
        comm.send(NOTHING, 0, 0, Datatype.BYTE, dest, tag);
    }

    /** Waits for an empty message. */
    static void hear(Comm comm, int source, int tag) {
        comm.recv(NOTHING, 0, 0, Datatype.BYTE, source, tag);
    }
}
