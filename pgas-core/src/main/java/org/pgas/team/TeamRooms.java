package org.pgas.team;

import org.pgas.barrier.NamedPhase;
import org.pgas.far.FarTransfers;
import org.pgas.lend.Offers;
import org.pgas.memory.SharedArea;
import org.pgas.message.Messenger;
import org.pgas.message.RankProgress;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.place.Places;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadSlot;
import org.pgas.wait.Doorbell;
import org.pgas.wait.Serving;

/** What a membership gives to each of its teams. */
public record TeamRooms(ThisRank self, UnawaitedOperations operations, Places places, FarTransfers far,
        Messenger messenger,
        Doorbell doorbell, SharedArea area, RankProgress progress, NamedPhase namedPhase, TeamWords world,
        ThreadSlot peerCompletions, Serving serving, Offers offers) {}
