package org.pgas.faults;

/**
 * One trial and how it ended.
 *
 * @param faultClass the {@link FaultClass#name()}
 * @param kind what was done, in the few words of a line of the table: trials of the same kind are counted together
 * @param seed by which it is tried again, 0 for one that has no choices
 * @param survived whether all that was promised was kept
 * @param took from the fault to the end of what is measured (of a kill, until everybody was gone), in the
 *        {@link FaultClass#unit()}; -1 where nothing is
 * @param what happened, if it was not survived; else empty
 */
public record Trial(String faultClass, String kind, long seed, boolean survived, long took, String what) {}
