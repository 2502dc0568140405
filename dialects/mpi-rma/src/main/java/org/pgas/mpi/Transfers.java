package org.pgas.mpi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.pgas.Capabilities;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.memory.SharedMemory;
import org.pgas.team.TeamCore;

/**
 * Communication calls after the look at the epoch: their checks, and the way to mapped parts or, by messages, to
 * others.
 */
final class Transfers {
    private static final String NULL_MEMORY = "is MemorySegment.NULL and has none: nothing is addressed from there, as "
            + "with MPI_BOTTOM; give a segment that has all elements, and displacements relative to its first byte";

    private final WindowCore core;
    private final Epochs epochs;
    private final Messages messages;
    private final DynamicMemory dynamic;
    private final Updates updates;
    private final AddressMap addresses;
    private final Spares<SendBuffer> buffers = new Spares<>(SendBuffer::new);

    /** {@code dynamic} is null unless the window is dynamic. */
    Transfers(WindowCore core, Epochs epochs, Messages messages, DynamicMemory dynamic) {
        this.core = core;
        this.epochs = epochs;
        this.messages = messages;
        this.dynamic = dynamic;
        this.updates = new Updates(core, core.team, false);
        this.addresses = TeamCore.of(core.team).addresses(Capabilities.RMA);
    }

    /**
     * Puts contiguous data of equal types, if it is that and nothing is wrong with it, to a mapped part; says whether
     * it did. What it leaves to {@link #put} is looked at there as if for the first time.
     */
    boolean putDense(Part part, long displacement, MemorySegment origin, long from, long count, Datatype type) {
        long bytes = denseBytes(part, origin, from, count, type);
        if (bytes < 0) {
            return false;
        }
        long address = denseAddress(part, displacement, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            return false;
        }
        try {
            if (bytes == Long.BYTES) {
                SharedMemory.putLong(address, origin.get(ValueLayout.JAVA_LONG_UNALIGNED, from));
            } else {
                SharedMemory.copyIn(origin, from, address, bytes);
            }
        } catch (IllegalStateException | WrongThreadException _) {
            return false; // the arena is closed, or another thread's
        }
        return true;
    }

    /** Bytes of a dense transfer, if its origin is large enough behind {@code from}; -1 of any other. */
    private static long denseBytes(Part part, MemorySegment origin, long from, long count, Datatype type) {
        long bytes = type == null || origin == null || !part.mapped ? -1 : type.denseBytes(count);
        return bytes <= 0 || from < 0 || bytes > origin.byteSize() - from ? -1 : bytes;
    }

    /** Where that many bytes of a part are, if they are all there and mapped already. */
    private long denseAddress(Part part, long displacement, long bytes) {
        long offset = offset(part, displacement, 0, bytes);
        MappedRange range = offset < 0 ? null : addresses.mapped(part.holder, part.base + offset, bytes);
        return range == null ? AddressMap.NOT_MAPPED : range.at(part.base + offset);
    }

    /** The reverse of {@link #putDense}. */
    boolean getDense(Part part, long displacement, MemorySegment origin, long from, long count, Datatype type) {
        long bytes = denseBytes(part, origin, from, count, type);
        if (bytes < 0 || origin.isReadOnly()) {
            return false;
        }
        long address = denseAddress(part, displacement, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            return false;
        }
        try {
            if (bytes == Long.BYTES) {
                origin.set(ValueLayout.JAVA_LONG_UNALIGNED, from, SharedMemory.getLong(address));
            } else {
                SharedMemory.copyOut(address, origin, from, bytes);
            }
        } catch (IllegalStateException | WrongThreadException _) {
            return false;
        }
        return true;
    }

    /**
     * Where elements of an array go to, or come from, in a mapped part: address of {@code bytes} bytes, if so many from
     * {@code index} on are in the array, and a short copy moves them. {@link AddressMap#NOT_MAPPED} of others.
     */
    long arrayAddress(Part part, long displacement, int length, int index, int count, long bytes) {
        return index < 0 || count <= 0 || index > length - count || !part.mapped || bytes > SharedMemory.PIECE_BYTES
                ? AddressMap.NOT_MAPPED
                : denseAddress(part, displacement, bytes);
    }

