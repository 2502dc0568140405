package org.pgas.examples.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableLayoutTest {
    @TempDir
    private Path directory;

    @Test
    void shouldAlignColumnsUnderTheirHeadings() {
        TableLayout layout = new TableLayout(List.of("window", "bytes"),
                List.of("Put-Fence", "Put-No-Cache contiguous"));
        assertEquals(" window    bytes        Put-Fence  Put-No-Cache contiguous", layout.heading());
        assertEquals("  local     1024      0.52 (0.60)                        -",
                layout.row(List.of("local", "1024"), Arrays.asList(new EpochTimes(0.52, 0.6, 1), null)));
    }

    @Test
    void shouldTellRowsAndWriteALineOfEachMeasurement() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        Path file = directory.resolve("lines.csv");
        Measurement one = measurement(2, 1024, "Put-Fence", WindowPlace.LOCAL, 0.52);
        try (Report report = Report.to(new PrintStream(text, true, StandardCharsets.UTF_8), file)) {
            report.begin("Table", List.of("bytes"), List.of("Put-Fence", "Get-Fence"));
            report.row(List.of("1024"), Arrays.asList(one, null));
            assertEquals(List.of(one), report.all());
        }
        assertEquals(List.of("", "Table", "  bytes        Put-Fence        Get-Fence",
                "   1024      0.52 (1.04)                -"), text.toString(StandardCharsets.UTF_8).lines().toList());
        assertEquals(List.of(Measurement.HEAD, "2,local,4,1,contiguous,on,Put-Fence,1024,0.5200,1.0400,96"),
                Files.readAllLines(file));
    }

    private static Measurement measurement(int table, int bytes, String variant, WindowPlace place, double micros) {
        return new Measurement(table, place, 4, 1, Layout.CONTIGUOUS, true, variant, bytes,
                new EpochTimes(micros, 2 * micros, 96));
    }

    @Test
    void shouldDrawAFigureOfEachTableThatWasMeasured() throws IOException {
        Report report = Report.to(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8), null);
        report.begin("Table", List.of("bytes"), List.of("Put-Fence"));
        for (WindowPlace place : WindowPlace.values()) {
            for (String variant : List.of("Put-Fence", "Get-Fence", "Sendrecv")) {
                for (int bytes = 1024; bytes <= 1 << 20; bytes *= 4) {
                    report.row(List.of("x"), List.of(measurement(3, bytes, variant, place, bytes * 1e-3)));
                }
            }
        }
        List<Path> files = ExchangeChart.draw(report, directory);
        assertEquals(List.of(directory.resolve("figure2.svg")), files);
        String first = Files.readString(files.getFirst());
        assertEquals(true, first.startsWith("<?xml") && first.contains("<svg"), first.substring(0, 100));
        ExchangeChart.draw(report, directory);
        assertEquals(first, Files.readString(files.getFirst()));
    }
}
