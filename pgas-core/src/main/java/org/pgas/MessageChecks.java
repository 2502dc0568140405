package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;

/** What must hold before a message is sent, and the limits that follow from the transport. */
final class MessageChecks {
    private final Job job;
    private final MessageTransport transport;
    private final boolean checked;

    MessageChecks(Job job, MessageTransport transport) {
        this.job = job;
        this.transport = transport;
        this.checked = job.isChecked();
    }

    void checkRequest(String call, int peer, int handler, int category, int count) {
        checkHandler(call, handler);
        if (checked) {
            job.restrictedContext().check(call);
            checkPeer(call, peer, handler, category, count, false);
        }
    }

    void checkReply(String call, int peer, int handler, int category, int count) {
        checkHandler(call, handler);
        if (checked) {
            job.restrictedContext().checkReply(call);
            checkPeer(call, peer, handler, category, count, true);
        }
    }

    void checkHandler(String call, int handler) {
        if ((handler & -HandlerEntry.INDEX_BASE) != HandlerEntry.INDEX_BASE) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": " + call + ": handler index " + handler
                            + " is outside " + HandlerEntry.INDEX_BASE + ".." + HandlerEntry.INDEX_MAX);
        }
    }

    void checkPeer(String call, int peer, int handler, int category, int count, boolean reply) {
        if (category == 0) {
            return; // a prepared message, whose handler is named at commit
        }
        int head = MessageHead.of(category, handler, count);
        String refusal = HandlerEntry.refusal(transport.handler(peer, handler), head, reply);
        if (refusal != null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": a "
                    + MessageHead.categoryName(head) + (reply ? " reply" : " request") + " to handler " + handler
                    + " of rank "
                    + peer + ", " + refusal);
        }
    }

    /** As of a medium reply without arguments. */
    void checkNotification(String call, int peer, int handler) {
        checkHandler(call, handler);
        if (checked) {
            checkPeer(call, peer, handler, MessageHead.MEDIUM, 0, true);
        }
    }

    void checkMedium(String call, MemorySegment source, long sourceOffset, long bytes, int count) {
        checkLocal(call, source, sourceOffset, bytes);
        int most = transport.maxPayload(count);
        if (bytes > most) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": payload of " + bytes
                    + " bytes: legal with " + count + " arguments are 0.." + most + " ("
                    + Setting.AM_RING.key() + " sets the rings' size)");
        }
    }

    void checkLong(String call, int peer, MemorySegment source, long sourceOffset, long bytes, long targetOffset) {
        checkLocal(call, source, sourceOffset, bytes);
        if (bytes > 0) {
            long address = job.world().destinations().address(peer, targetOffset, bytes);
            if (checked) {
                job.world().rma().checks().overlap(call, source, sourceOffset, address, bytes);
            }
        }
    }

    private void checkLocal(String call, MemorySegment source, long sourceOffset, long bytes) {
        if (bytes == 0) {
            return; // the source is ignored
        }
        if (sourceOffset < 0 || bytes < 0 || sourceOffset > source.byteSize() - bytes) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "rank " + job.rank() + ": " + call + ": " + bytes + " bytes at offset "
                            + sourceOffset + " are outside the source of " + source.byteSize() + " bytes");
        }
    }

    private void checkCount(String call, int argumentCount) {
        if (argumentCount < 0 || argumentCount > MessageHead.MAX_ARGUMENTS) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": " + argumentCount
                    + " arguments: legal are 0.." + MessageHead.MAX_ARGUMENTS);
        }
    }

    private void checkFlags(String call, int flags) {
        if ((flags & ~MessageFlags.ALL) != 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": flags 0x"
                    + Integer.toHexString(flags) + " contain bits that MessageFlags does not define");
        }
    }

    long maxMedium(String call, int flags, int argumentCount) {
        checkFlags(call, flags);
        checkCount(call, argumentCount);
        return transport.maxPayload(argumentCount);
    }

    long maxLong(String call, int flags, int argumentCount) {
        checkFlags(call, flags);
        checkCount(call, argumentCount);
        // a buffer of the library's is as large as a medium message; anything else is copied once, to where it belongs
        return (flags & MessageFlags.PREPARE_LEAST_ALLOC) != 0
                ? transport.maxPayload(argumentCount)
                : GlobalPointer.MAX_SEGMENT_BYTES;
    }
}
