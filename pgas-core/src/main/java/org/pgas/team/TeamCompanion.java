package org.pgas.team;

/** What another module of the library keeps with a team. */
public interface TeamCompanion {
    /** What is still under way, such as "a broadcast", for the refusal to destroy the team; null when nothing is. */
    String outstanding();

    /** The team is destroyed: shared memory that was taken for it goes back. */
    void destroyed();
}
