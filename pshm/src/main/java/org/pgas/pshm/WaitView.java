package org.pgas.pshm;

/**
 * The wait that a rank is in, by its own record.
 *
 * @param activity what it waits in, in a few words
 * @param text the same with names and numbers; empty as long as the rank has had no time to say
 * @param nanos how long it has waited
 * @param rank the first rank of the job that it waits for; -1 when that is not known, or nobody in particular
 * @param ranks how many it waits for
 */
public record WaitView(String activity, String text, long nanos, int rank, int ranks) {}
