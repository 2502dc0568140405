package org.pgas.place;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;

import org.pgas.AccumulateType;
import org.pgas.DataType;
import org.pgas.GlobalPointer;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.lend.Offer;
import org.pgas.lend.Offers;
import org.pgas.memory.ScaledAdd;
import org.pgas.memory.SharedMemory;
import org.pgas.message.PayloadCore;
import org.pgas.rank.ThisRank;
import org.pgas.regions.CopyPlan;
import org.pgas.regions.RegionFragment;
import org.pgas.spi.OneSidedTransfers;
import org.pgas.wait.Serving;

/**
 * Memory of the program's own that is a segment of this rank, and that no other rank maps: an array, or native memory.
 * Its owner reaches it here, for itself and for its peers. Or a mapped segment, which its owner reaches here for peers
 * that do not map it.
 *
 * <p>Any thread. Naturally aligned words of 1, 2, 4 and 8 bytes do not tear where the memory has that alignment. For
 * peers they never tear: this rank carries out the accesses of peers one after another.
 *
 * <p>Atomic operations and accumulates hold this object's monitor, for about a microsecond, whichever rank asks for
 * them: so they exclude each other on memory of any kind, an array of bytes too, where no instruction of the processor
 * would; each sees what was done before the one it follows. Transfers do not hold it, and what they write at the same
 * time may be lost. Those on a mapped segment exclude neighbours' as well ({@link MappedUpdates}).
 */
public final class ClientMemory {
    // field                   writer                         reader    order
    // words that are updated  handlers, the owner's threads  the same  monitor of this; release fence before the store,
    //                                                                  acquire fence after the load

    /** What an accumulate adds before it lets others in. */
    private static final int STAGED_BYTES = RunBatch.MOST_BYTES;

    private static final int CACHE_LINE_BYTES = 64;

    private final ThisRank self;
    private final Offers offers;
    private final Serving serving;
    private final MemorySegment memory;

    /**
     * Where accumulates add, a piece of the target and after it one of the source: an array has no address, and an
     * arena may be closed by mistake at any time, which only copies between segments survive. Null until there is one.
     * Guarded by {@code this}.
     */
    private MemorySegment staging;

    /** Null when peers reach it by messages only. */
    private final Offer offer;

    /** The updates of a mapped segment; else null. */
    private final MappedUpdates mapped;

    /** Whether devices may reach it. */
    private final boolean isForDevices;

    /** Held while a key is made, which takes long. */
    private final Object keyLock = new Object();

    /** These are guarded by {@link #keyLock}; null where devices do not reach it. */
    private byte[] key;
    private OneSidedTransfers devices;
    private boolean isEnded;

    /** {@code slot} of its segment; 0 in the attach. */
    ClientMemory(ThisRank self, Offers offers, Serving serving, MemorySegment memory, int slot) {
        this.self = self;
        this.offers = offers;
        this.serving = serving;
        this.memory = memory;
        this.offer = offers.make(memory, slot);
        mapped = null;
        isForDevices = false;
        serving.begin();
    }

    /**
     * The memory of a mapped segment, for peers that do not map it.
     *
     * @param isForDevices false of a file's memory: the system does not see what a device writes, and would not keep it
     */
    ClientMemory(ThisRank self, Serving serving, MemorySegment memory, boolean isForDevices) {
        this.self = self;
        this.offers = null;
        this.serving = serving;
        this.memory = memory;
        this.offer = null;
        mapped = new MappedUpdates(self, memory.address(), memory.byteSize());
        this.isForDevices = isForDevices;
        serving.begin();
    }

    Offer offer() {
        return offer;
    }

    /**
     * The key by which devices reach it, the same each time; null of memory that is not mapped, of a file's, and where
     * there is none.
     */
    public byte[] key(OneSidedTransfers by) {
        if (!isForDevices || memory.byteSize() == 0) {
            return null;
        }
        synchronized (keyLock) {
            if (key == null && !isEnded) {
                key = by.register(memory.address(), memory.byteSize());
                devices = by;
            }
            return key;
        }
    }

    /** Its memory may go then. */
    private void endKey() {
        synchronized (keyLock) {
            isEnded = true;
            if (key != null) {
                devices.deregister(key);
                key = null;
            }
        }
    }

    /** Returns when no peer is at it by itself any more. */
    void end() {
        endKey();
        if (offers != null) {
            offers.end(offer);
        }
        serving.end();
    }

