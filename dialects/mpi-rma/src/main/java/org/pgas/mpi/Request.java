package org.pgas.mpi;

/**
 * One request-based operation, such as {@link Window#rput}. For any thread of the rank, one at a time. Complete locally: of a put or
 * accumulate, the origin may be changed; of a get, or what fetches, the result is there. What happens at the target is told by the end of
 * the epoch or a flush.
 *
 * <p>Source: MPI-3 MPI_Rput and its siblings, MPI_Wait, MPI_Test.
 */
public interface Request {
    /** Complete already. */
    Request DONE = new Request() {
        @Override
        public void await() {}

        @Override
        public boolean test() {
            return true;
        }
    };

    /** Returns when the operation is complete locally; takes in messages meanwhile. Any number of times. */
    void await();

    /** Whether it is complete locally; takes in messages if it is not. */
    boolean test();
}
