package org.pgas.place;

import org.pgas.memory.AddressTable;

/**
 * Where memory of the job is: this rank's endpoints, what peers have published, what all have attached, and what of it is mapped.
 */
public record Places(EndpointTable endpoints, PeerSegments peers, Attachment attachment, AddressTable addresses) {}
