package org.pgas.examples.guide;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ShellRunIT {
    @TempDir
    Path scratch;

    @Test
    void shouldRunThePagesProgramsByItsCommands() throws Throwable {
        List<DynamicTest> tests = new DocumentRun("guide.md", Block.of("guide.md", """
                <!-- compile -->
                ```java
                import org.pgas.Job;

                public class Greeting {
                    public static void main(String[] args) {
                        try (Job job = Job.join()) {
                            System.out.println(args[0] + " from " + job.rank());
                        }
                    }
                }
                ```

                <!-- run: output -->
                ```sh
                echo Hello > word
                ./pgas run -n 2 Greeting $(cat word)
                ```

                ```text
                [0] Hello from 0
                [1] Hello from 1
                ```

                <!-- run: output -->
                ```sh
                ./pgas ps | sed 's| in .*||'
                jfr version | grep -c .
                ```

                ```text
                no jobs
                1
                ```

                <!-- run: fails output -->
                ```sh
                test -f word
                ./pgas run -n 2 Absent
                ```

                ```text
                Absent
                ```

                <!-- run: jvms ranks=2 output set=pgas.wait=block -->
                ```java
                System.out.println(job.rank() + " of " + job.size() + " " + System.getProperty("pgas.wait"));
                ```

                ```text
                0 of 2 block
                1 of 2 block
                ```
                """.lines().toList()), scratch, 1).tests();
        assertEquals(5, tests.size());
        for (DynamicTest test : tests) {
            test.getExecutable().execute();
        }
    }
}
