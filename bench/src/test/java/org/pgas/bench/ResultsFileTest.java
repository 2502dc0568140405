package org.pgas.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.bench.rows.Kind;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
class ResultsFileTest {
    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void nameFile() {
        file = directory.resolve("results.json");
    }

    private static Results withPercentiles() {
        Row row = Samples.row(Kind.AM_SHORT, 0, 431.25, 1e-9, 3.0e15);
        return Samples.results(Samples.MACHINE, new Row(row.key(), row.unit(), row.rounds(),
                new Percentiles(10, 1, 2, 3, 4, 1L << 50)), Samples.row(Kind.PUT, 8, 58.8));
    }

    @Test
    void whatWasWrittenIsReadBackTheSame() throws IOException {
        ResultsFile.write(withPercentiles(), file);
        assertEquals(withPercentiles(), ResultsFile.read(file));
        ResultsFile.write(Samples.everything(), file);
        assertEquals(Samples.everything(), ResultsFile.read(file));
        try (var files = Files.list(directory)) {
            assertEquals(List.of(file), files.toList());
        }
    }

    private void refused(String content, String reason) throws IOException {
        Files.writeString(file, content);
        PgasException e = assertThrows(PgasException.class, () -> ResultsFile.read(file), content);
        assertEquals(ErrorCode.BAD_ARGUMENT, e.code());
        assertTrue(e.getMessage().startsWith("--compare: " + file + " "), e.getMessage());
        assertTrue(e.getMessage().contains(reason), e.getMessage());
    }

    @Test
    void aFileThatIsNoneIsRefusedWithTheReason() throws IOException {
        PgasException missing = assertThrows(PgasException.class, () -> ResultsFile.read(file));
        assertTrue(missing.getMessage().contains("does not exist"), missing.getMessage());
        refused("not json", "is not JSON: ");
        refused("not json", "(line 1, column ");
        refused("{\"schema\": ", "is not JSON: ");
        refused("", "does not say \"schema\": \"pgas-bench\"");
        refused("[1, 2]", "does not say \"schema\"");
        refused("{\"schema\": \"other\"}", "does not say \"schema\"");
        refused("{\"schema\": \"pgas-bench\"}", "lacks version");
        refused("{\"schema\": \"pgas-bench\", \"version\": 7}", "of version 7; this release reads version 1");
        Files.write(file, new byte[]{(byte) 0xff, (byte) 0xfe, 0, 1});
        PgasException binary = assertThrows(PgasException.class, () -> ResultsFile.read(file));
        assertTrue(binary.getMessage().contains("is not text"), binary.getMessage());
    }

    @Test
    void whatIsMissingOrOfTheWrongTypeIsNamed() throws IOException {
        String good = ResultsFile.text(withPercentiles());
        refused(good.replace("\"processor\"", "\"p\""), "lacks machine.processor, which is to be a string");
        refused(good.replace("\"cores\" : 4", "\"cores\" : \"4\""), "has something else for machine.cores");
        refused(good.replace("\"bytes\" : 8", "\"bytes\" : 8.5"), "has 8.5 for row 2.bytes");
        refused(good.replace("\"unit\" : \"ns\"", "\"unit\" : \"ells\""), "has the unit \"ells\" in row 1");
        refused(good.replaceAll("\\[ \\[[^]]*\\]", "[ [ 0.0 ]"), "has 0.0 in row 1.rounds");
        refused(good.replaceAll("\\[ \\[[^]]*\\]", "[ [ ]"), "has a round without samples in row 1");
        refused(good + good, "something follows its end");
    }

    /** Whatever is in the file, the answer is results or a refusal. */
    @Test
    void aDamagedFileIsReadOrRefusedAndNothingElse() throws IOException {
        SplittableRandom random = Seed.of("damage");
        String good = ResultsFile.text(withPercentiles());
        int refused = 0;
        for (int i = 0; i < 500; i++) {
            StringBuilder damaged = new StringBuilder(good);
            int at = random.nextInt(good.length());
            switch (random.nextInt(3)) {
                case 0 -> damaged.setCharAt(at, (char) (' ' + random.nextInt(95)));
                case 1 -> damaged.deleteCharAt(at);
                default -> damaged.setLength(at);
            }
            Files.writeString(file, damaged);
            try {
                ResultsFile.read(file);
            } catch (PgasException e) {
                refused++;
            }
        }
        assertTrue(refused > 250, "only " + refused + " were refused");
    }
}
