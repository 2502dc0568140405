package org.pgas.spi;

/** The processes of the ranks, and which of them need the processors of this host. */
public interface Processes {
    /**
     * The process of that rank, when it runs at this moment and the system has calls that reach other processes'
     * memory; else null, as of a rank in another neighbourhood. Whether they are permitted is found out by using it.
     */
    PeerProcess process(int rank);

    /**
     * Ranks of this host of which fewer than {@code threads} threads sleep, and that have not left. A guess, old when
     * it is answered, of a few loads.
     */
    int awakeRanks(int threads);

    /**
     * Address of an int, 0 when the job starts, in which all ranks of this host count threads that copy for a program,
     * while they do.
     */
    long copiersAddress();
}
