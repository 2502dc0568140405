package org.pgas.place;

import org.pgas.memory.AddressTable;

/**
 * Where memory of the job is: this rank's endpoints, what peers have published, what all have attached, and what of it
 * is mapped.
 */
public record Places(EndpointTable endpoints, PeerSegments peers, Attachment attachment, AddressTable addresses) {
    /**
     * Takes over what another rank tells of an endpoint of its, in place of what it had published; what this rank tells
     * itself is nothing new.
     */
    public void introduce(int self, SegmentCard card) {
        if (card.jobRank() != self) {
            peers.introduce(card, attachment.segment(card.jobRank()));
        }
    }
}
