package org.pgas.far;

import java.lang.foreign.MemorySegment;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;

import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.message.Handlers;
import org.pgas.message.Messenger;
import org.pgas.operation.Categories;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.place.ClientMemory;
import org.pgas.rank.Slot;
import org.pgas.rank.Slots;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadState;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageTransport;
import org.pgas.wait.Awaited;
import org.pgas.wait.Serving;
import org.pgas.wait.Waiting;

/**
 * Transfers to and from memory of peers that is not mapped here, and updates of it, in every form: blocking, with an
 * explicit event, and implicit. The owner carries them out when it polls or waits; those of one thread to one rank in
 * the order in which they began.
 *
 * <p>Any thread. Ranks are job ranks, ranges are checked and not empty.
 */
public final class FarTransfers {
    /** What a fence waits for. */
    private static final int FENCED = Categories.mask(EventCategory.PUT);

    private final ThisRank self;
    private final UnawaitedOperations unawaited;
    private final Waiting waiting;
    private final Serving serving;
    private final Slot<FarThread> threads;
    private final Slot<FarSet> regionsOperations;
    private final FarOperations operations = new FarOperations();
    private final FarSender sender;
    private final FarRegionSender regions;
    private final PeerCompletion completion;
    private final SmallOperations small;

    /** These are null in a job of one neighbourhood. */
    private final FarSteps.Way steps;

    private final FarKeys keys;

    /**
     * Whether any thread has ever begun an operation here. Plain: a thread asks about operations of its own, so it has
     * to see its own write only.
     */
    private boolean used; // threads that begin operations | the same | plain

    public FarTransfers(ThisRank self, UnawaitedOperations unawaited, Messenger messenger, Handlers handlers,
            Serving serving, IntFunction<ClientMemory> memories, IntBinaryOperator bindings) {
        this.self = self;
        this.unawaited = unawaited;
        this.serving = serving;
        waiting = unawaited.waiting();
        threads = self.threadStates().slot();
        regionsOperations = self.threadStates().slot();
        unawaited.addImplicit(this::implicitUnderWay);
        MessageTransport transport = self.conduit().messages();
        Pieces puts = Pieces.of(transport, FarMessages.PUT);
        Pieces gets = Pieces.of(transport, FarMessages.DATA);
        Pieces accumulates = Pieces.of(transport, FarMessages.ACCUMULATE).atMost(FarMessages.MOST_ACCUMULATE_BYTES);
        sender = new FarSender(messenger, operations, self.conduit().oneSided(), puts, gets, accumulates);
        new FarReplies(self, operations, handlers, gets);
        FarOwner owner = new FarOwner(self, messenger, handlers, memories);
        int fragmentBytes = FarMessages.fragmentBytes(transport);
        regions = new FarRegionSender(messenger, operations, fragmentBytes);
        new FarRegionOwner(self, messenger, handlers, owner, fragmentBytes);
        completion = new PeerCompletion(messenger, handlers);
        small = new SmallOperations(self);
        boolean isAlone = self.conduit().copies() == null;
        keys = isAlone ? null : new FarKeys(self, messenger, handlers, owner, bindings);
        steps = isAlone ? null : serveElsewhere(messenger, handlers, owner, puts, gets);
    }

    /** In a job of several neighbourhoods. */
    private FarSteps.Way serveElsewhere(Messenger messenger, Handlers handlers, FarOwner owner, Pieces puts,
            Pieces gets) {
        messenger.placeBy(new FarPlaces(self, messenger, handlers, owner, puts));
        int stepBytes = Math.min(FarSteps.MOST_BYTES,
                self.conduit().messages().maxPayload(MessageHead.argumentCount(FarMessages.STEP))
                        - FarStep.HEAD_BYTES);
        new FarStepOwner(self, messenger, handlers, owner, stepBytes);
        self.conduit().messages().serveBy(messenger::serve, FarMessages.SERVED);
        self.conduit().messages().landBy(new FarLanding(self, owner, operations, gets));
        return new FarSteps.Way(this, messenger, self.conduit().member(), stepBytes);
    }

    FarRegionSender regions() {
        return regions;
    }

    boolean isClosed() {
        return self.isClosed();
    }

    /** Steps at a place of a rank of another neighbourhood: {@code at} as {@link FarMessages#at} has it. */
    FarSteps steps(int peer, long at) {
        return new FarSteps(steps, peer, at);
    }

    PeerCompletion completion() {
        return completion;
    }

    public FarOperations operations() {
        return operations;
    }

    public FarThread thread() {
        ThreadState state = self.threadStates().current();
        FarThread far = threads.of(state);
        if (far == null) {
            far = new FarThread(self.size(), self.conduit().oneSided() != null);
            threads.set(state, far);
            use();
        }
        return far;
    }

    /** From the first operation on, answers come. */
    private synchronized void use() {
        if (!used) {
            used = true;
            serving.begin();
        }
    }

