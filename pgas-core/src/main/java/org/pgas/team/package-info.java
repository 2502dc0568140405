/**
 * Teams: who the members are, their words in shared memory, how teams are made and ended, and how members tell
 * each other something.
 *
 * <p>{@link org.pgas.team.TeamCore} is what {@code Team} of the API stands for, and where the library's other
 * modules begin: {@code TeamCore.of(team)}. This is the top floor; above it is the API alone. Protocol: what
 * members exchange lies in pieces of the area, each written by its member before it arrives in the team's lane,
 * with a checksum. Tests: {@code TeamExchangeTest}, {@code TeamRanksTest}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.team;
