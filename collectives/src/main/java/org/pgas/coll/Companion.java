package org.pgas.coll;

import org.pgas.team.TeamCompanion;

/** What a team keeps for its collectives. */
record Companion(Collectives collectives) implements TeamCompanion {
    @Override
    public String outstanding() {
        int pending = collectives.member().pending();
        return pending == 0 ? null : pending + (pending == 1 ? " collective" : " collectives");
    }

    @Override
    public void destroyed() {
        collectives.member().close();
    }
}