    /** As {@link #putDense}, and updates elements of a predefined kind. */
    boolean accumulateDense(Part part, long displacement, MemorySegment origin, long from, long count, Datatype type,
            Op op) {
        long bytes = denseBytes(part, origin, from, count, type);
        Basic basic = bytes < 0 ? null : type.uniform();
        if (basic == null || op == null || op == Op.NO_OP || !op.isDefinedFor(basic)) {
            return false;
        }
        long offset = offset(part, displacement, 0, bytes);
        if (offset < 0) {
            return false;
        }
        TeamCore.of(core.team).local().readable("Window.accumulate", origin);
        reach(part, offset, count, type);
        updates.accumulate(part, part.base + offset, basic, origin, from, bytes, op);
        return true;
    }

    /** What follows {@code offset} in the origin; null of a null one, which each call refuses. */
    MemorySegment behind(String call, MemorySegment origin, long offset) {
        if (origin == null) {
            return null;
        }
        if (offset < 0 || offset > origin.byteSize()) {
            throw core.refusals.bad(call, "the origin offset is " + offset + ": legal are 0.." + origin.byteSize()
                    + ", since the origin memory has " + origin.byteSize() + " bytes");
        }
        return origin.asSlice(offset);
    }

    /** As the other form, of elements of an array, from {@code index} on. */
    void put(Part part, long displacement, MemorySegment array, int index, int count, Datatype type) {
        put("Window.put", elements("Window.put", array, index, count, type), count, type, part, displacement, count,
                type);
    }

    /** The reverse. */
    void get(Part part, long displacement, MemorySegment array, int index, int count, Datatype type) {
        get("Window.get", elements("Window.get", array, index, count, type), count, type, part, displacement, count,
                type);
    }

    /** The {@code count} elements from {@code index} on of what is an array of {@code type}. */
    private MemorySegment elements(String call, MemorySegment array, int index, int count, Datatype type) {
        long length = array.byteSize() / type.extent();
        if (index < 0 || count < 0 || index > length - count) {
            throw core.refusals.bad(call, count + " elements from index " + index + " on are not all in the array, "
                    + "which has " + length);
        }
        return array.asSlice(index * type.extent(), count * type.extent());
    }

    Request put(String call, MemorySegment origin, long originCount, Datatype originType, Part target,
            long displacement, long targetCount, Datatype targetType) {
        checkTypes(call, originCount, originType, targetCount, targetType);
        Datatype.checkSignatures(core, call, originCount, originType, targetCount, targetType);
        Datatype.checkTarget(core, call, "target", targetCount, targetType);
        if (originType.bytes(originCount) == 0) {
            return Request.DONE;
        }
        checkReadable(call, "origin", origin, originCount, originType);
        Part part = part(call, target, displacement, targetCount, targetType);
        long offset = offset(call, part, displacement, targetCount, targetType);
        checkPut(call, part);
        if (!part.mapped) {
            return messages.put(new FarElements(part.rank, offset, targetCount, targetType),
                    new Elements(origin, originCount, originType));
        }
        TypedCopy.copy(buffers, originType, originCount, origin, 0, targetType, targetCount, SharedMemory.everything(),
                address(part, offset, targetCount, targetType));
        return Request.DONE;
    }

    void get(String call, MemorySegment origin, long originCount, Datatype originType, Part part,
            long displacement, long targetCount, Datatype targetType) {
        get(false, call, origin, originCount, originType, part, displacement, targetCount, targetType);
    }

    Request rget(String call, MemorySegment origin, long originCount, Datatype originType, Part part,
            long displacement, long targetCount, Datatype targetType) {
        return get(true, call, origin, originCount, originType, part, displacement, targetCount, targetType);
    }

    /** Makes a request only if the caller has {@code asked} for one. */
    private Request get(boolean asked, String call, MemorySegment origin, long originCount, Datatype originType,
            Part target, long displacement, long targetCount, Datatype targetType) {
        checkTypes(call, originCount, originType, targetCount, targetType);
        Datatype.checkSignatures(core, call, targetCount, targetType, originCount, originType);
        Datatype.checkTarget(core, call, "origin", originCount, originType);
        if (targetType.bytes(targetCount) == 0) {
            return Request.DONE;
        }
        checkWritable(call, "origin", origin, originCount, originType);
        Part part = part(call, target, displacement, targetCount, targetType);
        long offset = offset(call, part, displacement, targetCount, targetType);
        if (!part.mapped) {
            return messages.get(asked, new FarElements(part.rank, offset, targetCount, targetType),
                    new Elements(origin, originCount, originType));
        }
        TypedCopy.copy(buffers, targetType, targetCount, SharedMemory.everything(),
                address(part, offset, targetCount, targetType), originType, originCount, origin, 0);
        return Request.DONE;
    }

