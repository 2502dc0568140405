package org.pgas.faults.histories;

import java.io.IOException;

/** A rank that uses words wrongly: it gets and sets, where fetch-and-add should be one step. */
public final class TornPlayer {
    private TornPlayer() {}

    /** As {@link Player#main}. */
    public static void main(String[] arguments) throws IOException {
        Player.play(arguments, calls -> call -> call.kind() == Kind.FETCH_ADD ? torn(calls, call) : calls.make(call));
    }

    private static long torn(Calls calls, Call call) {
        long before = calls.make(new Call(call.subject(), Kind.GET, 0, 0));
        Thread.yield();
        calls.make(new Call(call.subject(), Kind.SET, before + call.first(), 0));
        return before;
    }
}
