package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.pgas.compare.Goal.Verdict;
import org.pgas.compare.Measurements.Cell;

class GoalTest {
    private static final Measurements BOTH = Samples.together(Samples.of("pgas", "put", 8, 10),
            Samples.of("c", "put", 8, 8),
            Samples.of("pgas", "other", 8, 9));

    private static Verdict look(String goal) {
        return Goal.parse(goal).look(BOTH, new Cell("pgas", "put", 8), name -> switch (name) {
            case "other" -> new Cell("pgas", "other", 8);
            case "" -> new Cell("c", "put", 8);
            default -> new Cell(name, "put", 8);
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <= 10 ns                    | MET
            < 10 ns                     | MISSED
            <= 0.01 us                  | MET
            <= 9 ns (111 M/s)           | MISSED
            <= 1.25x                    | MET
            <= 1.2x                     | MISSED
            <= 1.1x of other            | MISSED
            <= 1.2x of other            | MET
            <= 2 ns more than c         | MET
            <= 1 ns more than c         | MISSED
            <= 10 ns, <= 1.2x           | MISSED
            <= 10 ns, <= 1x of mpich    | OPEN
            <= 9 ns, <= 1x of mpich     | MISSED
            <= 1x of mpich, <= 9 ns     | MISSED
            <= 1x of mpich              | OPEN
            ''                          | OPEN
            """)
    void shouldBeMetOnlyWhenAllTermsAreDecidedAndMissedWhenOneIs(String goal, Verdict verdict) {
        assertEquals(verdict, look(goal));
    }

    @ParameterizedTest
    @ValueSource(strings = {"fast", ">= 3 ns", "<= ns", "<= 3", "<= 3 ns of c", "about 3 ns"})
    void shouldRefuseWhatItCannotLookAt(String goal) {
        assertThrows(IllegalArgumentException.class, () -> Goal.parse(goal));
    }
}
