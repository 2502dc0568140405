package org.pgas.mppa;

import java.util.Arrays;

import org.pgas.Event;
import org.pgas.WaitTimeoutException;

/** Waits and tests of events of an {@link Mppa}, of one and of several. The calls are described there. */
record EventWaits(Access access) {
    void eventWait(MppaEvent event) {
        access.begin("Mppa.eventWait", event);
        if (event != null) {
            event.await();
        }
    }

    void eventWaitAll(int count, MppaEvent... events) {
        begin("Mppa.eventWaitAll", count, events);
        for (int i = 0; i < count; i++) {
            if (events[i] != null) {
                events[i].await();
            }
        }
    }

    int eventWaitAny(int count, MppaEvent... events) {
        begin("Mppa.eventWaitAny", count, events);
        int done = testAny(count, events);
        while (done < 0 && count > 0) {
            awaitSome(count, events);
            done = testAny(count, events);
        }
        return done;
    }

    private static int testAny(int count, MppaEvent... events) {
        for (int i = 0; i < count; i++) {
            if (events[i] == null || events[i].test()) {
                return i;
            }
        }
        return -1;
    }

    /** Returns when anything is complete that one of the events covers. */
    private static void awaitSome(int count, MppaEvent... events) {
        int pending = 0;
        for (int i = 0; i < count; i++) {
            pending += events[i].pending();
        }
        Event[] all = new Event[pending];
        int[] ends = new int[count];
        int end = 0;
        for (int i = 0; i < count; i++) {
            end = events[i].handOver(all, end); // the second time nothing
            ends[i] = end;
        }
        try {
            all = end < pending ? Arrays.copyOf(all, end) : all;
            Event.awaitSome(all);
        } catch (WaitTimeoutException e) {
            throw e; // nothing has been synchronised
        } catch (RuntimeException e) {
            MppaEvent.dropSpent(all);
            throw e;
        } finally {
            for (int i = 0; i < count; i++) {
                events[i].giveBack(all, i == 0 ? 0 : ends[i - 1], ends[i]);
            }
        }
    }

    int eventTest(MppaEvent event) {
        access.begin("Mppa.eventTest", event);
        return event == null || event.test() ? 0 : -1;
    }

    int eventTestAll(int count, MppaEvent... events) {
        begin("Mppa.eventTestAll", count, events);
        int missing = 0;
        for (int i = 0; i < count; i++) {
            if (events[i] != null && !events[i].test()) {
                missing++;
            }
        }
        return -missing;
    }

    int eventTestAny(int count, MppaEvent... events) {
        begin("Mppa.eventTestAny", count, events);
        return testAny(count, events);
    }

    private void begin(String call, int count, MppaEvent... events) {
        access.begin(call);
        if (events == null || count < 0 || count > events.length) {
            throw access.refusals.bad(call, events == null ? "the events are null"
                    : "a count of " + count + ": there are " + events.length + " events");
        }
        for (int i = 0; i < count; i++) {
            if (events[i] != null) {
                events[i].check(access, call);
            }
        }
    }
}
