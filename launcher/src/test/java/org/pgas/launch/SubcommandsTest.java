package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class SubcommandsTest {
    @TempDir
    Path directory;

    /** Its name is one of ours. */
    @Command(name = "run")
    public static final class Taken implements Subcommand {
        @Override
        public Integer call() {
            return 5;
        }
    }

    public static final class Nameless implements Subcommand {
        @Override
        public Integer call() {
            return 6;
        }
    }

    @Command(name = "fine")
    public static final class Fine implements Subcommand {
        @Override
        public Integer call() {
            return 7;
        }
    }

    @Test
    void aCommandThatIsOfNoUseIsNamedAndTheOthersWork() throws Exception {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Files.writeString(services.resolve(Subcommand.class.getName()),
                Stream.concat(Stream.of("com.example.Missing"),
                        Stream.of(Taken.class, Nameless.class, Fine.class).map(Class::getName))
                        .collect(Collectors.joining("\n")));
        StringWriter err = new StringWriter();
        try (URLClassLoader loader = new URLClassLoader(new URL[]{directory.toUri().toURL()},
                SubcommandsTest.class.getClassLoader())) {
            CommandLine line = new CommandLine(new PgasCommand());
            line.setErr(new PrintWriter(err, true));
            PgasCommand.addOwn(line, "help");
            Subcommands.addTo(line, loader, "help");
            assertEquals(7, line.execute("fine"));
            assertTrue(line.getSubcommands().get("run").getCommand() instanceof RunCommand);
        }
        List<String> lines = err.toString().lines().toList();
        assertEquals(3, lines.size(), lines::toString);
        for (String line : lines) {
            assertTrue(line.startsWith("pgas: ") && line.contains(" on the class path cannot be used: "), line);
        }
    }
}
