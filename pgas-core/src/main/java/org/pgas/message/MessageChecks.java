package org.pgas.message;

import java.lang.foreign.MemorySegment;

import org.pgas.GlobalPointer;
import org.pgas.MessageFlags;
import org.pgas.Setting;
import org.pgas.memory.AddressMap;
import org.pgas.memory.MappedRange;
import org.pgas.rank.LocalMemory;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;

/** What must hold before a message is sent, and the limits that follow from the transport. */
public final class MessageChecks {
    private static final int FLAGS = MessageFlags.IMMEDIATE | MessageFlags.PREPARE_LEAST_CLIENT
            | MessageFlags.PREPARE_LEAST_ALLOC;

    private final ThisRank self;
    private final Receivers receivers;
    private final LocalMemory local;
    private final MessageTransport transport;
    private final boolean checked;

    MessageChecks(ThisRank self, Receivers receivers, MessageTransport transport) {
        this.self = self;
        this.receivers = receivers;
        local = new LocalMemory(self);
        this.transport = transport;
        this.checked = self.isChecked();
    }

    /** Refuses what is not legal, as far as that is known here; most of it in checked mode. */
    public void check(String call, int peer, int handler, long head, boolean reply) {
        checkHandler(call, handler);
        checkContext(call, reply);
        if (checked) {
            checkPeer(call, peer, head, reply);
        }
    }

    /** Refuses to prepare a message in the wrong context; its handler is named at commit. */
    public void checkContext(String call, boolean reply) {
        if (checked && reply) {
            self.restrictedContext().checkReply(call);
        } else if (checked) {
            self.restrictedContext().check(call);
        }
    }

    public void checkHandler(String call, int handler) {
        if (!Handler.isIndex(handler)) {
            throw self.refusals().bad(call, "handler index " + handler
                    + " is outside " + Handler.INDEX_BASE + ".." + Handler.INDEX_MAX);
        }
    }

    /**
     * Refuses what the handler at the target does not take, as far as that is known here: ranks tell each other of the
     * handlers of their primordial endpoints. What those of others take is known to their own rank; it looks when the
     * message has come.
     */
    void checkPeer(String call, int peer, long head, boolean reply) {
        int endpoint = MessageHead.targetEndpoint(head);
        String refusal = endpoint == 0 || peer == self.rank()
                ? Handler.refusal(description(peer, endpoint, MessageHead.handler(head)), head, reply)
                : null;
        if (refusal != null) {
            throw self.refusals().bad(call, "a "
                    + MessageHead.categoryName(head) + (reply ? " reply" : " request") + " to handler "
                    + MessageHead.handler(head) + of(endpoint) + " of rank " + peer + ", " + refusal);
        }
    }

    /** What is known of a handler at a primordial endpoint, or at one of this rank's. */
    private int description(int peer, int endpoint, int handler) {
        if (endpoint == 0) {
            return transport.handler(peer, handler);
        }
        return receivers.description(endpoint, handler);
    }

    /** " of endpoint 3", for messages; nothing for the primordial one. */
    static String of(int endpoint) {
        return endpoint == 0 ? "" : " of endpoint " + endpoint;
    }

    /** As of a medium reply without arguments. */
    public void checkNotification(String call, int peer, int handler, long between) {
        checkHandler(call, handler);
        MessageEnds.checkTarget(self, receivers, call, peer, MessageHead.targetEndpoint(between));
        if (checked) {
            checkPeer(call, peer, MessageHead.of(MessageHead.MEDIUM, handler, 0) | between, true);
        }
    }

    /**
     * Whether a head that came in another way than as one is of a medium message to a handler of a program's, which may
     * have so many bytes.
     */
    public boolean isMedium(long head, long bytes) {
        return MessageHead.isLegal(head) && MessageHead.category(head) == MessageHead.MEDIUM
                && MessageHead.handler(head) >= Handler.INDEX_BASE && bytes >= 0
                && bytes <= transport.maxPayload(MessageHead.words(head));
    }

    public void checkMedium(String call, MemorySegment source, long sourceOffset, long bytes, long head) {
        checkLocal(call, source, sourceOffset, bytes);
        int most = transport.maxPayload(MessageHead.words(head));
        if (bytes > most) {
            throw self.refusals().bad(call, "payload of " + bytes
                    + " bytes: legal with " + MessageHead.argumentCount(head) + " arguments are 0.." + most
                    + " ("
                    + Setting.AM_RING.key() + " sets the rings' room)");
        }
    }

    /**
     * The address that the data of a long message goes to, in memory of team rank {@code rank}; 0 when there is no
     * data, {@code ~targetOffset}, below 0, when no address here reaches that rank.
     */
    public long checkLong(String call, AddressMap destinations, int rank, MemorySegment source, long sourceOffset,
            long bytes, long targetOffset) {
        checkLocal(call, source, sourceOffset, bytes);
        if (bytes == 0) {
            return 0;
        }
        MappedRange mapped = destinations.mapped(rank, targetOffset, bytes);
        long address = mapped != null ? mapped.at(targetOffset) : missed(destinations, rank, targetOffset, bytes);
        if (checked && address > 0) {
            local.overlap(source, sourceOffset, address, bytes);
        }
        return address;
    }

    private static long missed(AddressMap destinations, int rank, long targetOffset, long bytes) {
        long address = destinations.addressIfMapped(rank, targetOffset, bytes);
        if (address == AddressMap.NOT_MAPPED) {
            return destinations.isElsewhere(rank) ? ~targetOffset : destinations.address(rank, targetOffset, bytes);
        }
        return address;
    }

    private void checkLocal(String call, MemorySegment source, long sourceOffset, long bytes) {
        if (bytes == 0) {
            return; // the source is ignored
        }
        if (source == null) {
            throw self.refusals().bad(call, "the source is null: legal is that for 0 bytes only");
        }
        if (sourceOffset < 0 || bytes < 0 || sourceOffset > source.byteSize() - bytes) {
            throw self.refusals().bad(call, bytes + " bytes at offset "
                    + sourceOffset + " are outside the source of " + source.byteSize() + " bytes");
        }
    }

    private void checkCount(String call, int argumentCount) {
        if (argumentCount < 0 || argumentCount > MessageHead.MAX_ARGUMENTS) {
            throw self.refusals().bad(call, argumentCount
                    + " arguments: legal are 0.." + MessageHead.MAX_ARGUMENTS);
        }
    }

    private void checkFlags(String call, int flags) {
        if ((flags & ~FLAGS) != 0) {
            throw self.refusals().unknownBits(call, flags, FLAGS, "MessageFlags");
        }
    }

    /** {@code between} as in a head: 0 between primordial endpoints. */
    public long maxMedium(String call, int flags, int argumentCount, long between) {
        checkFlags(call, flags);
        checkCount(call, argumentCount);
        return maxPayload(argumentCount, between);
    }

    private int maxPayload(int argumentCount, long between) {
        return transport.maxPayload(MessageHead.words(MessageHead.of(MessageHead.MEDIUM, 0, argumentCount) | between));
    }

    /** What every medium message may have. */
    public long leastMaxMedium() {
        return transport.maxPayload(MessageHead.MAX_WORDS);
    }

    public long maxLong(String call, int flags, int argumentCount, long between) {
        checkFlags(call, flags);
        checkCount(call, argumentCount);
        // a buffer of the library's is as large as a medium message; anything else is copied once, to where it belongs
        return (flags & MessageFlags.PREPARE_LEAST_ALLOC) != 0
                ? maxPayload(argumentCount, between)
                : GlobalPointer.MAX_SEGMENT_BYTES;
    }
}
