package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;

import org.junit.jupiter.api.Test;

class PublishedTest {
    @Test
    void shouldShowNoPathOfTheCommand() {
        assertEquals(List.of("--quick", "--out=DIR", "--keep=FILE", "--gasnet=DIR", "--only", "put8"),
                Published.command(List.of("--root", "/r", "--benchmarks=/b.jar", "--quick", "--out", "/o",
                        "--keep=/k/x.csv", "--gasnet", "/g", "--only", "put8")));
    }

    @Test
    void shouldKeepNoDirectoryInWords() {
        assertEquals("it cannot be compiled: x.c:3: error: no lib/y.a in prefix",
                Published.words("it cannot be compiled: /some/where/x.c:3: error: no lib/y.a in /opt/prefix"));
        assertEquals("-XX:+UseSerialGC -Dfile=x", Published.words("-XX:+UseSerialGC -Dfile=/a/b/x"));
    }
}
