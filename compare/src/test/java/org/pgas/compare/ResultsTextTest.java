package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;

import org.junit.jupiter.api.Test;

class ResultsTextTest {
    @Test
    void shouldReadWhatItWrote() {
        Measurements measurements = Samples.together(Samples.of("pgas", "put", 8, 1.125, 2.5),
                Samples.of("ring-mto", "msg-rtt", 0, 140));
        ResultsText.Content content = ResultsText
                .read(ResultsText.write(Samples.HEAD, measurements).lines().toList());
        assertEquals(measurements.all(), content.measurements().all());
        assertEquals(Samples.HEAD.facts(), content.head().facts());
        assertEquals(Samples.HEAD.absent(), content.head().absent());
        assertEquals(List.of("MPICH with 2 ranks in round 1: it ended / with exit code 3"), content.head().failures());
    }

    @Test
    void shouldHaveALineForEachRoundLibraryRowSizeAndNumberOfRanks() {
        assertEquals("1,c,put,64,2,3.000,3.000,3.000",
                ResultsText.write(Samples.HEAD, Samples.together(Samples.of("c", "put", 64, 3))).lines().toList()
                        .getLast());
    }

    @Test
    void shouldRefuseALineOfSomethingElse() {
        for (String line : List.of("1,c,put,64,2,3", "one,c,put,64,2,3,3,3", "1,c,put,64,x,3,3,3", "hello")) {
            var e = assertThrows(IllegalArgumentException.class, () -> ResultsText.read(List.of(line)));
            assertEquals("'" + line + "' is no line of results: round,library,row,bytes,ranks,median_ns,min_ns,max_ns",
                    e.getMessage());
        }
    }
}
