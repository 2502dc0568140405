package org.pgas.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

class E01HelloIT {
    @Test
    void shouldPrintWhatItsCommentSays() throws InterruptedException {
        ProgramRun run = ProgramRun.of(E01Hello.class, 3, Map.of());
        assertEquals(0, run.code(), run.toString());
        List<String> lines = new ArrayList<>(run.all());
        lines.sort(null);
        assertEquals(List.of("[0] rank 0 of 3 got 1002 from rank 2", "[1] rank 1 of 3 got 1000 from rank 0",
                "[2] rank 2 of 3 got 1001 from rank 1"), lines);
    }
}
