package org.pgas.events;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A put, get or memset of many bytes. */
@Name("pgas.Transfer")
@Label("Transfer")
@Description("A put, get or memset of at least pgas.events.bytes bytes; not non-blocking ones that messages carry out")
@Category("PGAS")
@Enabled(false)
@Threshold("10 us")
@StackTrace(false)
public final class TransferEvent extends RankEvent {
    private static final TransferEvent PROBE = new TransferEvent();

    @Label("Kind")
    @Description("put, get or memset, in whatever form; Vis.put and Vis.get and their forms for regions; copy, a "
            + "piece of a large one that goes on behind its call")
    String kind;

    @Label("Peer")
    @Description("Job rank whose memory it is")
    int peer;

    @Label("Bytes")
    @Description("Bytes that were moved")
    @DataAmount
    long bytes;

    /** One that begins now, or null when none are recorded. */
    static TransferEvent start() {
        return PROBE.isEnabled() ? begun(new TransferEvent()) : null;
    }

    public void finish(Origin origin, String itsKind, int itsPeer, long itsBytes) {
        if (isKept(origin)) {
            kind = itsKind;
            peer = itsPeer;
            bytes = itsBytes;
            commit();
        }
    }
}