    /** Where implicit operations of this thread belong: its open access region, or its own set. */
    FarSet implicit(FarThread thread) {
        Slots region = self.threadStates().current().region();
        return region == null ? thread.implicit() : ofRegion(region);
    }

    private FarSet ofRegion(Slots region) {
        FarSet operations = regionsOperations.of(region);
        if (operations == null) {
            operations = new FarSet(self.size());
            regionsOperations.set(region, operations);
        }
        return operations;
    }

    /** What implicit operations the calling thread has under way, in words, or null. */
    private String implicitUnderWay() {
        FarThread thread = threads.of(self.threadStates().current());
        return thread == null || thread.implicit().isComplete(Categories.EVERYTHING) ? null
                : thread.implicit().describe(Categories.EVERYTHING);
    }

    /** Waits for what this thread has sent. Says yes. */
    boolean await(FarThread thread, Awaited awaited) {
        try {
            waiting.await(awaited);
        } catch (RuntimeException e) {
            thread.giveUp();
            throw e;
        }
        thread.land();
        return true;
    }

    /** Waits for a blocking operation of this thread that was sent, and counts it. Says yes. */
    boolean finish(FarThread thread, FarWait wait) {
        await(thread, wait);
        small.completed(wait.peer(), wait.bytes(), wait.category());
        return true;
    }

    FarEvent event(FarThread thread, String operation, int peer, long offset, long bytes) {
        return new FarEvent(unawaited, thread, new FarWait().begin(operation, peer, offset, bytes));
    }

    /** Whether operations of this thread are under way, which nothing that goes another way is to overtake. */
    public boolean hasOperations() {
        return used && !thread().nonBlocking().isComplete(Categories.EVERYTHING);
    }

    /**
     * As devices reach memory of a peer, for a transfer that they are to carry out; 0 for one by messages. What this
     * thread has under way by messages with that peer is not overtaken.
     */
    private long direct(FarThread thread, int peer, long at, long bytes) {
        return keys == null || !keys.areFor(peer, bytes) || thread.hasMessagesUnderWay(peer) ? 0
                : keys.memory(peer, at);
    }

    public boolean put(int peer, long offset, MemorySegment source, long sourceOffset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("put", peer, offset, bytes);
        return sender.put(thread, wait, peer, offset, source, sourceOffset, bytes, immediate,
                direct(thread, peer, offset, bytes)) && finish(thread, wait);
    }

    /** {@code ordered}: nothing of this thread that comes behind it overtakes it. */
    public Event putNb(int peer, long offset, MemorySegment source, long sourceOffset, long bytes, boolean immediate,
            boolean ordered) {
        FarThread thread = thread();
        FarEvent event = event(thread, "putNb", peer, offset, bytes);
        return event.ifSent(sender.put(thread, event.sink(), peer, offset, source, sourceOffset, bytes, immediate,
                ordered ? 0 : direct(thread, peer, offset, bytes)));
    }

    /** As {@link #putNb}, with an implicit event. */
    public boolean putNbi(int peer, long offset, MemorySegment source, long sourceOffset, long bytes,
            boolean immediate, boolean ordered) {
        FarThread thread = thread();
        return sender.put(thread, implicit(thread), peer, offset, source, sourceOffset, bytes, immediate,
                ordered ? 0 : direct(thread, peer, offset, bytes));
    }

