package org.pgas;

import org.pgas.area.EndpointDirectory;
import org.pgas.area.JobArea;
import org.pgas.barrier.NamedPhase;
import org.pgas.bulk.BulkTransfers;
import org.pgas.far.FarTransfers;
import org.pgas.join.Conduits;
import org.pgas.lend.Offers;
import org.pgas.loan.Loans;
import org.pgas.memory.AddressTable;
import org.pgas.memory.SharedArea;
import org.pgas.message.Handlers;
import org.pgas.message.Messenger;
import org.pgas.message.RankProgress;
import org.pgas.message.ReplyTargets;
import org.pgas.operation.UnawaitedOperations;
import org.pgas.place.Attachment;
import org.pgas.place.EndpointTable;
import org.pgas.place.PeerSegments;
import org.pgas.place.Places;
import org.pgas.place.SegmentTable;
import org.pgas.rank.ThisRank;
import org.pgas.rank.ThreadSlot;
import org.pgas.spi.Conduit;
import org.pgas.team.TeamRooms;
import org.pgas.team.TeamWords;
import org.pgas.wait.Doorbell;
import org.pgas.wait.ProgressThreads;
import org.pgas.wait.Serving;
import org.pgas.wait.Waiting;

/**
 * The rooms of a membership, built from the ground up: each is given what it needs of those below it, and nothing else.
 * Here alone all of them are known.
 */
final class Rooms {
    final ThisRank self;
    final Conduit conduit;
    final Waiting waiting;
    final Doorbell doorbell;
    final UnawaitedOperations operations;
    final Serving serving;
    final SharedArea area;
    final Offers offers;
    final EndpointTable endpoints;
    final PeerSegments peers;
    final SegmentTable segments;
    final NamedPhase namedPhase;
    final Attachment attachment;
    final Places places;
    final Messenger messenger;
    final FarTransfers far;
    final Loans loans;
    final BulkTransfers bulk;
    final TeamRooms teams;
    final ProgressThreads progressThreads;

    /** @param targets where the data of long replies goes, asked when a handler replies */
    Rooms(ThisRank self, ReplyTargets targets, boolean deferThreads) {
        this.self = self;
        conduit = self.conduit();
        Settings settings = self.settings();
        boolean isCrowded = conduit.topology().isCrowded(conduit.member().rank());
        WaitMode mode = settings.waitMode(isCrowded ? WaitMode.SPIN_BLOCK : WaitMode.SPIN);
        waiting = new Waiting(conduit, self.rankCounters(), self.origin(), self.warnings(), mode,
                settings.duration(Setting.WAIT_TIMEOUT, null));
        doorbell = new Doorbell(conduit);
        operations = new UnawaitedOperations(self, waiting);
        ThreadSlot peerCompletions = new ThreadSlot(self.threadStates());
        serving = new Serving(waiting);
        AddressTable addresses = new AddressTable(conduit.member().size());
        area = JobArea.open(conduit);
        EndpointDirectory directory = new EndpointDirectory(conduit);
        offers = new Offers(waiting, conduit, area, directory, settings.isOn(Setting.CMA, true));
        Handlers handlers = new Handlers(self, conduit.messages());
        endpoints = new EndpointTable(self, serving, handlers, directory, addresses);
        peers = new PeerSegments(self, conduit, addresses, directory, offers);
        segments = new SegmentTable(self, conduit, directory, endpoints, offers, serving);
        namedPhase = new NamedPhase(self, conduit);
        attachment = new Attachment(self, waiting, endpoints, peers, addresses, offers, serving, namedPhase);
        places = new Places(endpoints, peers, attachment, addresses);
        messenger = new Messenger(waiting, self, conduit, handlers, endpoints, EndpointTable::handlers, targets);
        RankProgress progress = new RankProgress(messenger);
        // rooms in between keep the wait loop; nothing waits before it is whole
        waiting.progress(progress);
        far = new FarTransfers(self, operations, messenger, handlers, serving, endpoints::served, directory::binding);
        loans = new Loans(operations, offers, messenger, handlers, far);
        bulk = new BulkTransfers(operations, conduit);
        teams = new TeamRooms(self, operations, places, progress,
                new TeamRooms.Shared(area, TeamWords.ofWorld(conduit, area), namedPhase, doorbell),
                new TeamRooms.Far(far, peerCompletions, serving, offers));
        progressThreads = new ProgressThreads(self, waiting, conduit, Conduits.name(settings), deferThreads);
    }

    /** Ends the rooms, from the roof down. */
    void close() {
        progressThreads.stop();
        endpoints.close();
        offers.close();
        peers.close();
        segments.close();
        bulk.stop();
        attachment.withdraw();
        conduit.member().leave();
    }
}
