package org.pgas.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.pgas.broken.change.Cut;

/** The sources and the classes of a build. */
record Tree(Path root) {
    /** What the break is in the class of today. The line's text may stand there more than once. */
    Cut cut(Break each) throws IOException {
        Break.Spot spot = each.spot();
        byte[] bytes = bytes(spot.module(), spot.className());
        Set<Integer> lines = new TreeSet<>();
        List<String> source = source(spot.module(), spot.className());
        for (int i = 0; i < source.size(); i++) {
            if (source.get(i).strip().equals(spot.line())) {
                lines.add(i + 1);
            }
        }
        if (lines.isEmpty()) {
            throw refusal(each, "the source has no line \"" + spot.line() + "\"");
        }
        Cut cut = new Cut(spot.className(), spot.method(), lines, each.operator(), each.nth());
        int fit = cut.count(bytes);
        if (fit < each.nth()) {
            throw refusal(each, "\"" + each.operator() + "\" fits " + fit + " instructions of such lines in "
                    + spot.method() + ", and number " + each.nth() + " is asked for");
        }
        if (fit > 1 && !each.isCounted()) {
            throw refusal(each, "\"" + each.operator() + "\" fits " + fit + " instructions of such lines in "
                    + spot.method() + ": put \", nth 1\" behind it, or another number");
        }
        return cut;
    }

    /** The class as it was built. */
    byte[] bytes(String module, String className) throws IOException {
        Path file = root.resolve(module).resolve("target/classes").resolve(className.replace('.', '/') + ".class");
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("module " + module + " has no class " + className
                    + ", or is not built; a nested class has $ before its name");
        }
        return Files.readAllBytes(file);
    }

    /** The lines of the source, written or made from a template. */
    List<String> source(String module, String className) throws IOException {
        String name = className.replaceFirst("\\$.*", "").replace('.', '/') + ".java";
        Path file = Stream.of("src/main/java", "target/generated-sources/templates")
                .map(folder -> root.resolve(module).resolve(folder).resolve(name)).filter(Files::exists).findFirst()
                .orElseThrow(() -> new IllegalArgumentException("module " + module + " has no source of " + className));
        return Files.readAllLines(file);
    }

    private static IllegalArgumentException refusal(Break each, String what) {
        return new IllegalArgumentException("break " + each.name() + " in " + each.spot().className() + ": " + what);
    }
}
