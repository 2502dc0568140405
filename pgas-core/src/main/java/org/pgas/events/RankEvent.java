package org.pgas.events;

import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;

/** What all events say. */
abstract sealed class RankEvent extends Event
        permits TransferEvent, HandlerEvent, BarrierEvent, CollectiveEvent, WaitEvent, JobEvent {
    @Label("Job")
    @Description("Name of the job")
    String job;

    @Label("Rank")
    @Description("Job rank that has emitted the event")
    int rank;

    /** The event, which begins now. Apart from the look whether any are recorded, which so is all that is inlined. */
    static <E extends RankEvent> E begun(E event) {
        event.begin();
        return event;
    }

    /** Takes the end, unless it has been taken. Says whether the event is to be recorded; if so, it has its rank. */
    final boolean isKept(Origin origin) {
        end();
        if (!shouldCommit()) {
            return false;
        }
        job = origin.job();
        rank = origin.rank();
        return true;
    }
}
