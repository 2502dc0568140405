package org.pgas.examples.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents that are wrong, and how that is told. */
final class DocumentRunTest {
    @TempDir
    Path scratch;

    @Test
    void shouldRunStatementsMembersAndFiles() throws Throwable {
        runAll("""
                ```java
                assertEquals(2, job.size());
                ```
                <!-- run: ranks=3 -->
                ```java
                public static void main(String[] args) {
                    try (Job job = Job.join()) {
                        assertEquals(3, job.size());
                    }
                }
                ```
                <!-- run: output -->
                ```java
                import org.pgas.Job;

                /** Whole. */
                class Whole {
                    public static void main(String[] args) {
                        try (Job job = Job.join()) {
                            System.out.println("rank " + job.rank());
                        }
                    }
                }
                ```
                It prints:
                ```text
                rank 1
                rank 0
                ```
                """, 3);
    }

    @Test
    void shouldGoOnWhereABlockContinues() throws Throwable {
        runAll("""
                <!-- run:
                int hidden = job.rank();
                -->
                ```java
                int seen = hidden + 1;
                ```
                Then:
                <!-- run: continues output -->
                ```java
                System.out.println(seen);
                ```
                <!-- then
                assertEquals(seen, hidden + 1);
                -->
                ```text
                1
                2
                ```
                """, 1);
    }

    @Test
    void shouldRunProgramsOnceMoreInSeveralNeighbourhoods() throws Throwable {
        List<DynamicTest> tests = tests("""
                <!-- compile -->
                ```java
                job.world().barrier();
                ```
                ```java
                assertEquals(1, job.position().neighbourhoods());
                ```
                """, 2);
        assertEquals(List.of("guide.md:2", "guide.md:5", "guide.md:5, 2 neighbourhoods"),
                tests.stream().map(DynamicTest::getDisplayName).toList());
        tests.get(1).getExecutable().execute();
        String message = assertThrows(AssertionError.class, tests.get(2).getExecutable()).getMessage();
        assertTrue(message.contains("expected: <1> but was: <2>"), message);
    }

    @Test
    void shouldNameTheLineThatDoesNotCompile() {
        String message = failure("""
                Text.

                <!-- run:
                int there = 1;
                -->
                ```java
                int one = there;
                int two = absent;
                ```
                """);
        assertTrue(message.startsWith("guide.md:8: "), message);
        assertTrue(message.contains("absent"), message);
    }

    @Test
    void shouldNameTheLineThatThrows() {
        AssertionError failure = assertThrows(AssertionError.class, () -> runAll("""
                Text.
                ```java
                int[] none = {};

                System.out.println(none[0]);
                ```
                """, 1));
        boolean isNamed = false;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            isNamed |= List.of(each.getStackTrace()).toString().contains("guide.md:5");
        }
        assertTrue(isNamed, failure::toString);
        assertTrue(failure.getMessage().startsWith("guide.md:2: "), failure::getMessage);
    }

    @Test
    void shouldFindWhatIsNotPrintedAsShown() {
        String message = failure("""
                <!-- run: ranks=1 output -->
                ```java
                System.out.println("rank 0 took 17 us");
                System.out.println("done");
                ```
                ```text
                rank ... took ... us
                finished
                ```
                """);
        assertTrue(message.contains("finished"), message);
        assertTrue(message.contains("done"), message);
        assertFalse(message.contains("17"), message);
    }

    @Test
    void shouldFindABlockThatShouldFailAndDoesNot() {
        String message = failure("""
                <!-- run: fails -->
                ```java
                job.world().barrier();
                ```
                """);
        assertTrue(message.contains("should fail"), message);
    }

    @Test
    void shouldShowWhatMattersOfAFailure() throws Throwable {
        runAll("""
                <!-- run: ranks=1 fails output -->
                ```java
                job.world().rma().putLong(7, 0, 1);
                ```
                ```text
                PgasException: ... rank 7 is outside
                ```
                """, 1);
    }

    @Test
    void shouldRefuseACommentThatIsNotUnderstood() {
        assertTrue(failure("<!-- rum: -->\n```java\n```\n").startsWith("guide.md:1: 'rum:' is not understood"));
        assertTrue(failure("<!-- run: rank=2 -->\n```java\n```\n").contains("option 'rank=2' is not known"));
        assertTrue(failure("<!-- not run: -->\n```sh\n```\n").contains("says nothing"));
        assertTrue(failure("```bash\nls\n```\n").contains("blocks of sh"));
        assertTrue(failure("<!-- run: output -->\n```java\n```\nNothing.\n").contains("no block of text"));
        assertTrue(failure("<!-- run: continues -->\n```java\n```\n").contains("continues nothing"));
        assertTrue(failure("<!-- in: README.md -->\n```java\nno such line;\n```\n").contains("not in README.md"));
    }

    @Test
    void shouldPassOverBlocksInBlocks() throws Throwable {
        runAll("""
                ````markdown
                <!-- rum -->
                ```java
                not Java
                ```
                ````
                ```java
                job.world().barrier();
                ```
                """, 1);
    }

    @Test
    void shouldFailWhereACommandFails() {
        String message = failure("```sh\nfalse\necho hidden\n```\n");
        assertEquals("guide.md:1: failed with 1\n", message);
    }

    private String failure(String text) {
        return assertThrows(AssertionError.class, () -> runAll(text, 1)).getMessage();
    }

    private void runAll(String text, int count) throws Throwable {
        List<DynamicTest> tests = tests(text, 1);
        assertEquals(count, tests.size());
        for (DynamicTest test : tests) {
            test.getExecutable().execute();
        }
    }

    private List<DynamicTest> tests(String text, int mostNeighbourhoods) {
        return new DocumentRun("guide.md", Block.of("guide.md", text.lines().toList()), scratch, mostNeighbourhoods)
                .tests();
    }
}
