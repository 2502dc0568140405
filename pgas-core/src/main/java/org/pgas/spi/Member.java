package org.pgas.spi;

/** Which rank this is, and of which job; and how it ends its membership. */
public interface Member {
    int rank();

    int size();

    /** The job's name: the last part of its directory. */
    String jobName();

    /** The value of a variable in the environment the job was started from, or null. */
    String environment(String name);

    /** Whether that rank has ended its membership in an orderly way. Of one that died the job is ended instead. */
    boolean hasLeft(int rank);

    /**
     * Runs {@code task} a few times a second on a library thread, until this membership ends, as those that were given
     * before. It never waits. A {@link org.pgas.PgasException} of it is dropped: the job has ended or was left.
     */
    void everyTick(Runnable task);

    /**
     * Ends this membership: withdraws nothing from the caller's tables, unmaps, leaves; the last rank removes the
     * files.
     */
    void leave();
}
