package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ServiceLoader;

import org.junit.jupiter.api.Test;
import org.pgas.spi.Conduit;

class ConduitIsFoundIT {
    @Test
    void theOnlyConduitIsSharedMemory() {
        assertEquals("pshm", ServiceLoader.load(Conduit.class).findFirst().orElseThrow().name());
    }
}
