package org.pgas.far;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.memory.SharedMemory;
import org.pgas.message.PayloadCore;
import org.pgas.wait.Doorbell;

/**
 * A step as the owner of the memory sees it: which, where, for which rank, and what goes back. Used again, by the
 * handler that runs.
 */
public final class FarStep {
    /** Two numbers in front of the data. */
    static final int HEAD_BYTES = 2 * Long.BYTES;

    private static final long ALIGNMENT = 64;

    private final Doorbell doorbell;
    private final int ranks;
    private final int mostBytes;

    private int code;
    private int source;
    private long offset;
    private long base;
    private long room;
    private long word;
    private long self;
    private long first;
    private long second;
    private long data;
    private int dataBytes;

    /** Where data that go back are; null until there were some. */
    private MemorySegment back;

    private int backBytes;

    FarStep(Doorbell doorbell, int ranks, int mostBytes) {
        this.doorbell = doorbell;
        this.ranks = ranks;
        this.mostBytes = mostBytes;
    }

    /** At that offset of memory of so many bytes. */
    void at(long memory, long bytes, long at) {
        offset = at;
        base = memory + at;
        room = bytes - at;
    }

    /** There. */
    void begin(int newCode, int newSource, long newWord, long newSelf, PayloadCore payload) {
        code = newCode;
        source = newSource;
        word = newWord;
        self = newSelf;
        first = payload.getLong(0);
        second = payload.getLong(Long.BYTES);
        data = payload.address() + HEAD_BYTES;
        dataBytes = payload.bytes() - HEAD_BYTES;
        backBytes = 0;
    }

    /** Which step of its module. */
    public int code() {
        return code;
    }

    /** The job rank that asks. */
    public int source() {
        return source;
    }

    /** Where the place is in the segment, or in the rank's part of the area. */
    public long offset() {
        return offset;
    }

    /** The address of the place. */
    public long base() {
        return base;
    }

    /** Bytes from there on. */
    public long room() {
        return room;
    }

    /** What the asking rank takes the structure there to be. */
    public long word() {
        return word;
    }

    /** The thread that asks, as locks know it. */
    public long self() {
        return self;
    }

    public long first() {
        return first;
    }

    public long second() {
        return second;
    }

    /** The address of data that came along. */
    public long data() {
        return data;
    }

    public int dataBytes() {
        return dataBytes;
    }

    /** Data that can go back. */
    public int mostBytes() {
        return mostBytes;
    }

    /** Where to write data that are to go back, at most {@link #mostBytes}. */
    public MemorySegment memory(int bytes) {
        if (back == null) {
            back = Arena.ofAuto().allocate(mostBytes, ALIGNMENT);
        }
        backBytes = bytes;
        return back;
    }

    /** Has numbers go back as data. */
    public void answer(long... numbers) {
        MemorySegment.copy(numbers, 0, memory(Long.BYTES * numbers.length), ValueLayout.JAVA_LONG, 0, numbers.length);
    }

    /** Nothing is to go back. */
    void end() {
        backBytes = 0;
    }

    MemorySegment back() {
        return backBytes == 0 ? SharedMemory.everything() : back;
    }

    int backBytes() {
        return backBytes;
    }

    /** Wakes a rank that may wait for what the step has done; no number of one: nobody. Ranks elsewhere look anew. */
    public void ring(int jobRank) {
        if (jobRank >= 0 && jobRank < ranks && doorbell.hasSleepers()) {
            doorbell.ring(jobRank);
        }
    }

    /** As {@link #ring}, of every rank. */
    public void ringAll() {
        for (int rank = 0; rank < ranks && doorbell.hasSleepers(); rank++) {
            doorbell.ring(rank);
        }
    }
}