    Request accumulate(String call, MemorySegment origin, long originCount, Datatype originType, Part target,
            long displacement, long targetCount, Datatype targetType, Op op) {
        checkTypes(call, originCount, originType, targetCount, targetType);
        if (op != null && originType.bytes(originCount) == 0) {
            Datatype.checkTarget(core, call, "target", targetCount, targetType);
            return Request.DONE;
        }
        checkOp(call, op, targetType);
        checkUpdate(call, originCount, originType, targetCount, targetType);
        if (op == Op.NO_OP) {
            return Request.DONE;
        }
        checkReadable(call, "origin", origin, originCount, originType);
        Part part = part(call, target, displacement, targetCount, targetType);
        long offset = offset(call, part, displacement, targetCount, targetType);
        checkPut(call, part);
        if (!part.mapped) {
            return messages.accumulate(new FarElements(part.rank, offset, targetCount, targetType),
                    new Elements(origin, originCount, originType), op);
        }
        reach(part, offset, targetCount, targetType);
        updates(part).accumulate(part, part.base + offset, targetCount, targetType, origin, originCount, originType,
                op);
        return Request.DONE;
    }

    void getAccumulate(String call, MemorySegment origin, long originCount, Datatype originType,
            MemorySegment result, long resultCount, Datatype resultType, Part part, long displacement,
            long targetCount, Datatype targetType, Op op) {
        getAccumulate(false, call, origin, originCount, originType, result, resultCount, resultType, part,
                displacement, targetCount, targetType, op);
    }

    Request rgetAccumulate(String call, MemorySegment origin, long originCount, Datatype originType,
            MemorySegment result, long resultCount, Datatype resultType, Part part, long displacement,
            long targetCount, Datatype targetType, Op op) {
        return getAccumulate(true, call, origin, originCount, originType, result, resultCount, resultType, part,
                displacement, targetCount, targetType, op);
    }

    private Request getAccumulate(boolean asked, String call, MemorySegment origin, long originCount,
            Datatype originType, MemorySegment result, long resultCount, Datatype resultType, Part target,
            long displacement, long targetCount, Datatype targetType, Op op) {
        Datatype.check(core, call, "result", resultCount, resultType);
        Datatype.check(core, call, "target", targetCount, targetType);
        boolean reads = op != Op.NO_OP;
        if (reads) {
            Datatype.check(core, call, "origin", originCount, originType);
        }
        if (op != null && targetType.bytes(targetCount) == 0
                && (!reads || originType.bytes(originCount) == 0)) {
            return Request.DONE;
        }
        checkOp(call, op, targetType);
        if (reads) {
            checkUpdate(call, originCount, originType, targetCount, targetType);
        } else {
            Datatype.checkTarget(core, call, "target", targetCount, targetType);
        }
        checkUpdate(call, targetCount, targetType, resultCount, resultType);
        if (reads) {
            if (originType.bytes(originCount) != targetType.bytes(targetCount)) {
                throw core.refusals.bad(call,
                        "the origin has " + originType.bytes(originCount) + " bytes of data and the target "
                                + targetType.bytes(targetCount) + ": give as many elements on both sides");
            }
            checkReadable(call, "origin", origin, originCount, originType);
            checkPut(call, target);
        }
        checkWritable(call, "result", result, resultCount, resultType);
        Part part = part(call, target, displacement, targetCount, targetType);
        long offset = offset(call, part, displacement, targetCount, targetType);
        if (!part.mapped) {
            return messages.getAccumulate(asked, new FarElements(part.rank, offset, targetCount, targetType),
                    new Elements(origin, originCount, originType), new Elements(result, resultCount, resultType), op);
        }
        reach(part, offset, targetCount, targetType);
        updates(part).getAccumulate(part, part.base + offset, targetCount, targetType, reads ? origin : null,
                originCount, originType, result, resultCount, resultType, op);
        return Request.DONE;
    }

