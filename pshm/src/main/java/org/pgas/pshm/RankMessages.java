package org.pgas.pshm;

import java.util.List;

/**
 * The ways of a rank's messages at the moment of a {@link JobView}.
 *
 * @param requests what waits in the rings of requests that the rank receives by, from neighbours and over the wire
 * @param replies the same of replies
 * @param ways to each rank of other neighbourhoods, by rank; empty where there are none, or they cannot be read
 */
public record RankMessages(RingFill requests, RingFill replies, List<WayView> ways) {
    /** The messages of a rank without rings. */
    public static final RankMessages NONE = new RankMessages(RingFill.NONE, RingFill.NONE, List.of());
}
