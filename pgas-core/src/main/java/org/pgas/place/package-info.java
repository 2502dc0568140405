/**
 * Where memory of the job is: this rank's endpoints and segments, what peers have published, the client memory,
 * the attach.
 *
 * <p>{@link org.pgas.place.Places} is what the rooms above are given. The endpoints' lock guards what is bound;
 * the lock of {@link org.pgas.place.PeerSegments} guards what peers have published, which is mapped at its first
 * use and let go when the directory says that it has ended. Nothing here knows a transfer or a team. Tests:
 * {@code PeerSegmentsTest}, {@code SegmentCardTest}, {@code LocalWordsTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.place;
