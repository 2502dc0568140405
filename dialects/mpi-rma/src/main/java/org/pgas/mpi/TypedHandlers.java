package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.Endpoint;
import org.pgas.Payload;
import org.pgas.PgasException;
import org.pgas.Token;
import org.pgas.memory.SharedMemory;
import org.pgas.message.PayloadCore;

/**
 * Carries out operations on elements of types that origins describe. An accumulate takes the fragment's elements out,
 * folds, and puts them back: nothing else changes the part meanwhile, since handlers run one at a time. Of a part that
 * neighbours reach by themselves, elements are updated under the locks that those take.
 */
final class TypedHandlers {
    private final TargetPart part;
    private TypeCache types;

    TypedHandlers(Endpoint endpoint, TargetPart part) {
        this.part = part;
        endpoint.handlers().register(
                DenseHandlers.entry(this::put, "typed put", Protocol.TYPED_PUT, Protocol.TYPED_ARGUMENTS),
                DenseHandlers.entry(this::accumulate, "typed accumulate", Protocol.TYPED_ACCUMULATE,
                        Protocol.TYPED_ARGUMENTS),
                DenseHandlers.entry(this::get, "typed get", Protocol.TYPED_GET, Protocol.TYPED_ARGUMENTS),
                DenseHandlers.entry(this::getAccumulate, "typed get-accumulate", Protocol.TYPED_GET_ACCUMULATE,
                        Protocol.TYPED_ARGUMENTS),
                DenseHandlers.entry(this::describe, "datatype", Protocol.TYPE, Protocol.TYPE_ARGUMENTS));
    }

    /** Before any peer sends; the part is open. */
    void open() {
        types = new TypeCache(part.ranks());
    }

    private void describe(Token token, Payload piece) {
        try {
            types.describe(part.origin(token), token.argumentLong(1), token.argument(3), token.argument(4),
                    part.operands(piece, 0), piece.bytes());
        } catch (IllegalArgumentException e) {
            throw malformed(token, e);
        }
    }

    private PgasException malformed(Token token, IllegalArgumentException e) {
        return part.refused(token, "the description of a datatype is none (" + e.getMessage() + ")");
    }

    /** The target's type: that which goes along, or one that came before. */
    private Datatype type(Token token, Payload data) {
        long id = token.argumentLong(Protocol.TYPE_ID);
        int described = token.argument(Protocol.DESCRIBED);
        if (described < 0 || Protocol.padded(described) > data.bytes() && described != data.bytes()) {
            throw part.refused(token, "it has " + data.bytes() + " bytes for a description of " + described);
        }
        if (described > 0) {
            byte[] description = new byte[described];
            data.copyTo(0, MemorySegment.ofArray(description), 0, described);
            try {
                return types.describe(part.origin, id, description);
            } catch (IllegalArgumentException e) {
                throw malformed(token, e);
            }
        }
        Datatype found = types.find(part.origin, id);
        if (found == null) {
            throw part.refused(token, "it names datatype " + id + ", which was not described");
        }
        return found;
    }

    /** Where data begins behind a description. */
    private static int dataAt(Token token) {
        return Protocol.padded(token.argument(Protocol.DESCRIBED));
    }

    /** Refuses a fragment that is not all in the elements, and elements that are not all in the memory. */
    private void check(Token token, Datatype type, boolean elements, long bytes) {
        long count = token.argumentLong(Protocol.COUNT);
        long position = token.argumentLong(Protocol.POSITION);
        if (count < 0 || count > type.most) {
            throw part.refused(token, "it names " + count + " elements");
        }
        part.check(token, type.low(count), type.high(count));
        long all = elements ? type.elementBytes(count) : type.bytes(count);
        if (position < 0 || bytes < 0 || bytes > all - position) {
            throw part.refused(token, "it names bytes " + position + ".." + (position + bytes - 1) + " of " + all
                    + " bytes of data");
        }
    }

    private void put(Token token, Payload data) {
        part.begin(token);
        Datatype type = type(token, data);
        int at = dataAt(token);
        int bytes = data.bytes() - at;
        check(token, type, false, bytes);
        // from where it arrived: nothing of it decides what is written to
        TypedCopy.unpack(type, token.argumentLong(Protocol.COUNT), false, part.memory, part.offset,
                token.argumentLong(Protocol.POSITION), SharedMemory.everything(),
                PayloadCore.of(data).at(at, bytes), bytes);
        end(token);
    }

    private void get(Token token, Payload data) {
        part.begin(token);
        Datatype type = type(token, data);
        int bytes = part.wanted(token);
        check(token, type, false, bytes);
        MemorySegment found = part.found();
        TypedCopy.pack(type, token.argumentLong(Protocol.COUNT), false, part.memory, part.offset,
                token.argumentLong(Protocol.POSITION), found, 0, bytes);
        part.answer(token, found, 0, bytes);
        over(token);
    }

    private void accumulate(Token token, Payload data) {
        update(token, data, part.work());
        end(token);
    }

    private void getAccumulate(Token token, Payload data) {
        MemorySegment found = part.found();
        int bytes = update(token, data, found);
        part.answer(token, found, 0, bytes);
        over(token);
    }

    private void end(Token token) {
        part.end(token, token.argumentLong(Protocol.TYPE_ID));
        over(token);
    }

    /** After a fragment: without a cache, a type is of one operation. */
    private void over(Token token) {
        if (!part.keepsTypes() && Protocol.isLast(token.argument(Protocol.HEAD))) {
            types.forget(part.origin, token.argumentLong(Protocol.TYPE_ID));
        }
    }

    /**
     * Folds the operands into the elements, and leaves what these were in {@code found}, if that is not the work
     * memory; answers their bytes.
     */
    private int update(Token token, Payload data, MemorySegment found) {
        part.begin(token);
        Datatype type = type(token, data);
        int at = dataAt(token);
        int bytes = data.bytes() - at;
        int code = part.code(token, Protocol.CODE, bytes);
        if (type.uniform() != Protocol.basic(code)) {
            throw part.refused(token, "it is on " + Protocol.basic(code) + ", and its datatype of another kind");
        }
        check(token, type, true, bytes);
        long count = token.argumentLong(Protocol.COUNT);
        long position = token.argumentLong(Protocol.POSITION);
        MemorySegment work = part.work();
        if (part.mapped != null) {
            PackedUpdate.Target target = part.updates.target(part.mapped, part.offsetInSegment(),
                    type.elements(count));
            part.updates.packed(target, position, code, part.operands(data, at), bytes, found == work ? null : found);
            return bytes;
        }
        TypedCopy.pack(type, count, true, part.memory, part.offset, position, found, 0, bytes);
        if (Protocol.op(code) == Op.NO_OP) {
            return bytes;
        }
        if (found != work) {
            MemorySegment.copy(found, 0, work, 0, bytes);
        }
        Folds.fold(Protocol.op(code), Protocol.basic(code), part.operands(data, at), 0, work, 0,
                bytes / Protocol.span(code));
        TypedCopy.unpack(type, count, true, part.memory, part.offset, position, work, 0, bytes);
        return bytes;
    }
}
