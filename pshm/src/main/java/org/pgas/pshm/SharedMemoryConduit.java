package org.pgas.pshm;

import org.pgas.spi.Conduit;

/** The conduit of ranks that share one host. */
public final class SharedMemoryConduit implements Conduit {
    /** For the service loader. */
    public SharedMemoryConduit() {}

    @Override
    public String name() {
        return "pshm";
    }
}
