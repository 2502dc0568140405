package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;

class ThreadDumpTest {
    private static final String DUMP = """
            4711:
            2026-01-01 00:00:00
            Full thread dump OpenJDK 64-Bit Server VM (25 mixed mode):

            "main" #3 [77] prio=5 os_prio=0 cpu=1ms elapsed=2s tid=0x1 nid=77 waiting on condition  [0x2]
               java.lang.Thread.State: WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25/Native Method)
            \t- parking to wait for  <0x3> (a java.lang.Object)
            \tat com.example.Main.main(Main.java:7)

            "Reference Handler" #9 [78] daemon prio=10 tid=0x4 nid=78 waiting on condition  [0x5]
               java.lang.Thread.State: RUNNABLE
            \tat java.lang.ref.Reference.waitForReferencePendingList(java.base@25/Native Method)

            "pgas-watcher-0" #30 [79] daemon prio=5 tid=0x6 nid=79 waiting on condition  [0x7]
               java.lang.Thread.State: TIMED_WAITING (parking)
            \tat jdk.internal.misc.Unsafe.park(java.base@25/Native Method)

            "a "quoted" name" #31 [80] prio=5 tid=0x8 nid=80 runnable  [0x9]
               java.lang.Thread.State: RUNNABLE
            \tat com.example.Worker.run(Worker.java:9)

            "VM Thread" os_prio=0 cpu=1ms elapsed=2s tid=0xa nid=81 runnable

            JNI global refs: 8, weak refs: 0
            """;

    @Test
    void aProgramsThreadsAreKeptWithStateFramesAndLocks() {
        assertEquals(List.of(
                "  \"main\" WAITING (parking)",
                "    at jdk.internal.misc.Unsafe.park(java.base@25/Native Method)",
                "    - parking to wait for  <0x3> (a java.lang.Object)",
                "    at com.example.Main.main(Main.java:7)",
                "  \"a \"quoted\" name\" RUNNABLE",
                "    at com.example.Worker.run(Worker.java:9)"), ThreadDump.lines(DUMP, false));
    }

    @Test
    void allThreadsAreKeptOnDemand() {
        List<String> lines = ThreadDump.lines(DUMP, true);
        assertTrue(lines.containsAll(List.of("  \"Reference Handler\" RUNNABLE",
                "  \"pgas-watcher-0\" TIMED_WAITING (parking)", "  \"VM Thread\"")), lines::toString);
    }

    @Test
    void aNameOfSeveralLinesIsGivenByItsFirst() {
        assertEquals(List.of("  \"two\" RUNNABLE", "    at com.example.Worker.run(Worker.java:9)"), ThreadDump.lines("""
                "two
                lines" #31 [80] prio=5 tid=0x8 nid=80 runnable  [0x9]
                   java.lang.Thread.State: RUNNABLE
                \tat com.example.Worker.run(Worker.java:9)
                """, false));
        assertEquals(List.of(), ThreadDump.lines("\"", false));
    }

    @Test
    void whatIsNoDumpHasNoThreads() {
        assertEquals(List.of(), ThreadDump.lines("", true));
        assertEquals(List.of(), ThreadDump.lines("com.sun.tools.attach.AttachNotSupportedException: no\n", true));
    }
}
