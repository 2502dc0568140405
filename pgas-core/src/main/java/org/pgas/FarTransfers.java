package org.pgas;

import java.lang.foreign.MemorySegment;

import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;

/**
 * Transfers to and from memory of peers that is not mapped here, and updates of it, in every form: blocking, with an explicit event,
 * and implicit. The owner carries them out when it polls or waits; those of one thread to one rank in the order in which they began.
 *
 * <p>Any thread. Ranks are job ranks, ranges are checked and not empty.
 */
final class FarTransfers {
    /** What a fence waits for. */
    private static final int FENCED = FarSet.mask(EventCategory.PUT);

    private final Job job;
    private final FarSender sender;
    private final FarRegionSender regions;
    private final PeerCompletion completion;
    private final Loans loans;

    /**
     * Whether any thread has ever begun an operation here. Plain: a thread asks about operations of its own, so it has to see its own
     * write only.
     */
    private boolean used;

    FarTransfers(Job job, Messenger messenger, HandlerTable handlers, MessageTransport transport) {
        this.job = job;
        FarOperations operations = new FarOperations();
        int putBytes = FarMessages.pieceBytes(transport.maxPayload(MessageHead.argumentCount(FarMessages.PUT)));
        int getBytes = FarMessages.pieceBytes(transport.maxPayload(MessageHead.argumentCount(FarMessages.DATA)));
        int accumulateBytes = FarMessages.pieceBytes(Math.min(FarMessages.MOST_ACCUMULATE_BYTES,
                transport.maxPayload(MessageHead.argumentCount(FarMessages.ACCUMULATE))));
        sender = new FarSender(messenger, operations, putBytes, getBytes, accumulateBytes);
        new FarReplies(job, operations, handlers, getBytes);
        FarOwner owner = new FarOwner(job, messenger, handlers);
        int fragmentBytes = FarMessages.fragmentBytes(transport);
        regions = new FarRegionSender(messenger, operations, fragmentBytes);
        new FarRegionOwner(job, messenger, handlers, owner, fragmentBytes);
        completion = new PeerCompletion(messenger, handlers);
        loans = new Loans(job, job.conduit(), messenger, handlers, this, operations);
    }

    FarRegionSender regions() {
        return regions;
    }

    PeerCompletion completion() {
        return completion;
    }

    Loans loans() {
        return loans;
    }

    FarThread thread() {
        ThreadState state = job.threadStates().current();
        FarThread far = state.far();
        if (far == null) {
            far = new FarThread(job.size());
            state.far(far);
            use();
        }
        return far;
    }

    /** From the first operation on, answers come. */
    private synchronized void use() {
        if (!used) {
            used = true;
            job.serving().begin();
        }
    }

    /** Where implicit operations of this thread belong: its open access region, or its own set. */
    FarSet implicit(FarThread thread) {
        AccessRegion region = job.threadStates().current().region();
        return region == null ? thread.implicit() : region.operations(job.size());
    }

    /** Waits for what this thread has sent. Says yes. */
    boolean await(FarThread thread, Awaited awaited) {
        try {
            job.waiting().await(awaited);
        } catch (RuntimeException e) {
            thread.giveUp();
            throw e;
        }
        thread.land();
        return true;
    }

    FarEvent event(FarThread thread, String operation, int peer, long offset, long bytes) {
        return new FarEvent(job, thread, new FarWait().begin(operation, peer, offset, bytes));
    }

    /** Whether operations of this thread are under way, which nothing that goes another way is to overtake. */
    boolean hasOperations() {
        return used && !thread().nonBlocking().isComplete(FarSet.EVERYTHING);
    }

    boolean put(int peer, long offset, MemorySegment source, long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("put", peer, offset, bytes);
        return sender.put(thread, wait, peer, offset, source, sourceOffset, bytes, immediate) && await(thread, wait);
    }

