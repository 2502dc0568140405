package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class E19TelemetryIT {
    @Test
    void shouldPrintWhatItsCommentSays() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E19Telemetry.class, 3, Map.of());
        assertEquals(0, run.code(), run.toString());
        assertEquals(List.of("station     readings      least    average       most",
                "roof-0        10,000     -15.00      10.04      35.00",
                "roof-1        10,000     -14.00      10.91      36.00",
                "roof-2        10,000     -13.00      11.87      37.00"), run.out(), run.toString());
    }

    @Test
    void shouldRefuseANegativeNumberOfReadings() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E19Telemetry.class, 2, Map.of(), "--readings", "-1");
        assertEquals(2, run.code(), run.toString());
        assertTrue(run.toString().contains("telemetry: --readings -1: legal are 0 and more"), run.toString());
    }
}
