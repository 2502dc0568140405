package org.pgas.team;

/**
 * What another module of the library keeps with a team.
 */
public interface TeamCompanion {
    /** What of it is still under way, for the message that refuses to destroy the team, such as "a broadcast"; null when nothing is. */
    String outstanding();

    /** The team is destroyed: shared memory that was taken for it goes back. */
    void destroyed();
}
