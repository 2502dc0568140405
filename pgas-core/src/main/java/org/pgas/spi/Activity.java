package org.pgas.spi;

/** What a rank is doing, for processes that look at the job from outside. */
public enum Activity {
    COMPUTING,
    JOINING,
    WORLD_BARRIER,
    NAMED_BARRIER,
    ATTACHING,
    EVENT,
    SENDING,
    TEAM_BARRIER
}
