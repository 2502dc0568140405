package org.pgas.pshm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ErrnoTest {
    @Test
    void aLimitIsNamedWithTheCommandThatRaisesIt() {
        assertTrue(Errno.text(12).contains("ulimit -v"));
        assertTrue(Errno.text(24).contains("ulimit -n"));
        assertTrue(Errno.text(27).contains("ulimit -f"));
        assertTrue(Errno.text(28).contains("df -i"));
    }

    @Test
    void whatHasNoWordsKeepsItsNumber() {
        assertEquals("errno 13, permission denied", Errno.text(13));
        assertEquals("errno 4711", Errno.text(4711));
    }
}
