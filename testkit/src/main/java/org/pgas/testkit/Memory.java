package org.pgas.testkit;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.pgas.Job;

/** What the ranks of a {@link RankTest} attach. */
public enum Memory {
    /** A segment that all ranks map. */
    MAPPED("mapped"),
    /** Client memory: an array. Its bytes have no alignment that a program could count on. */
    ARRAY("array"),
    /** Client memory: private native memory. */
    NATIVE("native");

    private final String text;

    Memory(String text) {
        this.text = text;
    }

    /** Attaches that many bytes. Collective. */
    void attach(Job job, long bytes) {
        switch (this) {
            case MAPPED -> job.attach(bytes);
            case ARRAY -> job.attach(MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]));
            case NATIVE -> job.attach(Arena.ofAuto().allocate(bytes, Long.BYTES));
        }
    }

    /** In lower case, as in display names. */
    @Override
    public String toString() {
        return text;
    }
}
