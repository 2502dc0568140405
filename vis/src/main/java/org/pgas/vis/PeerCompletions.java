package org.pgas.vis;

import org.pgas.RmaFlags;
import org.pgas.Team;
import org.pgas.rank.ThreadSlot;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/** Arms peer completions, checks that of a put and sends it. Null stands for none. */
final class PeerCompletions {
    private final TeamCore core;
    private final Refusals refusals;
    private final ThreadSlot armed;

    PeerCompletions(Team team) {
        this.core = TeamCore.of(team);
        this.refusals = Refusals.of(team.job().rank());
        this.armed = core.peerCompletions();
    }

    int most() {
        return core.farRegions().maxNotification();
    }

    void arm(String call, PeerCompletion completion) {
        if (completion.handler() == 0) {
            armed.set(null);
            return;
        }
        checkPayload(call, completion);
        armed.set(completion);
    }

    /** That which this thread has armed, of a put that was given none. */
    PeerCompletion checked(String call, int rank, int flags, PeerCompletion completion) {
        if ((flags & RmaFlags.IMMEDIATE) != 0) {
            throw refusals.bad(call, "IMMEDIATE with a peer completion armed (" + completion
                    + "): legal are blocking puts and those that wait for room: disarm it first");
        }
        check(call, rank, completion);
        return completion;
    }

    /** That of a put that was given one. */
    PeerCompletion given(String call, int rank, PeerCompletion completion) {
        if (armed.get() != null) {
            throw refusals.bad(call, "a put with " + completion + ", while this thread has armed " + armed.get()
                    + " for its next put: use one or the other");
        }
        if (completion.handler() == 0) {
            return null;
        }
        check(call, rank, completion);
        return completion;
    }

    private void check(String call, int rank, PeerCompletion completion) {
        if (rank < 0 || rank >= core.memberCount()) {
            throw refusals.bad(call, "rank " + rank + " is outside 0.." + (core.memberCount() - 1) + " of the team");
        }
        checkPayload(call, completion);
        core.farRegions().checkNotification(call, rank, completion.handler(), completion.payload(),
                completion.payloadOffset(), completion.bytes());
    }

    private void checkPayload(String call, PeerCompletion completion) {
        if (completion.bytes() > most()) {
            throw refusals.bad(call, "a payload of " + completion.bytes() + " bytes: legal are 0.." + most());
        }
        if (completion.bytes() > 0) {
            core.local().readable(call + ", payload of the peer completion", completion.payload());
        }
    }

    /** What moves data otherwise than a put has nothing to complete at a peer. */
    void refuseArmed(String call) {
        if (armed.get() != null) {
            throw refusals.bad(call, "this thread has armed a peer completion (" + armed.get()
                    + "), which only the puts of Vis have: put first, or disarm it");
        }
    }

    /**
     * The put has been started, and nothing of it can be refused any more. What a handler has armed meanwhile is for
     * the next one.
     */
    void send(PeerCompletion completion, int rank) {
        if (armed.get() == completion) {
            armed.set(null);
        }
        core.farRegions().notifyPeer(rank, completion.handler(), completion.payload(), completion.payloadOffset(),
                completion.bytes(), false);
    }
}