    Event putNb(int peer, long offset, MemorySegment source, long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "putNb", peer, offset, bytes);
        return event.ifSent(sender.put(thread, event.sink(), peer, offset, source, sourceOffset, bytes, immediate));
    }

    boolean putNbi(int peer, long offset, MemorySegment source, long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        return sender.put(thread, implicit(thread), peer, offset, source, sourceOffset, bytes, immediate);
    }

    void memset(int peer, long offset, byte value, long bytes) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("memset", peer, offset, bytes);
        sender.fill(thread, wait, peer, offset, value, bytes, false);
        await(thread, wait);
    }

    Event memsetNb(int peer, long offset, byte value, long bytes) {
        FarThread thread = thread();
        FarEvent event = event(thread, "memsetNb", peer, offset, bytes);
        sender.fill(thread, event.sink(), peer, offset, value, bytes, false);
        return event.begun();
    }

    void memsetNbi(int peer, long offset, byte value, long bytes) {
        FarThread thread = thread();
        sender.fill(thread, implicit(thread), peer, offset, value, bytes, false);
    }

    boolean putValue(int peer, long offset, long value, int bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("put of a value", peer, offset, bytes);
        return sender.putValue(thread, wait, peer, offset, value, bytes, immediate) && await(thread, wait);
    }

    Event putValueNb(int peer, long offset, long value, int bytes, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "putValueNb", peer, offset, bytes);
        return event.ifSent(sender.putValue(thread, event.sink(), peer, offset, value, bytes, immediate));
    }

    boolean putValueNbi(int peer, long offset, long value, int bytes, boolean immediate) {
        FarThread thread = thread();
        return sender.putValue(thread, implicit(thread), peer, offset, value, bytes, immediate);
    }

    boolean get(MemorySegment target, long targetOffset, int peer, long offset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("get", peer, offset, bytes);
        return sender.get(thread, wait, target, targetOffset, peer, offset, bytes, immediate) && await(thread, wait);
    }

    Event getNb(MemorySegment target, long targetOffset, int peer, long offset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "getNb", peer, offset, bytes);
        return event.ifSent(sender.get(thread, event.sink(), target, targetOffset, peer, offset, bytes, immediate));
    }

    boolean getNbi(MemorySegment target, long targetOffset, int peer, long offset, long bytes, boolean immediate) {
        FarThread thread = thread();
        return sender.get(thread, implicit(thread), target, targetOffset, peer, offset, bytes, immediate);
    }

    long getValue(int peer, long offset, int bytes) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("get of a value", peer, offset, bytes);
        sender.getValue(thread, wait, peer, offset, bytes);
        await(thread, wait);
        return wait.value();
    }

    ValueGet getValueNb(int peer, long offset, int bytes) {
        FarThread thread = thread();
        FarEvent event = event(thread, "getValueNb", peer, offset, bytes);
        sender.getValue(thread, event.sink(), peer, offset, bytes);
        event.begun();
        return new ValueGet(job, event);
    }

    /** Answers the value before. */
    long atomic(int peer, long offset, DataType type, Opcode opcode, long operand1, long operand2) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin(opcode.name(), peer, offset, type.bytes());
        sender.atomic(thread, wait, null, 0, peer, offset, type, opcode, operand1, operand2, false);
        await(thread, wait);
        return wait.value();
    }

    Event atomicNb(MemorySegment result, long resultOffset, int peer, long offset, DataType type, Opcode opcode,
            long operand1, long operand2, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, opcode.name(), peer, offset, type.bytes());
        return event.ifSent(sender.atomic(thread, event.sink(), result, resultOffset, peer, offset, type, opcode,
                operand1, operand2,
                immediate));
    }

    boolean atomicNbi(MemorySegment result, long resultOffset, int peer, long offset, DataType type, Opcode opcode,
            long operand1, long operand2, boolean immediate) {
        FarThread thread = thread();
        return sender.atomic(thread, implicit(thread), result, resultOffset, peer, offset, type, opcode, operand1,
                operand2, immediate);
    }

    boolean accumulate(int peer, long offset, AccumulateType type, long scale, long imaginary, MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("accumulate", peer, offset, bytes);
        return sender.accumulate(thread, wait, peer, offset, type, scale, imaginary, source, sourceOffset, bytes,
                immediate) && await(thread, wait);
    }

    Event accumulateNb(int peer, long offset, AccumulateType type, long scale, long imaginary, MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "accumulateNb", peer, offset, bytes);
        return event.ifSent(
                sender.accumulate(thread, event.sink(), peer, offset, type, scale, imaginary, source, sourceOffset,
                        bytes, immediate));
    }

    boolean accumulateNbi(int peer, long offset, AccumulateType type, long scale, long imaginary, MemorySegment source,
            long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        return sender.accumulate(thread, implicit(thread), peer, offset, type, scale, imaginary, source, sourceOffset,
                bytes, immediate);
    }

    /** Waits until every put of this thread, in every form, is complete: atomic SETs too, and no other updates. */
    void fence() {
        if (!used) {
            return;
        }
        FarThread thread = thread();
        if (!thread.nonBlocking().isComplete(FENCED)) {
            job.checkUnrestricted("Rma.fence, with puts under way to memory that is not mapped here,");
            await(thread, new FarSetWait("fence", thread.nonBlocking(), FENCED));
        }
    }

    /** Whether this thread's implicit operations of these categories, outside regions, are complete. */
    boolean test(EventCategory... categories) {
        if (!used) {
            return true;
        }
        FarThread thread = thread();
        boolean complete = thread.implicit().isComplete(FarSet.mask(categories));
        if (complete) {
            thread.land();
        }
        return complete;
    }

    /** Waits until {@link #test} is true. */
    void await(EventCategory... categories) {
        if (used && !test(categories)) {
            FarThread thread = thread();
            await(thread, new FarSetWait("Nbi.await", thread.implicit(), FarSet.mask(categories)));
        }
    }

    /** The event of an access region of this thread that has ended. */
    Event event(FarSet operations) {
        FarThread thread = thread();
        if (!operations.isComplete(FarSet.EVERYTHING)) {
            return new FarRegionEvent(job, thread, operations);
        }
        thread.land();
        return Event.DONE;
    }
}
