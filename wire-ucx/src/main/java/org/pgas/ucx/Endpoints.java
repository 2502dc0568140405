package org.pgas.ucx;

import java.io.IOException;

/**
 * Makes and ends endpoints of UCX. Each of these calls may itself find out that an endpoint is of no use any more, that
 * one or another, and says so to {@link UcxPair.Host#broke} before it returns.
 */
interface Endpoints {
    /**
     * Begins to connect to a worker.
     *
     * @param there its address
     * @param number by which the host knows the endpoint
     * @return an endpoint
     * @throws IOException when UCX makes none, or the address is none of a worker: UCX itself would believe it
     */
    long connect(byte[] there, long number) throws IOException;

    /** A status of UCX's, or a request that is done when all that was sent has left, and what was put is there. */
    long flush(long endpoint);

    /** Ends an endpoint; what it has not sent is given up. A status of UCX's, or a request that is done then. */
    long disconnect(long endpoint);
}