    public void memset(int peer, long offset, byte value, long bytes) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("memset", peer, offset, bytes);
        sender.fill(thread, wait, peer, offset, value, bytes, false);
        finish(thread, wait);
    }

    public Event memsetNb(int peer, long offset, byte value, long bytes) {
        FarThread thread = thread();
        FarEvent event = event(thread, "memsetNb", peer, offset, bytes);
        sender.fill(thread, event.sink(), peer, offset, value, bytes, false);
        return event.begun();
    }

    public void memsetNbi(int peer, long offset, byte value, long bytes) {
        FarThread thread = thread();
        sender.fill(thread, implicit(thread), peer, offset, value, bytes, false);
    }

    public boolean putValue(int peer, long offset, long value, int bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("put of a value", peer, offset, bytes);
        return sender.putValue(thread, wait, peer, offset, value, bytes, immediate) && finish(thread, wait);
    }

    public Event putValueNb(int peer, long offset, long value, int bytes, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "putValueNb", peer, offset, bytes);
        return event.ifSent(sender.putValue(thread, event.sink(), peer, offset, value, bytes, immediate));
    }

    public boolean putValueNbi(int peer, long offset, long value, int bytes, boolean immediate) {
        FarThread thread = thread();
        return sender.putValue(thread, implicit(thread), peer, offset, value, bytes, immediate);
    }

    public boolean get(MemorySegment target, long targetOffset, int peer, long offset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("get", peer, offset, bytes);
        return sender.get(thread, wait, target, targetOffset, peer, offset, bytes, immediate,
                direct(thread, peer, offset, bytes)) && finish(thread, wait);
    }

    public Event getNb(MemorySegment target, long targetOffset, int peer, long offset, long bytes, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "getNb", peer, offset, bytes);
        return event.ifSent(sender.get(thread, event.sink(), target, targetOffset, peer, offset, bytes, immediate,
                direct(thread, peer, offset, bytes)));
    }

    public boolean getNbi(MemorySegment target, long targetOffset, int peer, long offset, long bytes,
            boolean immediate) {
        FarThread thread = thread();
        return sender.get(thread, implicit(thread), target, targetOffset, peer, offset, bytes, immediate,
                direct(thread, peer, offset, bytes));
    }

    public long getValue(int peer, long offset, int bytes) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("get of a value", peer, offset, bytes);
        sender.getValue(thread, wait, peer, offset, bytes);
        finish(thread, wait);
        return wait.value();
    }

    public FarEvent getValueNb(int peer, long offset, int bytes) {
        FarThread thread = thread();
        FarEvent event = event(thread, "getValueNb", peer, offset, bytes);
        sender.getValue(thread, event.sink(), peer, offset, bytes);
        event.begun();
        return event;
    }

    /** Answers the value before. */
    long atomic(int peer, long offset, FarAtomic atomic) {
        FarThread thread = thread();
        FarWait wait = beginAtomic(thread, peer, offset, atomic);
        finish(thread, wait);
        return wait.value();
    }

    /** Waits until the owner has updated the word of a signal. It is none of the operations that are counted. */
    void signal(int peer, long offset, FarAtomic update) {
        FarThread thread = thread();
        await(thread, beginAtomic(thread, peer, offset, update));
    }

    private FarWait beginAtomic(FarThread thread, int peer, long offset, FarAtomic atomic) {
        FarWait wait = thread.blocking().begin(atomic.opcode().name(), peer, offset, atomic.type().bytes());
        sender.atomic(thread, wait, peer, offset, atomic, false);
        return wait;
    }

    Event atomicNb(int peer, long offset, FarAtomic atomic, boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, atomic.opcode().name(), peer, offset, atomic.type().bytes());
        return event.ifSent(sender.atomic(thread, event.sink(), peer, offset, atomic, immediate));
    }

    boolean atomicNbi(int peer, long offset, FarAtomic atomic, boolean immediate) {
        FarThread thread = thread();
        return sender.atomic(thread, implicit(thread), peer, offset, atomic, immediate);
    }

    boolean accumulate(int peer, long offset, Scaling scaling, MemorySegment source, long sourceOffset, long bytes,
            boolean immediate) {
        FarThread thread = thread();
        FarWait wait = thread.blocking().begin("accumulate", peer, offset, bytes);
        return sender.accumulate(thread, wait, peer, offset, scaling, source, sourceOffset, bytes, immediate)
                && finish(thread, wait);
    }

    Event accumulateNb(int peer, long offset, Scaling scaling, MemorySegment source, long sourceOffset, long bytes,
            boolean immediate) {
        FarThread thread = thread();
        FarEvent event = event(thread, "accumulateNb", peer, offset, bytes);
        return event.ifSent(
                sender.accumulate(thread, event.sink(), peer, offset, scaling, source, sourceOffset, bytes, immediate));
    }

    boolean accumulateNbi(int peer, long offset, Scaling scaling, MemorySegment source, long sourceOffset, long bytes,
            boolean immediate) {
        FarThread thread = thread();
        return sender.accumulate(thread, implicit(thread), peer, offset, scaling, source, sourceOffset, bytes,
                immediate);
    }

    /** Waits until every put of this thread, in every form, is complete: atomic SETs too, and no other updates. */
    public void fence() {
        if (!used) {
            return;
        }
        FarThread thread = thread();
        if (!thread.nonBlocking().isComplete(FENCED)) {
            self.checkUnrestricted("Rma.fence, with puts under way to memory that is not mapped here,");
            await(thread, new FarSetWait("fence", thread.nonBlocking(), FENCED));
        }
    }

    /** Whether this thread's implicit operations of these categories, outside regions, are complete. */
    public boolean test(EventCategory... categories) {
        if (!used) {
            return true;
        }
        FarThread thread = thread();
        boolean complete = thread.implicit().isComplete(Categories.mask(categories));
        if (complete) {
            thread.land();
        }
        return complete;
    }

    /** Waits until {@link #test} is true. */
    public void await(EventCategory... categories) {
        if (used && !test(categories)) {
            FarThread thread = thread();
            await(thread, new FarSetWait("Nbi.await", thread.implicit(), Categories.mask(categories)));
        }
    }

    /** The event of an access region of this thread that has ended. */
    public Event regionEvent(Slots region) {
        FarSet operations = regionsOperations.of(region);
        return operations == null ? Event.DONE : event(operations);
    }

    private Event event(FarSet operations) {
        FarThread thread = thread();
        if (!operations.isComplete(Categories.EVERYTHING)) {
            return new FarRegionEvent(unawaited, thread, operations);
        }
        thread.land();
        return Event.DONE;
    }
}
