package org.pgas.team;

import org.pgas.barrier.NamedPhase;
import org.pgas.far.FarTransfers;
import org.pgas.lend.Offers;
import org.pgas.memory.SharedArea;
import org.pgas.message.RankProgress;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.place.Places;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadSlot;
import org.pgas.wait.Doorbell;
import org.pgas.wait.Serving;

/** What a membership gives to each of its teams. */
public record TeamRooms(ThisRank self, UnawaitedOperations operations, Places places, RankProgress progress,
        Shared shared,
        Far far) {
    /** What all ranks share: their area, words and doorbells. */
    public record Shared(SharedArea area, TeamWords world, NamedPhase namedPhase, Doorbell doorbell) {}

    /** How memory is reached that is not mapped. */
    public record Far(FarTransfers transfers, ThreadSlot peerCompletions, Serving serving, Offers offers) {}
}
