package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.Map;

import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.Segment;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowMemory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Every call of a window takes in what peers have sent, those that do not wait too: a program may repeat any of them
 * until a peer has gone on. What was sent before the call begins is done when it returns, so no loop and no time is
 * needed to see it: this rank calls once.
 */
@RankDefaults(ranks = 2, segment = "64k")
class MpiServiceTest {
    private static final VarHandle WORDS = ValueLayout.JAVA_LONG.varHandle();

    /** In the attached segments. */
    private static final long READY = 64;
    private static final long SENT = 128;

    /** A call, what has to be open for it and what ends that. */
    private record Call(Runnable before, Runnable call, Runnable after) {}

    private static final Runnable NOTHING = () -> {
    };

    private final MemorySegment word = MemorySegment.ofArray(new long[1]);

    private Map<String, Call> calls(Window window, int me) {
        Runnable lock = () -> window.lock(LockType.SHARED, me, Assertions.NONE);
        Runnable unlock = () -> window.unlock(me);
        Runnable lockAll = () -> window.lockAll(Assertions.NONE);
        Map<String, Call> calls = new LinkedHashMap<>();
        calls.put("put", new Call(lock, () -> window.put(word, 1, Datatype.LONG, me, 1, 1, Datatype.LONG), unlock));
        calls.put("get", new Call(lock, () -> window.get(word, 1, Datatype.LONG, me, 1, 1, Datatype.LONG), unlock));
        calls.put("accumulate", new Call(lock,
                () -> window.accumulate(word, 1, Datatype.LONG, me, 1, 1, Datatype.LONG, Op.SUM), unlock));
        calls.put("getAccumulate", new Call(lock, () -> window.getAccumulate(null, 0, null, word, 1, Datatype.LONG, me,
                1, 1, Datatype.LONG, Op.NO_OP), unlock));
        calls.put("fetchAndOp", new Call(lock,
                () -> window.fetchAndOp(null, word, Datatype.LONG, me, 1, Op.NO_OP), unlock));
        calls.put("fetchAndOp of a long", new Call(lock, () -> window.fetchAndOp(0, me, 1, Op.NO_OP), unlock));
        calls.put("compareAndSwap", new Call(lock,
                () -> window.compareAndSwap(word, word, word, Datatype.LONG, me, 1), unlock));
        calls.put("compareAndSwap of a long", new Call(lock, () -> window.compareAndSwap(1, 1, me, 1), unlock));
        calls.put("rget", new Call(lock, () -> window.rget(word, 1, Datatype.LONG, me, 1, 1, Datatype.LONG), unlock));
        calls.put("put to nobody", new Call(lock,
                () -> window.put(word, 1, Datatype.LONG, Window.PROC_NULL, 0, 1, Datatype.LONG), unlock));
        calls.put("lock", new Call(NOTHING, lock, unlock));
        calls.put("unlock", new Call(lock, unlock, NOTHING));
        calls.put("lockAll", new Call(NOTHING, lockAll, window::unlockAll));
        calls.put("unlockAll", new Call(lockAll, window::unlockAll, NOTHING));
        calls.put("flush", new Call(lock, () -> window.flush(me), unlock));
        calls.put("flushAll", new Call(lock, window::flushAll, unlock));
        calls.put("flushLocal", new Call(lock, () -> window.flushLocal(me), unlock));
        calls.put("flushLocalAll", new Call(lock, window::flushLocalAll, unlock));
        calls.put("sync", new Call(lock, window::sync, unlock));
        calls.put("start", new Call(NOTHING, () -> window.start(Group.EMPTY, Assertions.NONE), window::complete));
        calls.put("complete", new Call(() -> window.start(Group.EMPTY, Assertions.NONE), window::complete, NOTHING));
        calls.put("post", new Call(NOTHING, () -> window.post(Group.EMPTY, Assertions.NONE), window::await));
        calls.put("test", new Call(() -> window.post(Group.EMPTY, Assertions.NONE), () -> assertTrue(window.test()),
                NOTHING));
        calls.put("await", new Call(() -> window.post(Group.EMPTY, Assertions.NONE), window::await, NOTHING));
        return calls;
    }

