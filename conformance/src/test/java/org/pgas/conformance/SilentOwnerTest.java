package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;

import org.junit.jupiter.api.function.Executable;
import org.pgas.AccessRegion;
import org.pgas.Event;
import org.pgas.EventCategory;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.PeerLostException;
import org.pgas.Rma;
import org.pgas.RmaFlags;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.AtomicFlags;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.Scale;
import org.pgas.far.FarRegions;
import org.pgas.regions.Regions;
import org.pgas.team.TeamCore;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * The owner of memory elsewhere does not answer: it is in a handler, so that the way to it gets full, or it has left.
 */
@RankDefaults(ranks = 4, neighbourhoods = 2, segment = "64k")
@OnHosts
class SilentOwnerTest {
    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    /** Rank 2 is a neighbour of it. */
    private static final int OWNER = 3;
    private static final int BESIDE = 2;

    private static final long HELD = 0;
    private static final long OVER = 64;
    private static final long DATA = 4096;
    private static final int BYTES = 4096;
    private static final Regions COMB = Regions.nest(0, 16, new long[]{32}, new long[]{32});

    /**
     * Sends what leaves the number in the first {@code bytes} of the data, when all lower ones were sent before; says
     * whether it was sent.
     */
    private record Form(String name, long bytes, LongPredicate send) {}

    /** All that do not wait. Events go to the list. */
    private static List<Form> forms(Job job, List<Event> events) {
        Rma rma = job.world().rma();
        LongAtomicDomain words = LongAtomicDomain.create(job.world());
        Accumulator sums = Accumulator.of(job.world());
        FarRegions regions = TeamCore.of(job.world()).farRegions();
        Regions flat = Regions.contiguous(0, 512);
        Scale once = Scale.ofLong(1);
        long[] before = new long[1];
        MemorySegment result = MemorySegment.ofArray(before);
        return List.of(
                new Form("putNb", BYTES,
                        n -> isSent(events,
                                rma.putNb(OWNER, DATA, numbers(n), 0, BYTES, LocalCompletion.NOW,
                                        RmaFlags.IMMEDIATE))),
                new Form("putNbi", BYTES,
                        n -> rma.putNbi(OWNER, DATA, numbers(n), 0, BYTES, LocalCompletion.GROUP,
                                RmaFlags.IMMEDIATE)),
                new Form("putValueNb", 8, n -> isSent(events, rma.putValueNb(OWNER, DATA, n, 8, RmaFlags.IMMEDIATE))),
                new Form("putValueNbi", 8, n -> rma.putValueNbi(OWNER, DATA, n, 8, RmaFlags.IMMEDIATE)),
                new Form("ADD with an event", 8,
                        _ -> isSent(events,
                                words.applyNb(null, 0, OWNER, DATA, Opcode.ADD, 1, 0, AtomicFlags.IMMEDIATE))),
                new Form("FADD with an event", 8,
                        _ -> isSent(events,
                                words.applyNb(result, 0, OWNER, DATA, Opcode.FADD, 1, 0, AtomicFlags.IMMEDIATE))),
                new Form("ADD", 8, _ -> words.applyNbi(null, 0, OWNER, DATA, Opcode.ADD, 1, 0, AtomicFlags.IMMEDIATE)),
                new Form("accumulateNb", BYTES,
                        _ -> isSent(events,
                                sums.accumulateNb(OWNER, DATA, once, numbers(1), 0, BYTES, LocalCompletion.NOW,
                                        AtomicFlags.IMMEDIATE))),
                new Form("accumulateNbi", BYTES,
                        _ -> sums.accumulateNbi(OWNER, DATA, once, numbers(1), 0, BYTES, LocalCompletion.GROUP,
                                AtomicFlags.IMMEDIATE)),
                new Form("putNb of regions", 16,
                        n -> isSent(events, regions.putNb(OWNER, DATA, COMB, numbers(n), 0, flat, true))),
                new Form("putNbi of regions", 16, n -> regions.putNbi(OWNER, DATA, COMB, numbers(n), 0, flat, true)));
    }

