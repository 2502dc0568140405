/**
 * How a process finds out which rank of which job it is, and which conduit carries the job.
 *
 * <p>Nothing here knows a room: what is found is handed to the conduit, and the rooms are built afterwards. Tests:
 * {@code RankDiscoveryTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.join;
