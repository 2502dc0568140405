package org.pgas.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the files for containers say, as far as ours say anything: what is not understood here is an error. */
final class ContainerFile {
    private static final Pattern INSTRUCTION = Pattern.compile("(FROM|COPY|RUN|USER|WORKDIR|ENTRYPOINT|CMD) (.+)");
    private static final Pattern ARRAY = Pattern.compile("\\[\"[^\"\\\\]+\"(?:, \"[^\"\\\\]+\")*\\]");
    private static final Pattern ENTRY = Pattern.compile("([a-z_]+):(?: (\\S.*))?");
    private static final int INDENT = 2;

    private ContainerFile() {}

    /** @param rest all that follows the name, in one line */
    record Instruction(String name, String rest) {
        List<String> words() {
            return List.of(rest.split(" +"));
        }
    }

    /** The instructions of a Dockerfile, in their order. */
    static List<Instruction> instructions(String dockerfile) {
        List<Instruction> all = new ArrayList<>();
        String begun = "";
        for (String line : dockerfile.lines().filter(each -> !each.startsWith("#")).toList()) {
            begun += line.strip();
            if (begun.endsWith("\\")) {
                begun = begun.substring(0, begun.length() - 1);
            } else if (!begun.isEmpty()) {
                Matcher parts = INSTRUCTION.matcher(begun);
                assertTrue(parts.matches(), begun);
                boolean isArray = List.of("ENTRYPOINT", "CMD").contains(parts.group(1));
                assertTrue(!isArray || ARRAY.matcher(parts.group(2)).matches(), begun);
                all.add(new Instruction(parts.group(1), parts.group(2)));
                begun = "";
            }
        }
        assertEquals("", begun, "it ends within an instruction");
        return all;
    }

    /** The values of a YAML file by the keys that lead to them, as "services.pgas.image"; of a list, the last. */
    static Map<String, String> values(String yaml) {
        Map<String, String> values = new TreeMap<>();
        List<String> path = new ArrayList<>();
        for (String line : yaml.lines().filter(each -> !each.isBlank() && !each.strip().startsWith("#")).toList()) {
            String text = line.stripLeading();
            int depth = (line.length() - text.length()) / INDENT;
            assertEquals(" ".repeat(depth * INDENT) + text, line, "indented by two blanks each");
            assertTrue(depth <= path.size(), line);
            path.subList(depth, path.size()).clear();
            if (text.startsWith("- ")) {
                values.put(String.join(".", path), text.substring(2));
                continue;
            }
            Matcher parts = ENTRY.matcher(text);
            assertTrue(parts.matches(), line);
            path.add(parts.group(1));
            String key = String.join(".", path);
            assertTrue(!values.containsKey(key), () -> key + " stands twice");
            if (parts.group(2) != null) {
                values.put(key, parts.group(2));
            }
        }
        return values;
    }

    /** All but the last word of COPY: what it takes from the directory of the archive. */
    static List<String> sources(Instruction copy) {
        List<String> words = copy.words();
        assertTrue(words.size() > 1 && Arrays.asList(words.getLast().split("/")).contains("pgas"), copy.rest());
        return words.subList(0, words.size() - 1);
    }
}