    private static MemorySegment numbers(long number) {
        long[] numbers = new long[BYTES / Long.BYTES];
        Arrays.fill(numbers, number);
        return MemorySegment.ofArray(numbers);
    }

    private static boolean isSent(List<Event> events, Event event) {
        return event != Event.NOT_SENT && events.add(event);
    }

    /**
     * The owner takes in nothing while its handler runs, since that keeps its turn. Each form is sent until the way is
     * full; what was not sent has not been done when all is.
     */
    @RankTest
    void shouldDoExactlyWhatWasSaidToBeSentWhenTheWayIsFull(Job job) {
        MemorySegment own = job.endpoint().segment().local();
        long[] round = new long[1];
        int hold = job.endpoint().handlers().register(HandlerEntry.ofShort(_ -> {
            WORD.setVolatile(own, HELD, round[0]);
            Computing.until("rank 2 lets it go", () -> (long) WORD.getVolatile(own, OVER) == round[0]);
        }).request().arguments(0));
        List<Event> events = new ArrayList<>();
        for (Form form : forms(job, events)) {
            round[0]++;
            own.asSlice(DATA, BYTES).fill((byte) 0);
            job.world().barrier();
            if (job.rank() == 0) {
                job.world().am().requestShort(OWNER, hold);
                Signals.await(job, HELD, round[0]);
                long sent = 0;
                while (form.send.test(sent + 1)) {
                    sent++;
                }
                Signals.raise(job, BESIDE, OVER, round[0]);
                events.forEach(Event::await);
                events.clear();
                job.nbi().await();
                assertTrue(sent > 0, form.name);
                MemorySegment there = MemorySegment.ofArray(new long[BYTES / Long.BYTES]);
                job.world().rma().get(there, 0, OWNER, DATA, BYTES);
                assertEquals(-1, there.asSlice(0, form.bytes).mismatch(numbers(sent).asSlice(0, form.bytes)),
                        () -> form.name + " has left " + there.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
            } else if (job.rank() == BESIDE) {
                Signals.await(job, OWNER, HELD, round[0]);
                Signals.raise(job, 0, HELD, round[0]);
                Signals.await(job, OVER, round[0]);
                Signals.raise(job, OWNER, OVER, round[0]);
            } else if (job.rank() == OWNER) {
                Signals.await(job, OVER, round[0]);
            }
            job.world().barrier();
        }
    }

    /** The data of what was not sent do not come, either. */
    @RankTest
    void shouldBringExactlyWhatWasSaidToBeAskedForWhenTheWayIsFull(Job job) {
        MemorySegment own = job.endpoint().segment().local();
        int hold = job.endpoint().handlers().register(HandlerEntry.ofShort(_ -> {
            WORD.setVolatile(own, HELD, 1L);
            Computing.until("rank 2 lets it go", () -> (long) WORD.getVolatile(own, OVER) == 1);
        }).request().arguments(0));
        own.fill((byte) 0);
        own.asSlice(DATA, BYTES).copyFrom(numbers(7));
        job.world().barrier();
        if (job.rank() == 0) {
            job.world().am().requestShort(OWNER, hold);
            Signals.await(job, HELD, 1);
            Rma rma = job.world().rma();
            List<Event> events = new ArrayList<>();
            List<long[]> asked = new ArrayList<>();
            long[] last = new long[1];
            while (isSent(events,
                    rma.getNb(MemorySegment.ofArray(last), 0, OWNER, DATA, Long.BYTES, RmaFlags.IMMEDIATE))) {
                asked.add(last);
                last = new long[1];
            }
            long[] implicit = new long[1];
            while (rma.getNbi(MemorySegment.ofArray(implicit), 0, OWNER, DATA, Long.BYTES, RmaFlags.IMMEDIATE)) {
                asked.add(implicit);
                implicit = new long[1];
            }
            Signals.raise(job, BESIDE, OVER, 1);
            events.forEach(Event::await);
            job.nbi().await();
            assertFalse(asked.isEmpty());
            asked.forEach(each -> assertEquals(7, each[0]));
            assertEquals(0, last[0]);
            assertEquals(0, implicit[0]);
        } else if (job.rank() == BESIDE) {
            Signals.await(job, OWNER, HELD, 1);
            Signals.raise(job, 0, HELD, 1);
            Signals.await(job, OVER, 1);
            Signals.raise(job, OWNER, OVER, 1);
        } else if (job.rank() == OWNER) {
            Signals.await(job, OVER, 1);
        }
        job.world().barrier();
    }

    /** Rank 0 begins one operation after the other while the owner leaves: what is under way then is done, or lost. */
    @RankTest
    void shouldEndWhatIsUnderWayWhenTheOwnerLeaves(Job job) {
        LongAtomicDomain words = LongAtomicDomain.create(job.world());
        MemorySegment own = job.endpoint().segment().local();
        job.world().barrier();
        if (job.rank() == OWNER) {
            Computing.until("rank 0 has begun", () -> (long) WORD.getVolatile(own, DATA) != 0);
            job.close();
        } else if (job.rank() == 0) {
            Rma rma = job.world().rma();
            MemorySegment memory = numbers(1);
            List<Event> events = new ArrayList<>();
            assertOwnerLost(() -> {
                while (true) {
                    rma.putNbi(OWNER, DATA, memory, 0, BYTES, LocalCompletion.GROUP);
                    events.add(rma.putNb(OWNER, DATA, memory, 0, BYTES, LocalCompletion.NOW));
                    words.applyNbi(null, 0, OWNER, DATA, Opcode.ADD, 1, 0, AtomicFlags.NONE);
                    events.add(rma.getNb(numbers(0), 0, OWNER, DATA, BYTES));
                }
            });
            for (Event event : events) {
                assertDoneOrLost(event::await);
            }
            assertDoneOrLost(() -> job.nbi().await(EventCategory.RMW));
            assertDoneOrLost(() -> job.nbi().await(EventCategory.PUT));
            job.nbi().await(EventCategory.GET);
            assertBesideIsServed(job, words);
            Signals.raise(job, BESIDE, OVER, 1);
        } else if (job.rank() == BESIDE) {
            Signals.await(job, OVER, 1);
        }
    }

    /** The call is refused, or, as long as the way is open, what it begins is lost. */
    @RankTest
    void shouldLoseWhatBeginsWhenTheOwnerHasLeft(Job job) {
        LongAtomicDomain words = LongAtomicDomain.create(job.world());
        Accumulator sums = Accumulator.of(job.world());
        FarRegions regions = TeamCore.of(job.world()).farRegions();
        job.world().barrier();
        if (job.rank() == OWNER) {
            job.close();
        } else if (job.rank() == 0) {
            Rma rma = job.world().rma();
            assertOwnerLost(() -> {
                while (true) {
                    rma.getLong(OWNER, DATA);
                }
            });
            MemorySegment memory = numbers(1);
            Scale once = Scale.ofLong(1);
            Regions flat = Regions.contiguous(0, 512);
            List<Executable> calls = List.of(
                    () -> begin(job, EventCategory.PUT, () -> rma.putValueNbi(OWNER, DATA, 1, 8)),
                    () -> begin(job, EventCategory.GET, () -> rma.getNbi(memory, 0, OWNER, DATA, BYTES)),
                    () -> begin(job, EventCategory.RMW,
                            () -> words.applyNbi(null, 0, OWNER, DATA, Opcode.ADD, 1, 0, AtomicFlags.NONE)),
                    () -> rma.putNb(OWNER, DATA, memory, 0, BYTES, LocalCompletion.NOW).await(),
                    () -> rma.putValueNb(OWNER, DATA, 1, 8).await(),
                    () -> rma.getNb(memory, 0, OWNER, DATA, BYTES).await(),
                    () -> rma.getValueNb(OWNER, DATA, 8).await(),
                    () -> words.applyNb(null, 0, OWNER, DATA, Opcode.ADD, 1, 0, AtomicFlags.NONE).await(),
                    () -> sums.accumulateNb(OWNER, DATA, once, memory, 0, BYTES, LocalCompletion.NOW).await(),
                    () -> regions.putNb(OWNER, DATA, COMB, memory, 0, flat, false).await(),
                    () -> regions.getNb(memory, 0, flat, OWNER, DATA, COMB, false).await(),
                    () -> rma.putLong(OWNER, DATA, 1), () -> words.fetchAdd(OWNER, DATA, 1));
            for (int round = 0; round < 10; round++) {
                calls.forEach(SilentOwnerTest::assertOwnerLost);
            }
            assertEquals(-1, memory.mismatch(numbers(1)));
            assertBesideIsServed(job, words);
            Signals.raise(job, BESIDE, OVER, 1);
        } else if (job.rank() == BESIDE) {
            Signals.await(job, OVER, 1);
        }
    }

    /** As the forms that wait, and not "not sent" for ever: there will be no room any more. */
    @RankTest
    void shouldTellWhoDoesNotWaitThatTheOwnerHasLeft(Job job) {
        List<Event> events = new ArrayList<>();
        List<Form> forms = new ArrayList<>(forms(job, events));
        LongAtomicDomain words = LongAtomicDomain.create(job.world());
        Rma rma = job.world().rma();
        MemorySegment memory = numbers(1);
        forms.add(new Form("getNb", BYTES,
                _ -> isSent(events, rma.getNb(memory, 0, OWNER, DATA, BYTES, RmaFlags.IMMEDIATE))));
        forms.add(new Form("getNbi", BYTES, _ -> rma.getNbi(memory, 0, OWNER, DATA, BYTES, RmaFlags.IMMEDIATE)));
        job.world().barrier();
        if (job.rank() == OWNER) {
            job.close();
        } else if (job.rank() == 0) {
            for (Form form : forms) {
                assertOwnerLost(() -> {
                    while (true) {
                        if (!form.send.test(1)) {
                            Thread.yield();
                        }
                    }
                });
                events.forEach(event -> assertDoneOrLost(event::await));
                events.clear();
                for (EventCategory category : List.of(EventCategory.PUT, EventCategory.GET, EventCategory.RMW)) {
                    assertDoneOrLost(() -> job.nbi().await(category));
                }
            }
            assertBesideIsServed(job, words);
            Signals.raise(job, BESIDE, OVER, 1);
        } else if (job.rank() == BESIDE) {
            Signals.await(job, OVER, 1);
        }
    }

    private static void begin(Job job, EventCategory category, Runnable call) {
        call.run();
        job.nbi().await(category);
    }

    /** What was given up or refused disturbs nothing that is begun later. */
    private static void assertBesideIsServed(Job job, LongAtomicDomain words) {
        Rma rma = job.world().rma();
        rma.putNb(BESIDE, DATA, numbers(5), 0, BYTES, LocalCompletion.NOW).await();
        assertEquals(5, words.fetchAdd(BESIDE, DATA, 1));
        MemorySegment back = numbers(0);
        AccessRegion region = job.nbi().beginAccessRegion();
        rma.putValueNbi(BESIDE, DATA + 8, 7, 8);
        rma.getNbi(back, 0, BESIDE, DATA, BYTES);
        region.end().await();
        assertEquals(6, back.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
        assertEquals(7, rma.getLong(BESIDE, DATA + 8));
        assertEquals(5, back.get(ValueLayout.JAVA_LONG_UNALIGNED, BYTES - 8));
    }

    private static void assertOwnerLost(Executable call) {
        assertEquals(OWNER, assertThrows(PeerLostException.class, call).jobRank());
    }

    private static void assertDoneOrLost(Runnable wait) {
        try {
            wait.run();
        } catch (PeerLostException e) {
            assertEquals(OWNER, e.jobRank());
        }
    }
}
