package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

/** What {@link Datatype#pack} and {@link Datatype#unpack} check before they copy. */
final class TypePacking {
    private TypePacking() {}

    static long pack(Datatype type, MemorySegment source, long count, MemorySegment packed, long position) {
        TypeArguments call = new TypeArguments("Datatype.pack");
        long bytes = check(call, type, "source", source, count, packed, position);
        writable(call, "packed", packed);
        TypedCopy.pack(type, count, false, source, 0, 0, packed, position, bytes);
        return position + bytes;
    }

    static long unpack(Datatype type, MemorySegment packed, long position, MemorySegment target, long count) {
        TypeArguments call = new TypeArguments("Datatype.unpack");
        long bytes = check(call, type, "target", target, count, packed, position);
        writable(call, "target", target);
        String overlap = type.layout().overlap(count);
        if (!overlap.isEmpty()) {
            throw call.bad(TypeChecks.overlapping("target", count, type, overlap));
        }
        TypedCopy.unpack(type, count, false, target, 0, 0, packed, position, bytes);
        return position + bytes;
    }

    private static void writable(TypeArguments call, String role, MemorySegment memory) {
        if (memory.isReadOnly()) {
            throw call.bad("the " + role + " memory is read-only");
        }
    }

    /** Answers the bytes of data. */
    private static long check(TypeArguments call, Datatype type, String role, MemorySegment memory, long count,
            MemorySegment packed, long position) {
        call.given(role, memory);
        call.given("packed", packed);
        if (count < 0 || !type.isCommitted() || count > type.most()) {
            throw call.bad(TypeChecks.unusable(role, count, type));
        }
        long low = type.low(count);
        long high = type.high(count);
        if (low < 0 || high > memory.byteSize()) {
            throw call.bad(count + " elements of " + type + " are bytes " + low + ".." + (high - 1) + " of the " + role
                    + " memory, which has " + memory.byteSize() + " bytes: give a larger one, or fewer elements");
        }
        long bytes = type.bytes(count);
        if (position < 0 || position > packed.byteSize() - bytes) {
            throw call.bad("the packed data is bytes " + position + ".." + (position + bytes - 1)
                    + " of the packed memory, which has " + packed.byteSize() + " bytes: " + count + " elements of "
                    + type
                    + " take " + bytes);
        }
        return bytes;
    }
}
