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
                entry(this::compareAndSwap, "compare-and-swap", Protocol.COMPARE_AND_SWAP, Protocol.HEADER_ARGUMENTS));
    }

    static HandlerEntry entry(MediumHandler handler, String name, int index, int arguments) {
        return HandlerEntry.ofMedium(handler).name("a window's " + name).request().arguments(arguments).index(index);
    }

    private void put(Token token, Payload data) {
        part.begin(token);
        part.check(token, 0, data.bytes());
        data.copyTo(0, part.memory, part.offset, data.bytes());
        part.end(token, 0);
    }

    private void get(Token token) {
        part.begin(token);
        int bytes = part.wanted(token);
        part.check(token, 0, bytes);
        part.answer(token, part.memory, part.offset, bytes);
    }

    private void accumulate(Token token, Payload data) {
        int code = beginUpdate(token, data);
        MemorySegment operands = part.operands(data, 0);
        if (part.mapped != null) {
            part.updates.dense(part.mapped, part.offsetInSegment(), code, operands, data.bytes(), null);
        } else {
            fold(code, operands, data.bytes());
        }
        part.end(token, 0);
    }

    private void getAccumulate(Token token, Payload data) {
        int code = beginUpdate(token, data);
        MemorySegment found = part.found();
        MemorySegment operands = part.operands(data, 0);
        if (part.mapped != null) {
            part.updates.dense(part.mapped, part.offsetInSegment(), code, operands, data.bytes(), found);
        } else {
            gather(code, found, data.bytes());
            fold(code, operands, data.bytes());
        }
        part.answer(token, found, 0, data.bytes());
    }

    /** Answers the code of an update, after a check that all its elements are in the part. */
    private int beginUpdate(Token token, Payload data) {
        part.begin(token);
        int code = part.code(token, Protocol.CODE, data.bytes());
        part.check(token, 0, extent(code, data.bytes()));
        return code;
    }

    private void compareAndSwap(Token token, Payload data) {
        part.begin(token);
        int code = part.code(token, Protocol.CODE, data.bytes());
        Basic basic = Protocol.basic(code);
        int bytes = basic.span;
        if (data.bytes() != 2 * bytes) {
            throw part.refused(token, "it has " + data.bytes() + " bytes for two of " + basic);
        }
        part.check(token, 0, bytes);
        MemorySegment operands = part.operands(data, 0);
        MemorySegment found = part.found();
        if (part.mapped != null) {
            part.updates.compareAndSwap(part.mapped, part.offsetInSegment(), basic, operands,
                    operands.asSlice(bytes), found);
        } else {
            MemorySegment.copy(part.memory, part.offset, found, 0, bytes);
            if (Updates.isEqual(basic, found, 0, operands, bytes)) {
                MemorySegment.copy(operands, 0, part.memory, part.offset, bytes);
            }
        }
        part.answer(token, found, 0, bytes);
    }

    /** Bytes from the first to the last of packed elements in the target. */
    private static long extent(int code, long bytes) {
        return bytes == 0 ? 0 : Protocol.distance(code, bytes - Protocol.span(code)) + Protocol.span(code);
    }

    private void fold(int code, MemorySegment operands, long bytes) {
        if (Protocol.op(code) == Op.NO_OP) {
            return;
        }
        int span = Protocol.span(code);
        int stride = Protocol.stride(code);
        long step = stride == span ? bytes : span;
        for (long at = 0; at < bytes; at += step) {
            Folds.fold(Protocol.op(code), Protocol.basic(code), operands, at, part.memory,
                    part.offset + at / span * stride, step / span);
        }
    }

    private void gather(int code, MemorySegment packed, long bytes) {
        int span = Protocol.span(code);
        int stride = Protocol.stride(code);
        long step = stride == span ? bytes : span;
        for (long at = 0; at < bytes; at += step) {
            SharedMemory.copy(part.memory, part.offset + at / span * stride, packed, at, step);
        }
    }
}