    /** Why {@code call} may not take this memory, or null when it may. */
    static PgasException refusal(ThisRank self, String call, MemorySegment memory) {
        String why;
        if (memory == null) {
            why = "no memory was given (null): give a segment, of 0 bytes if need be";
        } else if (!memory.scope().isAlive()) {
            why = "the arena of the memory is closed already";
        } else if (memory.isReadOnly()) {
            why = "the memory is read-only, and peers may write to what is attached: give a segment that can be "
                    + "written";
        } else if (!memory.isAccessibleBy(new Thread())) {
            why = "the memory is confined to one thread, and any thread of this rank may have to serve its peers: "
                    + "allocate it in a shared, automatic or global arena, or give an array";
        } else if (memory.byteSize() > GlobalPointer.MAX_SEGMENT_BYTES) {
            why = memory.byteSize() + " bytes: legal are 0 to " + GlobalPointer.MAX_SEGMENT_BYTES;
        } else {
            return null;
        }
        return self.refusals().bad(call, why);
    }

    public MemorySegment segment() {
        return memory;
    }

    /** Whether it is a mapped segment, which neighbours reach by themselves. */
    public boolean isMapped() {
        return mapped != null;
    }

    public void put(long offset, MemorySegment source, long sourceOffset, long bytes) {
        try {
            SharedMemory.copy(source, sourceOffset, memory, offset, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    public void get(MemorySegment target, long targetOffset, long offset, long bytes) {
        try {
            SharedMemory.copy(memory, offset, target, targetOffset, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Takes over the payload of a message. */
    public void put(long offset, PayloadCore payload) {
        try {
            payload.copyTo(0, memory, offset, payload.bytes());
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Copies to regions relative to {@code offset}. */
    public void put(CopyPlan plan, MemorySegment source, long sourceOffset, long offset) {
        try {
            plan.copy(source, sourceOffset, memory, offset);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Copies from regions relative to {@code offset}. */
    public void get(CopyPlan plan, long offset, MemorySegment target, long targetOffset) {
        try {
            plan.copy(memory, offset, target, targetOffset);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Unpacks a fragment's data. */
    public void put(RegionFragment fragment) {
        long data = fragment.data();
        try {
            for (; fragment.next(); data += fragment.length()) {
                unpack(data, fragment.offset(), fragment.length());
            }
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Packs what a fragment covers to {@code address}, which is memory of the library's own. */
    public void get(RegionFragment fragment, long address) {
        long data = address;
        try {
            for (; fragment.next(); data += fragment.length()) {
                pack(fragment.offset(), data, fragment.length());
            }
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    private void unpack(long data, long offset, long bytes) {
        if (bytes == Long.BYTES) {
            memory.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, SharedMemory.getLong(data));
        } else {
            SharedMemory.copyOut(data, memory, offset, bytes);
        }
    }

    private void pack(long offset, long data, long bytes) {
        if (bytes == Long.BYTES) {
            SharedMemory.putLong(data, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
        } else {
            SharedMemory.copyIn(memory, offset, data, bytes);
        }
    }

    public void fill(long offset, byte value, long bytes) {
        try {
            SharedMemory.fill(memory, offset, value, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Puts the low-order {@code bytes} (1..8) of {@code value}, after everything this thread did before. */
    public void putValue(long offset, long value, int bytes) {
        SharedMemory.releaseFence();
        try {
            store(memory, offset, value, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    /** Stores the low {@code bytes} (1..8) of {@code value}; 1, 2, 4 or 8 aligned ones by one store. */
    public static void store(MemorySegment target, long offset, long value, int bytes) {
        switch (bytes) {
            case 1 -> target.set(ValueLayout.JAVA_BYTE, offset, (byte) value);
            case 2 -> target.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset, (short) value);
            case 4 -> target.set(ValueLayout.JAVA_INT_UNALIGNED, offset, (int) value);
            case 8 -> target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value);
            default -> {
                for (int i = 0; i < bytes; i++) {
                    target.set(ValueLayout.JAVA_BYTE, offset + SharedMemory.placeOfByte(i, bytes),
                            (byte) (value >>> 8 * i));
                }
            }
        }
    }

    /** Gets {@code bytes} (1..8) bytes, zero-extended, before everything this thread does afterwards. */
    public long getValue(long offset, int bytes) {
        try {
            long value = switch (bytes) {
                case 1 -> memory.get(ValueLayout.JAVA_BYTE, offset) & 0xFFL;
                case 2 -> memory.get(ValueLayout.JAVA_SHORT_UNALIGNED, offset) & 0xFFFFL;
                case 4 -> memory.get(ValueLayout.JAVA_INT_UNALIGNED, offset) & 0xFFFF_FFFFL;
                case 8 -> memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset);
                default -> oddValue(offset, bytes);
            };
            SharedMemory.acquireFence();
            return value;
        } catch (IllegalStateException e) {
            throw closed(e);
        }
    }

    private long oddValue(long offset, int bytes) {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value |= (memory.get(ValueLayout.JAVA_BYTE, offset + SharedMemory.placeOfByte(i, bytes)) & 0xFFL) << 8 * i;
        }
        return value;
    }

    /** Applies an operation; answers the value before, numbers of 4 bytes sign-extended. */
    public long atomic(long offset, DataType type, Opcode opcode, long operand1, long operand2) {
        return mapped != null ? mapped.atomic(offset, type, opcode, operand1, operand2)
                : atomicHere(offset, type, opcode, operand1, operand2);
    }

    private synchronized long atomicHere(long offset, DataType type, Opcode opcode, long operand1, long operand2) {
        int bytes = type.bytes();
        long before = getValue(offset, bytes);
        if (bytes == Integer.BYTES) {
            before = (int) before;
        }
        long after = opcode.result(type, before, operand1, operand2);
        if (after != before) {
            putValue(offset, after, bytes);
        }
        return before;
    }

    /** Adds the elements in the payload of a message, scaled. */
    public void accumulate(long offset, AccumulateType type, long scale, long imaginary, PayloadCore source) {
        accumulate(offset, type, scale, imaginary, source.address(), source.bytes());
    }

    private void accumulate(long offset, AccumulateType type, long scale, long imaginary, long source, long bytes) {
        for (long done = 0; done < bytes; done += STAGED_BYTES) {
            add(offset + done, type, scale, imaginary, source + done, (int) Math.min(STAGED_BYTES, bytes - done));
        }
    }

    /** Adds a fragment's elements, scaled; each range is whole elements. {@code batch} is the caller's own. */
    public void accumulate(RegionFragment fragment, RunBatch batch, AccumulateType type, long scale, long imaginary) {
        long data = fragment.data();
        batch.clear();
        while (fragment.next()) {
            if (mapped == null && batch.take(fragment.offset(), fragment.length())) {
                continue;
            }
            data += add(batch, type, scale, imaginary, data);
            if (mapped != null || !batch.take(fragment.offset(), fragment.length())) {
                accumulate(fragment.offset(), type, scale, imaginary, data, fragment.length());
                data += fragment.length();
            }
        }
        add(batch, type, scale, imaginary, data);
    }

    /** Empties the batch; says how many bytes it had. */
    private synchronized int add(RunBatch batch, AccumulateType type, long scale, long imaginary, long source) {
        int bytes = batch.bytes();
        MemorySegment stage = staging();
        try {
            long at = stage.address();
            for (int run = 0; run < batch.runs(); run++) {
                pack(batch.offset(run), at, batch.length(run));
                at += batch.length(run);
            }
            ScaledAdd.add(type, source, stage.address(), bytes / type.bytes(), scale, imaginary);
            at = stage.address();
            for (int run = 0; run < batch.runs(); run++) {
                unpack(at, batch.offset(run), batch.length(run));
                at += batch.length(run);
            }
        } catch (IllegalStateException e) {
            throw closed(e);
        } finally {
            batch.clear();
            Reference.reachabilityFence(stage);
        }
        return bytes;
    }

    /** Adds {@code bytes} of elements, scaled; by the owner. */
    public void accumulate(long offset, AccumulateType type, long scale, long imaginary, MemorySegment source,
            long sourceOffset, long bytes) {
        for (long done = 0; done < bytes; done += STAGED_BYTES) {
            int piece = (int) Math.min(STAGED_BYTES, bytes - done);
            synchronized (this) {
                MemorySegment stage = staging();
                MemorySegment.copy(source, sourceOffset + done, stage, STAGED_BYTES, piece);
                add(offset + done, type, scale, imaginary, stage.address() + STAGED_BYTES, piece);
            }
        }
    }

    private synchronized void add(long offset, AccumulateType type, long scale, long imaginary, long source,
            int bytes) {
        MemorySegment stage = staging();
        if (mapped != null) {
            mapped.lock(offset, bytes);
        }
        try {
            MemorySegment.copy(memory, offset, stage, 0, bytes);
            ScaledAdd.add(type, source, stage.address(), bytes / type.bytes(), scale, imaginary);
            MemorySegment.copy(stage, 0, memory, offset, bytes);
        } catch (IllegalStateException e) {
            throw closed(e);
        } finally {
            if (mapped != null) {
                mapped.unlock(offset, bytes);
            }
            Reference.reachabilityFence(stage);
        }
    }

    private MemorySegment staging() {
        if (staging == null) {
            staging = Arena.ofAuto().allocate(2 * STAGED_BYTES, CACHE_LINE_BYTES);
        }
        return staging;
    }

    /** For accesses that do not go through here. */
    public void checkOpen() {
        if (!memory.scope().isAlive()) {
            throw closed(null);
        }
    }

    /** An access found an arena closed: says so of the attached memory's; else passes on what the JDK says. */
    private RuntimeException closed(IllegalStateException e) {
        return memory.scope().isAlive() ? e
                : self.refusal("the memory of " + memory.byteSize()
                        + " bytes that rank " + self.rank()
                        + " attached was closed while it was bound: keep its arena open until "
                        + "Job.close or Segment.destroy, and synchronise with the peers before that");
    }
}
