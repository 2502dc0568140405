package org.pgas;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TestFlagsTest {
    @Test
    void testsRunOnTheSelectedJdkWithChecksOn() {
        assertTrue(Runtime.version().feature() >= 25);
        assertEquals("on", System.getProperty("pgas.checks"));
        assertTrue(Object.class.getModule().isNativeAccessEnabled());
    }
}
