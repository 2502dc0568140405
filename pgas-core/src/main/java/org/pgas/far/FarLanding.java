package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import org.pgas.memory.SharedMemory;
import org.pgas.message.ArgumentPacking;
import org.pgas.place.ClientMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;

/**
 * Where the data of large transfers belong, so that the transport writes them there as they come: those of puts and of
 * long messages in a mapped segment of this rank, those of gets in the target of the operation. Their handlers find no
 * data then, and do the rest.
 *
 * <p>Data of puts wait for their handler where another message of their rank is not handled yet, which might reach the
 * same memory. So do data for arrays, for memory that is confined to a thread, and for client memory: its owner is
 * promised that words there do not tear. What is not legal is left to the handler, too, which says so.
 */
final class FarLanding implements MessageTransport.Landing {
    /** Stands for any thread: whichever polls goes on with what another one has begun. Never started. */
    private static final Thread ANY = Thread.ofPlatform().unstarted(() -> {});

    private final ThisRank self;
    private final FarOwner owner;
    private final FarOperations operations;

    /** The pieces of gets. */
    private final Pieces pieces;

    FarLanding(ThisRank self, FarOwner owner, FarOperations operations, Pieces pieces) {
        this.self = self;
        this.owner = owner;
        this.operations = operations;
        this.pieces = pieces;
    }

    @Override
    public ByteBuffer place(int source, long head, long arguments, int bytes, boolean isFirst) {
        if (self.isClosed()) {
            return null;
        }
        return switch (MessageHead.handler(head)) {
            case FarMessages.PUT_INDEX -> isFirst ? ofPut(argument(arguments, 2), bytes) : null;
            case FarMessages.PLACE_INDEX -> isFirst ? ofPut(argument(arguments, 0), bytes) : null;
            case FarMessages.DATA_INDEX -> ofGet(source, argument(arguments, 0), SharedMemory.getInt(arguments + 8L),
                    bytes);
            default -> null;
        };
    }

    private static long argument(long arguments, int index) {
        return ArgumentPacking.pair(SharedMemory.getInt(arguments + (long) index * Integer.BYTES),
                SharedMemory.getInt(arguments + (index + 1L) * Integer.BYTES));
    }

    private ByteBuffer ofPut(long place, int bytes) {
        ClientMemory memory = owner.find(place);
        return memory == null || !memory.isMapped() ? null
                : view(memory.segment(), FarMessages.offset(place), bytes);
    }

    private ByteBuffer ofGet(int source, long handle, int piece, int bytes) {
        FarOperation operation = operations.find(handle, source);
        MemorySegment target = operation == null || operation.regions() != null ? null : operation.memory();
        return target == null || piece < 0 ? null
                : view(target, operation.memoryOffset() + pieces.begin(piece), bytes);
    }

    /** Null where not every thread may write there. */
    static ByteBuffer view(MemorySegment memory, long offset, int bytes) {
        return memory.isNative() && !memory.isReadOnly() && memory.scope().isAlive()
                && memory.isAccessibleBy(ANY) && offset >= 0
                && offset <= memory.byteSize() - bytes ? memory.asSlice(offset, bytes).asByteBuffer() : null;
    }
}