    void fetchAndOp(String call, MemorySegment origin, MemorySegment result, Datatype type, Part target,
            long displacement, Op op) {
        Basic basic = predefined(call, type);
        checkOp(call, op, type);
        boolean reads = op != Op.NO_OP;
        if (reads) {
            checkReadable(call, "origin", origin, 1, type);
            checkPut(call, target);
        }
        checkWritable(call, "result", result, 1, type);
        Part part = part(call, target, displacement, 1, type);
        long offset = offset(call, part, displacement, 1, type);
        if (!part.mapped) {
            messages.getAccumulate(false, new FarElements(part.rank, offset, 1, type), new Elements(origin, 1, type),
                    new Elements(result, 1, type), op);
        } else {
            reach(part, offset, 1, type);
            updates(part).fetchAndOp(part, part.base + offset, basic, origin, result, op);
        }
    }

    void compareAndSwap(String call, MemorySegment origin, MemorySegment compare, MemorySegment result,
            Datatype type, Part target, long displacement) {
        Basic basic = predefined(call, type);
        if (!Op.BAND.isDefinedFor(basic) && basic != Basic.BOOLEAN) {
            throw core.refusals.bad(call, "compare-and-swap is not defined on " + type
                    + ": legal are predefined integers, BOOLEAN and BYTE");
        }
        checkReadable(call, "origin", origin, 1, type);
        checkReadable(call, "compare", compare, 1, type);
        checkWritable(call, "result", result, 1, type);
        Part part = part(call, target, displacement, 1, type);
        long offset = offset(call, part, displacement, 1, type);
        checkPut(call, part);
        if (!part.mapped) {
            messages.compareAndSwap(false, part.rank, offset, basic, origin, compare, result);
        } else {
            reach(part, offset, 1, type);
            updates(part).compareAndSwap(part, part.base + offset, basic, origin, compare, result);
        }
    }

    /** As the other form, of one long that is here already; waits for the answer. */
    long fetchAndOp(String call, long operand, Part target, long displacement, Op op) {
        checkOp(call, op, Datatype.LONG);
        if (op != Op.NO_OP) {
            checkPut(call, target);
        }
        Part part = part(call, target, displacement, 1, Datatype.LONG);
        long offset = offset(call, part, displacement, 1, Datatype.LONG);
        if (part.mapped) {
            reach(part, offset, 1, Datatype.LONG);
            return updates(part).fetchAndOp(part, part.base + offset, operand, op);
        }
        long[] result = new long[1];
        messages.getAccumulate(true, new FarElements(part.rank, offset, 1, Datatype.LONG), longs(new long[]{operand}),
                longs(result), op).await();
        return result[0];
    }

    private static Elements longs(long[] values) {
        return new Elements(MemorySegment.ofArray(values), values.length, Datatype.LONG);
    }

    /** As the other form, of longs that are here already; waits for the answer. */
    long compareAndSwap(String call, long expected, long value, Part target, long displacement) {
        checkPut(call, target);
        Part part = part(call, target, displacement, 1, Datatype.LONG);
        long offset = offset(call, part, displacement, 1, Datatype.LONG);
        if (part.mapped) {
            reach(part, offset, 1, Datatype.LONG);
            return updates(part).compareAndSwap(part, part.base + offset, expected, value);
        }
        long[] result = new long[1];
        messages.compareAndSwap(true, part.rank, offset, Basic.LONG, MemorySegment.ofArray(new long[]{value}),
                MemorySegment.ofArray(new long[]{expected}), MemorySegment.ofArray(result)).await();
        return result[0];
    }

    private void checkTypes(String call, long originCount, Datatype originType, long targetCount, Datatype targetType) {
        Datatype.check(core, call, "origin", originCount, originType);
        Datatype.check(core, call, "target", targetCount, targetType);
    }

    private Basic predefined(String call, Datatype type) {
        Datatype.check(core, call, "target", 1, type);
        if (!type.isPredefined()) {
            throw core.refusals.bad(call, type + " is a derived datatype: legal are predefined ones");
        }
        return type.uniform();
    }

    private void checkOp(String call, Op op, Datatype targetType) {
        if (op == null) {
            throw core.refusals.bad(call, "the operation is null: give one of Op");
        }
        Basic basic = targetType.uniform();
        if (basic == null) {
            throw core.refusals.bad(call, "the target's datatype " + targetType
                    + " has elements of several kinds: all that is accumulated is of one predefined datatype");
        }
        if (!op.isDefinedFor(basic)) {
            throw core.refusals.bad(call, op + " is not defined on " + basic + ": it is on " + op.domain());
        }
    }

