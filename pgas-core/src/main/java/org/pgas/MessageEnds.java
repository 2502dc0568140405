package org.pgas;

import org.pgas.spi.MessageHead;

/** The endpoints that the messages of a team go between, and whether they can: of a team that has others than primordial ones. */
final class MessageEnds {
    private final Job job;
    private final Endpoint local;
    private final TeamMembers members;

    private MessageEnds(Endpoint local, TeamMembers members) {
        this.job = local.job();
        this.local = local;
        this.members = members;
    }

    /** Null for a team of primordial endpoints, whose messages need no look at them. */
    static MessageEnds of(Team team) {
        boolean primordial = team.endpoint().index() == 0;
        for (int index : team.members().endpoints()) {
            primordial &= index == 0;
        }
        return primordial ? null : new MessageEnds(team.endpoint(), team.members());
    }

    /** What a head to that member needs besides; 0 between primordial endpoints. {@code rank} has been checked. */
    long to(String call, int rank) {
        checkLocal(call);
        int index = members.endpoint(rank);
        checkTarget(job, call, members.jobRank(rank), index);
        return MessageHead.between(local.index(), index);
    }

    /** 0 when {@link #to} is that for every member that can be sent to; throws when there is none. */
    long toAny(String call) {
        checkLocal(call);
        long all = 0;
        int found = 0;
        for (int rank = 0; rank < members.size(); rank++) {
            if (takesMessages(job, members.jobRank(rank), members.endpoint(rank))) {
                all |= MessageHead.between(local.index(), members.endpoint(rank));
                found++;
            }
        }
        if (found == 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call
                    + ": no member of this team can be sent messages: none has an endpoint with Capabilities.AM");
        }
        return all;
    }

    private void checkLocal(String call) {
        if (local.index() == 0) {
            return;
        }
        if (job.endpoints().find(local.index()) != local) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": endpoint "
                    + local.index() + " of this rank, through which it would be sent, was destroyed");
        }
        if ((local.capabilities() & Capabilities.AM) == 0) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": endpoint "
                    + local.index() + " of this rank, through which it would be sent, was created without "
                    + "Capabilities.AM (it has " + Capabilities.toString(local.capabilities()) + ")");
        }
    }

    private static boolean takesMessages(Job job, int jobRank, int index) {
        return index == 0 || (job.endpoints().capabilities(jobRank, index) & Capabilities.AM) != 0;
    }

    /** Refuses an endpoint of any rank that does not exist or takes no messages. */
    static void checkTarget(Job job, String call, int jobRank, int index) {
        if (!takesMessages(job, jobRank, index)) {
            throw refused(job, call, jobRank, index);
        }
    }

    private static PgasException refused(Job job, String call, int jobRank, int index) {
        int capabilities = job.endpoints().capabilities(jobRank, index);
        return new PgasException(ErrorCode.BAD_ARGUMENT, "rank " + job.rank() + ": " + call + ": endpoint " + index
                + " of rank " + jobRank + (capabilities == 0
                        ? " does not exist, or has no capabilities: create it there, and synchronise, before sending to it, "
                                + "and destroy it only when nobody does any more"
                        : " was created without Capabilities.AM (it has " + Capabilities.toString(capabilities) + ")"));
    }
}
