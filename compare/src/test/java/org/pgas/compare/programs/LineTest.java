package org.pgas.compare.programs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineTest {
    @Test
    void shouldReadWhatProgramsPrint() {
        assertEquals(Optional.of(new Line("ring-mto", "msg-rtt", 8, 140.5, 139, 151.25)),
                Line.parse("ring-mto,msg-rtt,8,140.500,139,151.25\r"));
    }

    @Test
    void shouldPassOverTheRankThatALauncherPutsInFront() {
        Optional<Line> line = Optional.of(new Line("pgas", "get8", 8, 9000, 8000, 9500));
        assertEquals(line, Line.parse("[0] pgas,get8,8,9000,8000,9500"));
        assertEquals(line, Line.parse("[ 3] pgas,get8,8,9000,8000,9500"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "warming up", "pgas,put8,8,1,1", "pgas,put8,8,1,1,1,1", "pgas,put8,eight,1,1,1",
        "pgas,put8,8,NaN,1,1", "pgas,put8,8,Infinity,1,1", "pgas,put8,-8,1,1,1", "pgas,put8,8,-1,1,1",
        "pgas,put8,8,0,0,1",
        "PGAS,put8,8,1,1,1",
        ",put8,8,1,1,1", "[INFO] a,b,1,1,1,1"})
    void shouldPassOverWhateverElseTheyPrint(String text) {
        assertEquals(Optional.empty(), Line.parse(text));
    }
}
