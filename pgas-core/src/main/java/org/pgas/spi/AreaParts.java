package org.pgas.spi;

/** Memory of the library's own, a part for each rank, that every rank reaches. All zeros at first. */
public interface AreaParts {
    /** How much of each part is reserved from the beginning, for all time. */
    long RESERVED_BYTES = 64 << 10;

    /** How much of rank 0's part is reserved behind that from the beginning, for each rank of the job. Whole pages. */
    long MEMBER_BYTES = 12 << 10;

    /**
     * Address here of the part of {@code rank}. Its first {@link #RESERVED_BYTES} may always be accessed, and in rank
     * 0's part {@link Member#size} times {@link #MEMBER_BYTES} behind them, everything else only where its owner has
     * reserved it. It stays a legal address for ever: zeros when this membership has ended.
     */
    long address(int rank);

    /** Bytes of addresses of each part, whole pages, the same on all ranks; at least 16 MiB. */
    long bytes();

    /**
     * Makes whole pages of the own part ready for use by every rank: after it no access of them can fail. Pages that
     * were reserved already keep what they hold. Nothing is given back before the job ends: what is free is handed out
     * again, so that the area never has more than was in use at once. Throws as {@link JobEnd#checkRunning}.
     *
     * @throws org.pgas.PgasException with {@link org.pgas.ErrorCode#RESOURCE}, and with the remedy, when there is no
     *         room; nothing is reserved then
     */
    void reserve(long offset, long bytes);

    /**
     * Makes whole pages ready in the copy of {@code owner}'s part that this neighbourhood keeps, {@code owner} being a
     * rank elsewhere. Several ranks of the neighbourhood may do it, also for the same pages. Errors as of
     * {@link #reserve}.
     */
    void reserveCopy(int owner, long offset, long bytes);
}
