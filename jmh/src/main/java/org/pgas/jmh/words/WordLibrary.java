package org.pgas.jmh.words;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;

import org.pgas.Job;

/** The library that performs the operations. */
public enum WordLibrary {
    /** This library, in the segment of rank 0. */
    PGAS("pgas", true),
    /** The JDK alone: a {@code VarHandle} over a mapped {@code MemorySegment}. */
    VAR_HANDLE("VarHandle", true),
    /** Agrona's {@code UnsafeBuffer} over a mapped buffer. */
    AGRONA("Agrona", true),
    /** Chronicle's {@code MappedBytesStore}. */
    CHRONICLE("Chronicle Bytes", true),
    /** {@code AtomicLong} and its array, on the heap. */
    ATOMIC_LONG("AtomicLong", false),
    /** {@code LongAdder}, on the heap: an addition fetches nothing, a get is the sum. */
    LONG_ADDER("LongAdder", false);

    private final String title;
    private final boolean betweenProcesses;

    WordLibrary(String title, boolean betweenProcesses) {
        this.title = title;
        this.betweenProcesses = betweenProcesses;
    }

    String title() {
        return title;
    }

    boolean isBetweenProcesses() {
        return betweenProcesses;
    }

    /** What it can do to words that lie so. */
    Set<Operation> operations(Layout layout) {
        if (this != LONG_ADDER) {
            return EnumSet.allOf(Operation.class);
        }
        // its cells are padded by itself, wherever it lies
        return layout == Layout.ONE_WORD ? EnumSet.of(Operation.FETCH_ADD, Operation.GET)
                : EnumSet.noneOf(Operation.class);
    }

    /** The words of both workers, as this process sees them: of the job, of a file, or on the heap. */
    AtomicWord[] open(Supplier<Job> job, Path file, Layout layout) {
        return switch (this) {
            case PGAS -> PgasWord.open(job.get(), layout);
            case VAR_HANDLE -> VarHandleWord.open(file, layout);
            case AGRONA -> AgronaWord.open(file, layout);
            case CHRONICLE -> ChronicleWord.open(file, layout);
            case ATOMIC_LONG -> HeapWords.atomicLongs(layout);
            case LONG_ADDER -> HeapWords.longAdder();
        };
    }
}
