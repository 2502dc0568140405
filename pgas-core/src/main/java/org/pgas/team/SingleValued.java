package org.pgas.team;

/** Checked mode: finds out whether all members gave a call that demands it (single-valued) the same arguments. */
final class SingleValued {
    private final TeamExchange exchange;

    SingleValued(TeamExchange exchange) {
        this.exchange = exchange;
    }

    /** Collective over the team: throws on all members when one has given other arguments than another. */
    void check(String call, String arguments) {
        // negative, hence never the place of a piece, which another member may give here by mistake
        long own = call.hashCode() * 31L + arguments.hashCode() | Long.MIN_VALUE;
        for (long value : exchange.values(call, own)) {
            if (value != own) {
                // every member has found a difference, so every member comes here
                throw exchange.mismatch(call + "(" + arguments + ")");
            }
        }
    }
}
