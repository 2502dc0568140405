/**
 * The job's area: shared memory of the library's own, a part for each rank.
 *
 * <p>It begins with the {@link org.pgas.area.EndpointDirectory}, in which each rank tells which endpoints and
 * segments it has: one word each, with one writer, its rank, written with release and read with acquire. What else
 * lies in the area is handed out by {@code SharedArea}. Nothing here knows what an endpoint is. Tests:
 * {@code TeamExchangeTest}, {@code PeerSegmentsTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.area;