    /** Both sides have elements of one kind, and nothing is written twice. */
    private void checkUpdate(String call, long sentCount, Datatype sent, long receivedCount, Datatype received) {
        if (sent.uniform() != received.uniform()) {
            // pairs and their parts have equal signatures
            throw core.refusals.bad(call, "elements of " + sent + " meet such of " + received
                    + ": all that is accumulated is of one predefined datatype");
        }
        Datatype.checkSignatures(core, call, sentCount, sent, receivedCount, received);
        Datatype.checkElements(core, call, sentCount, sent);
        Datatype.checkElements(core, call, receivedCount, received);
        Datatype.checkTarget(core, call, "target", receivedCount, received);
    }

    private void checkReadable(String call, String role, MemorySegment memory, long count, Datatype type) {
        checkRange(call, role, memory, count, type);
        TeamCore.of(core.team).local().readable(call, memory);
    }

    private void checkWritable(String call, String role, MemorySegment memory, long count, Datatype type) {
        checkRange(call, role, memory, count, type);
        TeamCore.of(core.team).local().writable(call, memory);
    }

    private void checkRange(String call, String role, MemorySegment memory, long count, Datatype type) {
        if (memory == null) {
            throw core.refusals.bad(call, "the " + role + " memory is null");
        }
        long low = type.low(count);
        long high = type.high(count);
        if (low < 0 || high > memory.byteSize()) {
            throw core.refusals.bad(call,
                    count + " elements of " + type + " are bytes " + low + ".." + (high - 1) + " of the "
                            + role + " memory, which " + (memory.equals(MemorySegment.NULL) ? NULL_MEMORY
                                    : "has " + memory.byteSize() + " bytes: give a larger one, or fewer elements"));
        }
    }

    private void checkPut(String call, Part part) {
        if (core.checked) {
            epochs.checkPut(call, part.rank);
        }
    }

    /**
     * What is transferred to: the target's part; of a dynamic window what has all of it, which throws if nothing has.
     */
    private Part part(String call, Part target, long displacement, long count, Datatype type) {
        return dynamic == null ? target : attached(call, target, displacement, count, type);
    }

    private Part attached(String call, Part target, long displacement, long count, Datatype type) {
        Part found = dynamic.find(target.rank, displacement, type.low(count), type.high(count));
        if (found == null) {
            throw core.refusals.bad(call, count + " elements of " + type + " at displacement " + displacement
                    + " of rank " + target.rank
                    + " are not all in memory that it has attached: use what Window.attach "
                    + "has answered there, and an offset in that memory");
        }
        return found;
    }

    /**
     * Where the transfer begins in what {@link #part} has answered; of attached memory that is reached by messages the
     * displacement. Throws if not all of it lies there.
     */
    private long offset(String call, Part part, long displacement, long count, Datatype type) {
        if (dynamic != null) {
            return part.mapped ? DynamicMemory.offset(displacement) : displacement;
        }
        long low = type.low(count);
        long high = type.high(count);
        long offset = offset(part, displacement, low, high);
        if (offset < 0) {
            throw core.refusals.bad(call,
                    count + " elements of " + type + " at displacement " + displacement + " of rank "
                            + part.rank + " need bytes " + low + ".." + (high - 1) + " from byte " + displacement
                            + " * " + part.unit + " on: its part has " + part.bytes + " bytes");
        }
        return offset;
    }

    /**
     * Offset in the part of {@code [displacement * unit + low, displacement * unit + high)}, without {@code low} added;
     * -1 when not all of it lies in the part, also by overflow. {@code low <= high}.
     */
    private static long offset(Part part, long displacement, long low, long high) {
        long offset = displacement * part.unit;
        if (part.unit != 1 && Math.multiplyHigh(displacement, part.unit) != offset >> 63) {
            return -1;
        }
        return displacement >= 0 && offset + low >= 0 && high <= part.bytes && offset <= part.bytes - high ? offset
                : -1;
    }

    private Updates updates(Part part) {
        return part instanceof Region region ? region.updates : updates;
    }

    /** What an address map says of the range also when no window is known yet, such as at the first access. */
    private long reach(Part part, long offset, long count, Datatype type) {
        long low = part.base + offset + type.low(count);
        AddressMap map = part instanceof Region region ? region.addresses : addresses;
        return map.address(part.holder, low, type.high(count) - type.low(count));
    }

    private long address(Part part, long offset, long count, Datatype type) {
        return reach(part, offset, count, type) - type.low(count);
    }
}
