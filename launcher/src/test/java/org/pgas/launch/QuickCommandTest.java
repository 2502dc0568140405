package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;

import org.junit.jupiter.api.Test;

/** Command lines that are understood without the parser mean what the parser understands. */
class QuickCommandTest {
    private static final int LINES = 20_000;

    /** Options and values that are legal, and words that are none, or not plain. */
    private static final List<String> WORDS = List.of("-n", "-n", "-n", "--ranks", "--ranks=3", "-n4", "-n=4", "2",
            "64",
            "0", "x", "--heap", "--heap=64m", "--heap=", "64m", "--segment", "--segment=1g", "--timeout",
            "--timeout=5s",
            "--wait", "--wait=spin", "--dir", "--dir=/d", "--neighbourhoods", "--neighbourhoods=2", "--checks",
            "--bind",
            "--checks=true", "--bind=x", "-cp", "-cp=a:b", "--class-path", "--class-path=a", "a:b", "--class-cache",
            "--class-cache=/c", "-Dk=v", "-Dpgas.wait=spin", "-D", "-D=x", "--set", "--set=k=v", "-Dk", "-J-Xss4m",
            "-J",
            "-J=-Xss4m", "-J-n", "-Jx", "--verbose", "--hosts", "--hosts=a:1", "--one-per-host", "--timeline",
            "--output",
            "--help", "-h", "--", "@file", "", "-", "--nonsense", "--no=x", "x.Main", "x.Main", "x.Main", "run",
            "-x=1");

    /** By field. */
    private static Map<String, Object> values(RunOptions options) throws ReflectiveOperationException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Field each : RunOptions.class.getDeclaredFields()) {
            if (!Modifier.isStatic(each.getModifiers()) && !each.isSynthetic()) {
                each.setAccessible(true);
                values.put(each.getName(), each.get(options));
            }
        }
        return values;
    }

    private static RunOptions byParser(String... words) throws ReflectiveOperationException {
        Object command = PgasCommand.commandLine(words).parseArgs(words).subcommand().commandSpec().userObject();
        Field options = RunCommand.class.getDeclaredField("options");
        options.setAccessible(true);
        return (RunOptions) options.get(command);
    }

    @Test
    void whatIsUnderstoodMeansWhatTheParserUnderstands() throws Exception {
        Random random = new Random(20261127);
        TreeSet<String> options = new TreeSet<>();
        int understood = 0;
        for (int line = 0; line < LINES; line++) {
            List<String> words = new ArrayList<>(List.of("run"));
            for (int i = random.nextInt(8); i >= 0; i--) {
                words.add(WORDS.get(random.nextInt(WORDS.size())));
            }
            if (random.nextBoolean()) {
                words.addAll(List.of("-n", "2", "x.Main"));
            }
            String[] all = words.toArray(String[]::new);
            RunOptions quick = QuickCommand.runOptions(all);
            if (quick != null) {
                understood++;
                assertEquals(values(byParser(all)), values(quick), words::toString);
                words.stream().takeWhile(each -> !each.equals(quick.program)).filter(each -> each.startsWith("-"))
                        .map(each -> each.replaceFirst("(?<=^-[DJ]).*|=.*", "")).forEach(options::add);
            }
        }
        assertEquals(List.of("--bind", "--checks", "--class-cache", "--class-path", "--dir", "--heap",
                "--neighbourhoods", "--ranks", "--segment", "--timeout", "--wait", "-D", "-J", "-cp", "-n"),
                List.copyOf(options), "of " + understood + " lines");
        assertTrue(understood > LINES / 200, "only " + understood);
    }

    @Test
    void whatIsTypedMostIsUnderstood() {
        assertNotNull(QuickCommand.runOptions("run", "-n", "2", "hello"));
        assertNotNull(QuickCommand.runOptions("run", "--class-cache=/c", "-n", "8", "heat2d", "--help", "-n", "x"));
        assertNotNull(QuickCommand.runOptions("run", "-n", "2", "--heap", "64m", "-cp", "a:b", "-Dpgas.wait=block",
                "x.Main"));
    }

    @Test
    void whatIsWrongOrNotPlainIsLeftToTheParser() {
        for (String line : List.of("", "ru", "run", "run -n 2", "run x.Main", "run -n 0 x.Main", "run -n 2 -n 3 x.Main",
                "run -n 2 --ranks 2 x.Main", "run -n -2 x.Main", "run -n 2 @words", "run -n 2 -- x.Main",
                "run -n 2 --heap --checks x.Main", "run -n 2 --help x.Main", "run -n 2 --segmet 1g x.Main",
                "run -n 2 --hosts a x.Main", "run -n 2 x.Main --")) {
            assertNull(QuickCommand.runOptions(line.split(" ")), line);
        }
    }
}
