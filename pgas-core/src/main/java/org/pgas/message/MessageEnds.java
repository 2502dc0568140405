package org.pgas.message;

import org.pgas.Capabilities;
import org.pgas.PgasException;
import org.pgas.rank.TeamMembers;
import org.pgas.rank.ThisRank;
import org.pgas.spi.MessageHead;

/**
 * The endpoints that the messages of a team go between, and whether they can: of a team that has others than primordial
 * ones.
 */
public final class MessageEnds {
    private final ThisRank self;
    private final Receivers receivers;
    private final Receiver local;
    private final TeamMembers members;

    private MessageEnds(ThisRank self, Receivers receivers, Receiver local, TeamMembers members) {
        this.self = self;
        this.receivers = receivers;
        this.local = local;
        this.members = members;
    }

    /** Null for a team of primordial endpoints: its messages need no look at the endpoints. */
    public static MessageEnds of(ThisRank self, Receivers receivers, Receiver local, TeamMembers members) {
        boolean primordial = local.index() == 0;
        for (int index : members.endpoints()) {
            primordial &= index == 0;
        }
        return primordial ? null : new MessageEnds(self, receivers, local, members);
    }

    /** What a head to that member needs besides; 0 between primordial endpoints. {@code rank} has been checked. */
    public long to(String call, int rank) {
        checkLocal(call);
        int index = members.endpoint(rank);
        checkTarget(self, receivers, call, members.jobRank(rank), index);
        return MessageHead.between(local.index(), index);
    }

    /** 0 when {@link #to} is that for every member that can be sent to; throws when there is none. */
    public long toAny(String call) {
        checkLocal(call);
        long all = 0;
        int found = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            if (takesMessages(receivers, members.jobRank(rank), members.endpoint(rank))) {
                all |= MessageHead.between(local.index(), members.endpoint(rank));
                found++;
            }
        }
        if (found == 0) {
            throw self.refusals().bad(call,
                    "no member of this team can be sent messages: none has an endpoint with Capabilities.AM");
        }
        return all;
    }

    private void checkLocal(String call) {
        if (local.index() == 0) {
            return;
        }
        if (receivers.find(local.index()) != local) {
            throw self.refusals().bad(call, "endpoint "
                    + local.index() + " of this rank, through which it would be sent, was destroyed");
        }
        if ((local.capabilities() & Capabilities.AM) == 0) {
            throw self.refusals().bad(call, "endpoint "
                    + local.index() + " of this rank, through which it would be sent, was created without "
                    + "Capabilities.AM (it has " + Capabilities.toString(local.capabilities()) + ")");
        }
    }

    private static boolean takesMessages(Receivers receivers, int jobRank, int index) {
        return index == 0 || (receivers.capabilities(jobRank, index) & Capabilities.AM) != 0;
    }

    /** Refuses an endpoint of any rank that does not exist or takes no messages. */
    static void checkTarget(ThisRank self, Receivers receivers, String call, int jobRank, int index) {
        if (!takesMessages(receivers, jobRank, index)) {
            throw refused(self, receivers, call, jobRank, index);
        }
    }

    private static PgasException refused(ThisRank self, Receivers receivers, String call, int jobRank, int index) {
        int capabilities = receivers.capabilities(jobRank, index);
        return self.refusals().bad(call, "endpoint " + index
                + " of rank " + jobRank + (capabilities == 0
                        ? " does not exist, or has no capabilities: create it there, and synchronise, before sending "
                                + "to it, "
                                + "and destroy it only when nobody does any more"
                        : " was created without Capabilities.AM (it has " + Capabilities.toString(capabilities) + ")"));
    }
}
