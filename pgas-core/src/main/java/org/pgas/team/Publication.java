package org.pgas.team;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pgas.place.EndpointCore;
import org.pgas.place.Places;
import org.pgas.place.SegmentCard;
import org.pgas.rank.ThisRank;

/**
 * Tells the processes of a team what is bound to endpoints of its members' processes, or that it is not to be reached
 * any more: each member tells all others what it names, all see the same, and what one does wrong, all find out, and
 * all throw.
 */
public final class Publication {
    private final TeamCore team;
    private final Places places;
    private final ThisRank self;

    public Publication(TeamCore team) {
        this.team = team;
        this.places = team.rooms().places();
        this.self = team.self();
    }

    public void publish(EndpointCore... endpoints) {
        for (SegmentCard card : exchange("Team.publish", endpoints)) {
            if (card.jobRank() != self.rank()) {
                places.peers().publish(card, places.attachment().segment(card.jobRank()));
            }
        }
    }

    public void unpublish(EndpointCore... endpoints) {
        String call = "Team.unpublish";
        for (SegmentCard card : exchange(call, endpoints)) {
            if (card.jobRank() != self.rank()) {
                places.peers().forget(card.jobRank(), card.endpoint());
            }
        }
        // when it returns, no process of the team reaches them
        team.exchange().step(call);
    }

    /** What all members name. */
    private List<SegmentCard> exchange(String call, EndpointCore... endpoints) {
        self.checkOpen();
        self.checkUnrestricted(call);
        team.checkTeam(call);
        team.refuseInNamedBarrier(call);
        byte[][] all = team.exchange().bytes(call, encode(problem(endpoints), endpoints));
        List<SegmentCard> cards = new ArrayList<>();
        Map<EndpointId, Integer> namedBy = new HashMap<>();
        String problem = "";
        for (int rank = 0; rank < all.length; rank++) {
            int before = cards.size();
            String told = decode(all[rank], cards);
            problem = problem.isEmpty() && !told.isEmpty() ? "rank " + rank + " of the team " + told : problem;
            for (SegmentCard card : cards.subList(before, cards.size())) {
                Integer other = namedBy.put(new EndpointId(card.jobRank(), card.endpoint()), rank);
                if (other != null && problem.isEmpty()) {
                    problem = "endpoint " + card.endpoint() + " of rank " + card.jobRank() + " is named twice, by "
                            + (other == rank ? "rank " + rank : "ranks " + other + " and " + rank)
                            + " of the team: all that is named in one call must be distinct";
                }
            }
        }
        if (!problem.isEmpty()) {
            throw self.refusals().bad(call, problem
                    + ": nothing was changed on any rank");
        }
        return cards;
    }

    /** What is wrong with what this member names; "" when nothing is. */
    private String problem(EndpointCore... endpoints) {
        if (endpoints == null) {
            return "gave no endpoints (null): give none at all to take part without any";
        }
        for (EndpointCore endpoint : endpoints) {
            if (endpoint == null) {
                return "named no endpoint (null)";
            }
            if (endpoint.self() != self) {
                return "named an endpoint of another membership, " + endpoint + " in job " + endpoint.self().name();
            }
            if (endpoint.isDestroyed()) {
                return "named " + endpoint + ", which was destroyed";
            }
        }
        return "";
    }

    private byte[] encode(String problem, EndpointCore... endpoints) {
        var bytes = new ByteArrayOutputStream();
        try (var out = new DataOutputStream(bytes)) {
            out.writeUTF(problem);
            out.writeInt(problem.isEmpty() ? endpoints.length : 0);
            if (problem.isEmpty()) {
                for (EndpointCore endpoint : endpoints) {
                    places.endpoints().card(endpoint).write(out);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // an array does not fail
        }
        return bytes.toByteArray();
    }

    /** Adds what a member names; answers what is wrong with it. */
    private static String decode(byte[] bytes, List<SegmentCard> cards) {
        try (var in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String problem = in.readUTF();
            for (int left = in.readInt(); left > 0; left--) {
                cards.add(SegmentCard.read(in));
            }
            return problem;
        } catch (IOException e) {
            throw SegmentCard.damaged(e);
        }
    }
}
