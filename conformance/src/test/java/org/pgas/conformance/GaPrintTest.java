package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import org.pgas.Job;
import org.pgas.conformance.suites.SuiteCase;
import org.pgas.ga.Ga;
import org.pgas.ga.GaArray;
import org.pgas.ga.GaType;
import org.pgas.testkit.Mode;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/** What global arrays print: on process 0, once. In JVMs of their own, since standard output is the JVM's. */
@AcrossNeighbourhoods
@RankDefaults(ranks = 2, segment = "0", modes = Mode.PROCESSES)
class GaPrintTest {
    private static String printed(Runnable call) {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            call.run();
        } finally {
            System.setOut(before);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @SuiteCase(suite = "GA", programs = {"print", "test: ga_print_patch"})
    @RankTest
    void shouldPrintElementsRowByRow(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_INT, new long[]{3, 2}, "a", null);
        a.fill(4);
        a.fillPatch(new long[]{2, 1}, new long[]{2, 1}, GaType.C_INT.number(-1));
        String all = printed(a::print);
        String part = printed(() -> a.printPatch(new long[]{1, 1}, new long[]{2, 1}));
        GaArray z = ga.create(GaType.C_DCPL, new long[]{1}, "z", null);
        z.fill(GaType.C_DCPL.number(1, -2));
        String complex = printed(z::print);
        if (ga.nodeid() == 0) {
            assertEquals("""
                    [0, 0]..[2, 1] of global array a (C_INT 3 x 2)
                    [0, 0]: 4 4
                    [1, 0]: 4 4
                    [2, 0]: 4 -1
                    """, all);
            assertEquals("""
                    [1, 1]..[2, 1] of global array a (C_INT 3 x 2)
                    [1, 1]: 4
                    [2, 1]: -1
                    """, part);
            assertEquals("[0]..[0] of global array z (C_DCPL 1)\n[0]: (1.0,-2.0)\n", complex);
        } else {
            assertEquals("", all + part + complex);
        }
        ga.terminate();
    }

    @RankTest
    void shouldPrintWhichProcessHasWhat(Job job) {
        Ga ga = Ga.initialize(job);
        GaArray a = ga.create(GaType.C_DBL, new long[]{5}, "a", null);
        String printed = printed(a::printDistribution);
        assertEquals(ga.nodeid() > 0 ? "" : """
                global array a (C_DBL 5), in [2] blocks
                process 0: [0]..[2]
                process 1: [3]..[4]
                """, printed);
        ga.terminate();
    }
}
