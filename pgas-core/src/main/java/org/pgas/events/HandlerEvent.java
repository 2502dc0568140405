package org.pgas.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A handler that has run for a message. */
@Name("pgas.Handler")
@Label("Handler")
@Description("A handler of an Active Message, from its call to its return")
@Category("PGAS")
@Enabled(false)
@Threshold("10 us")
@StackTrace(false)
public final class HandlerEvent extends RankEvent {
    private static final HandlerEvent PROBE = new HandlerEvent();

    @Label("Handler")
    @Description("Its index, and its name if it has one")
    String handler;

    @Label("Message")
    @Description("short, medium or long, and request or reply")
    String message;

    @Label("Source")
    @Description("Job rank that has sent the message")
    int source;

    @Label("Bytes")
    @Description("Bytes of the payload")
    @DataAmount
    long bytes;

    /** One that begins now, or null when none are recorded. */
    static HandlerEvent start() {
        return PROBE.isEnabled() ? begun(new HandlerEvent()) : null;
    }

    /** Ends it now. {@code itsHandler} makes the text if one is needed. */
    public void finish(Origin origin, Object itsHandler, String category, boolean reply, int itsSource, long itsBytes) {
        if (isKept(origin)) {
            handler = itsHandler.toString();
            message = category + (reply ? " reply" : " request");
            source = itsSource;
            bytes = itsBytes;
            commit();
        }
    }
}
