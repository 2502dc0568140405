package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.HandlerEntry;
import org.pgas.MediumHandler;
import org.pgas.Payload;
import org.pgas.Token;
import org.pgas.memory.SharedMemory;

/** Carries out operations on targets without a type: one run of bytes, or elements of a predefined datatype. */
final class DenseHandlers {
    private final TargetPart part;

    DenseHandlers(Endpoint endpoint, TargetPart part) {
        this.part = part;
        endpoint.handlers().register(
                entry(this::put, "put", Protocol.PUT, Protocol.PUT_ARGUMENTS),
                entry(this::accumulate, "accumulate", Protocol.ACCUMULATE, Protocol.ACCUMULATE_ARGUMENTS),
                HandlerEntry.ofShort(this::get).name("a window's get").request().arguments(Protocol.HEADER_ARGUMENTS)
                        .index(Protocol.GET),
                entry(this::getAccumulate, "get-accumulate", Protocol.GET_ACCUMULATE, Protocol.HEADER_ARGUMENTS),
                entry(this::compareAndSwap, "compare-and-swap", Protocol.COMPARE_AND_SWAP,
                        Protocol.HEADER_ARGUMENTS));
    }

    static HandlerEntry entry(MediumHandler handler, String name, int index, int arguments) {
        return HandlerEntry.ofMedium(handler).name("a window's " + name).request().arguments(arguments).index(index);
    }

    private void put(Token token, Payload data) {
        int origin = part.origin(token);
        long place = token.argumentLong(Protocol.PLACE);
        MemorySegment memory = part.memory(token, place);
        long offset = part.offset(place);
        int bytes = data.bytes();
        part.check(token, memory, offset, 0, bytes);
        data.copyTo(0, memory, offset, bytes);
        part.end(token, origin, 0);
    }

    private void get(Token token) {
        int origin = part.origin(token);
        long place = token.argumentLong(Protocol.PLACE);
        MemorySegment memory = part.memory(token, place);
        long offset = part.offset(place);
        int bytes = part.wanted(token);
        part.check(token, memory, offset, 0, bytes);
        part.answer(token, origin, memory, offset, bytes);
    }

    private void accumulate(Token token, Payload data) {
        int origin = part.origin(token);
        int bytes = data.bytes();
        int code = part.code(token, Protocol.CODE, bytes);
        long place = token.argumentLong(Protocol.PLACE);
        MemorySegment memory = part.memory(token, place);
        long offset = part.offset(place);
        part.check(token, memory, offset, 0, extent(code, bytes));
        fold(code, part.operands(data, 0), memory, offset, bytes);
        part.end(token, origin, 0);
    }

    private void getAccumulate(Token token, Payload data) {
        int origin = part.origin(token);
        int bytes = data.bytes();
        int code = part.code(token, Protocol.CODE, bytes);
        long place = token.argumentLong(Protocol.PLACE);
        MemorySegment memory = part.memory(token, place);
        long offset = part.offset(place);
        part.check(token, memory, offset, 0, extent(code, bytes));
        MemorySegment found = part.found();
        gather(code, memory, offset, found, bytes);
        fold(code, part.operands(data, 0), memory, offset, bytes);
        part.answer(token, origin, found, 0, bytes);
    }

    private void compareAndSwap(Token token, Payload data) {
        int origin = part.origin(token);
        int code = part.code(token, Protocol.CODE, data.bytes());
        Basic basic = Protocol.basic(code);
        int bytes = basic.span;
        if (data.bytes() != 2 * bytes) {
            throw part.refused(token, "it has " + data.bytes() + " bytes for two of " + basic);
        }
        long place = token.argumentLong(Protocol.PLACE);
        MemorySegment memory = part.memory(token, place);
        long offset = part.offset(place);
        part.check(token, memory, offset, 0, bytes);
        MemorySegment operands = part.operands(data, 0);
        MemorySegment found = part.found();
        MemorySegment.copy(memory, offset, found, 0, bytes);
        if (Updates.isEqual(basic, found, 0, operands, bytes)) {
            MemorySegment.copy(operands, 0, memory, offset, bytes);
        }
        part.answer(token, origin, found, 0, bytes);
    }

    /** Bytes from the first to the last of packed elements in the target. */
    private static long extent(int code, long bytes) {
        return bytes == 0 ? 0 : Protocol.distance(code, bytes - Protocol.span(code)) + Protocol.span(code);
    }

    private static void fold(int code, MemorySegment operands, MemorySegment memory, long offset, long bytes) {
        Op op = Protocol.op(code);
        Basic basic = Protocol.basic(code);
        int span = Protocol.span(code);
        int stride = Protocol.stride(code);
        if (stride == span) {
            Updates.fold(op, basic, operands, 0, memory, offset, bytes / span);
            return;
        }
        for (long at = 0; at < bytes; at += span) {
            Updates.fold(op, basic, operands, at, memory, offset, 1);
            offset += stride;
        }
    }

    private static void gather(int code, MemorySegment memory, long offset, MemorySegment packed, long bytes) {
        int span = Protocol.span(code);
        int stride = Protocol.stride(code);
        if (stride == span) {
            SharedMemory.copy(memory, offset, packed, 0, bytes);
            return;
        }
        for (long at = 0; at < bytes; at += span) {
            SharedMemory.copy(memory, offset, packed, at, span);
            offset += stride;
        }
    }
}
