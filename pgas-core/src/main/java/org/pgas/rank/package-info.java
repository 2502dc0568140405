/**
 * What this rank is, what is legal on it now, and how it refuses: {@link org.pgas.rank.ThisRank} is given to every
 * room.
 *
 * <p>Here live the rank's number and name, its settings and counters, what each of its threads is doing, the
 * rules of the restricted context, warnings, the checks of local memory, and the members of a team as plain
 * numbers. {@link org.pgas.rank.Face} is how a type of the API comes to its core. Nothing here waits, sends a
 * message or knows an endpoint: this is the ground floor, above {@code memory}, {@code spi} and {@code events}.
 *
 * <p>What a room keeps with a thread it keeps in a {@link org.pgas.rank.Slot} of its own, so that a thread's
 * state knows no room. The counters' blocks have one writer each, but for the shared one: the table is at
 * {@link org.pgas.rank.RankCounters}. Tests: {@code RestrictedContextTest}, {@code RankCountersTest},
 * {@code ThreadsTest}; {@code RankCountersStress}.
 *
 * <p>Not part of the API: exported to the library's own modules at most.
 */
package org.pgas.rank;