    /** What comes from another neighbourhood is carried out whether a call is made or not. */
    @RankTest(neighbourhoods = 1)
    void shouldTakeInWhatPeersHaveSentInEveryCall(Job job) {
        serveAll(job);
    }

    /** What comes from another neighbourhood is carried out whether a call is made or not. */
    @RankTest(settings = "pgas.checks=on", neighbourhoods = 1)
    void shouldTakeInWhatPeersHaveSentInEveryCheckedCall(Job job) {
        serveAll(job);
    }

    private void serveAll(Job job) {
        long[] own = new long[1];
        Window data = Window.create(job.world(), MemorySegment.ofArray(own), 8);
        Window local = Window.create(job.world(), MemorySegment.ofArray(new long[2]), 8);
        Window mapped = Window.allocate(job.world(), 16, 8);
        Window dynamic = Window.createDynamic(job.world());
        long sent = 0;
        for (Window window : new Window[]{local, mapped}) {
            for (Map.Entry<String, Call> each : calls(window, job.rank()).entrySet()) {
                serve(job, data, own, ++sent, each.getKey() + " of a " + window.flavour() + " window",
                        each.getValue());
            }
        }
        serve(job, data, own, ++sent, "attach",
                new Call(NOTHING, () -> dynamic.attach(MemorySegment.ofArray(new long[1])), NOTHING));
        job.world().barrier();
        dynamic.free();
        mapped.free();
        local.free();
        data.free();
    }

    /** Rank 1 puts a number; when it is on its way, rank 0 makes the call, and has the number. */
    private static void serve(Job job, Window data, long[] own, long number, String what, Call call) {
        if (job.rank() == 1) {
            Signals.await(job, READY, number);
            data.lock(LockType.SHARED, 0, Assertions.NONE);
            data.put(MemorySegment.ofArray(new long[]{number}), 1, Datatype.LONG, 0, 0, 1, Datatype.LONG);
            Signals.raise(job, 0, SENT, number);
            data.unlock(0);
            return;
        }
        call.before.run();
        Signals.raise(job, 1, READY, number);
        await(job, SENT, number);
        assertEquals(number - 1, own[0], "before " + what);
        call.call.run();
        assertEquals(number, own[0], what + " has not taken in what rank 1 has put");
        call.after.run();
    }

    /** Without a call of the library, which might take something in. */
    private static void await(Job job, long place, long number) {
        MemorySegment words = job.endpoint().segment().local();
        while ((long) WORDS.getVolatile(words, place) < number) {
            Thread.onSpinWait();
        }
    }

    /**
     * Where all memory is mapped, calls have nothing to take in, and do not look: messages of the program's own stay
     * where they are. Between neighbourhoods no rank has all memory mapped.
     */
    @RankTest(neighbourhoods = 1)
    void shouldLookForMessagesOnlyWhileMemoryIsReachedByThem(Job job) {
        long[] handled = new long[1];
        int handler = job.endpoint().handlers()
                .register(HandlerEntry.ofShort(_ -> handled[0]++).request().arguments(0));
        Window mapped = Window.allocate(job.world(), 16, 8);
        job.world().barrier();
        look(job, mapped, handler, handled, 1, 0);
        Window local = Window.create(job.world(), MemorySegment.ofArray(new long[1]), 8);
        look(job, mapped, handler, handled, 2, 1);
        local.free();
        look(job, mapped, handler, handled, 3, 0);
        // some part of it is: answers of its rank may have to be taken in
        local = Window.create(job.world(), job.rank() == 0 ? MemorySegment.NULL : MemorySegment.ofArray(new long[1]),
                8);
        look(job, mapped, handler, handled, 4, 1);
        local.free();
        Segment client = job.segments().create(MemorySegment.ofArray(new long[1]));
        look(job, mapped, handler, handled, 5, 1);
        client.destroy();
        look(job, mapped, handler, handled, 6, 0);
        mapped.free();
    }

    private static void look(Job job, Window mapped, int handler, long[] handled, long number, int taken) {
        if (job.rank() == 1) {
            job.world().am().requestShort(0, handler);
            Signals.raise(job, 0, SENT, number);
        } else {
            await(job, SENT, number);
            mapped.lock(LockType.SHARED, 0, Assertions.NOCHECK);
            mapped.unlock(0);
            assertEquals(number - 1 + taken, handled[0], "look " + number);
            job.blockUntil(() -> handled[0] == number);
        }
        job.world().barrier();
    }

    /**
     * A list that grows at its end. Its elements lie in all kinds of memory. The rank that has the last element looks
     * at its own memory until another rank has entered the successor.
     */
    @AcrossNeighbourhoodsAsThreads
    @AcrossThreeNeighbourhoods
    @RankTest(ranks = 3)
    void shouldGrowAListThatAllRanksAppendTo(Job job) {
        grow(job);
    }

    @AcrossNeighbourhoodsAsThreads
    @RankTest(ranks = 3, settings = "pgas.checks=on")
    void shouldGrowAListThatAllRanksAppendToWithChecks(Job job) {
        grow(job);
    }

    private void grow(Job job) {
        for (int kind = 0; kind < 3; kind++) {
            new List(job, kind).grow(20);
        }
    }

    /** Elements have a displacement and a rank of the next one, -1 for none, and the rank that has made them. */
    private static final class List {
        private static final long NEXT = 0;
        private static final long NEXT_RANK = 8;
        private static final long MAKER = 16;

        private final Job job;
        private final int kind;
        private final Window window;
        private final java.util.List<WindowMemory> memories = new java.util.ArrayList<>();

        List(Job job, int kind) {
            this.job = job;
            this.kind = kind;
            this.window = Window.createDynamic(job.world());
        }

        private long element(long maker) {
            MemorySegment memory;
            if (kind == 0) {
                memory = MemorySegment.ofArray(new long[3]);
            } else if (kind == 1) {
                memory = Arena.ofAuto().allocate(24, 8);
            } else {
                memories.add(WindowMemory.allocate(job, 24));
                memory = memories.getLast().memory();
            }
            memory.set(ValueLayout.JAVA_LONG, NEXT, -1);
            memory.set(ValueLayout.JAVA_LONG, NEXT_RANK, -1);
            memory.set(ValueLayout.JAVA_LONG, MAKER, maker);
            return window.attach(memory);
        }

        void grow(int each) {
            MemorySegment words = job.endpoint().segment().local();
            if (job.rank() == 0) {
                words.set(ValueLayout.JAVA_LONG, 0, element(-1));
            }
            job.world().barrier();
            long head = job.world().rma().getLong(0, 0);
            long tail = head;
            int tailRank = 0;
            window.lockAll(Assertions.NONE);
            for (int i = 0; i < each; i++) {
                long made = element(job.rank());
                window.sync();
                boolean entered = false;
                while (!entered) {
                    long next = window.compareAndSwap(-1, job.rank(), tailRank, tail + NEXT_RANK);
                    entered = next < 0;
                    if (entered) {
                        window.fetchAndOp(made, tailRank, tail + NEXT, Op.REPLACE);
                        window.flush(tailRank);
                        tail = made;
                        tailRank = job.rank();
                    } else {
                        tail = next(tailRank, tail);
                        tailRank = (int) next;
                    }
                }
            }
            window.unlockAll();
            job.world().barrier();
            count(head, each);
            job.world().barrier();
            window.free();
            memories.forEach(WindowMemory::free);
        }

        private long next(int rank, long element) {
            long next;
            do {
                next = window.fetchAndOp(0, rank, element + NEXT, Op.NO_OP);
                window.flush(rank);
            } while (next == -1);
            return next;
        }

        private void count(long head, int each) {
            long[] made = new long[job.size()];
            window.lockAll(Assertions.NONE);
            int rank = 0;
            long element = head;
            while (true) {
                long maker = window.fetchAndOp(0, rank, element + MAKER, Op.NO_OP);
                if (maker >= 0) {
                    made[(int) maker]++;
                }
                long nextRank = window.fetchAndOp(0, rank, element + NEXT_RANK, Op.NO_OP);
                if (nextRank < 0) {
                    break;
                }
                element = window.fetchAndOp(0, rank, element + NEXT, Op.NO_OP);
                rank = (int) nextRank;
            }
            window.unlockAll();
            for (long of : made) {
                assertEquals(each, of);
            }
        }
    }
}
