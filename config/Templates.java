import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes classes that are the same but for their types from one template. Maven runs it in each module that has
 * templates: {@code java Templates.java src/main/templates target/generated-sources/templates}.
 *
 * <p>A template begins with lines {@code //$}, which explain, and hold a table: {@code //$ Number | Long | Int}. Each
 * column but the first makes a class. {@code $Number$} in the text stands for what the column has in the row Number,
 * and so does Number, if that is the first row, in the file's name. A cell that begins or ends with a space is in
 * quotes. Lines behind {@code //$ Long} are for Long alone, until the next line {@code //$}, which may name others.
 */
record Templates(Path file, List<String> lines, List<List<String>> rows, Set<String> used) {
    private static final String SIGN = "//$";
    private static final Pattern MARK = Pattern.compile("\\$\\w*\\$?");

    public static void main(String[] directories) throws IOException {
        try {
            make(Path.of(directories[0]), Path.of(directories[1]));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    private static void make(Path from, Path to) throws IOException {
        Set<Path> made = new HashSet<>();
        for (Path file : files(from)) {
            Templates template = read(file);
            List<String> types = template.rows.getFirst();
            for (int column = 1; column < types.size(); column++) {
                String name = file.getFileName().toString().replace(types.getFirst(), types.get(column));
                Path target = to.resolve(from.relativize(file)).resolveSibling(name);
                template.check(made.add(target), 1, target + " is another's already");
                write(target, "// Made from " + file + ": change that.\n" + template.text(column));
            }
            template.rows.forEach(row -> template.check(template.used.contains(row.getFirst()), 1,
                    row.getFirst() + " is not used"));
        }
        for (Path file : files(to)) {
            if (!made.contains(file)) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** Leaves a file that has this text already as it is, so that it is not compiled again. */
    private static void write(Path target, String text) throws IOException {
        if (!Files.exists(target) || !Files.readString(target).equals(text)) {
            Files.createDirectories(target.getParent());
            Files.writeString(target, text);
        }
    }

    private static Templates read(Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        List<List<String>> rows = lines.stream().takeWhile(line -> line.startsWith(SIGN))
                .filter(line -> line.contains("|")).map(Templates::cells).toList();
        Templates template = new Templates(file, lines, rows, new HashSet<>());
        template.check(!rows.isEmpty(), 1, "it begins with no table");
        rows.forEach(row -> template.check(row.size() == rows.getFirst().size(), 1,
                "a row has another number of cells: " + row));
        return template;
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(SIGN.length()).split("\\|", -1))
                .map(cell -> cell.strip().replaceAll("^\"(.*)\"$", "$1")).toList();
    }

    private String text(int column) {
        StringBuilder text = new StringBuilder();
        List<String> types = rows.getFirst().subList(1, rows.getFirst().size());
        List<String> takers = types;
        for (int i = (int) lines.stream().takeWhile(line -> line.startsWith(SIGN)).count(); i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith(SIGN)) {
                takers = line.equals(SIGN) ? types : List.of(line.substring(SIGN.length()).strip().split(" +"));
                check(types.containsAll(takers), i + 1, "it has not all of these types: " + takers);
            } else if (takers.contains(types.get(column - 1))) {
                text.append(filled(i, column)).append('\n');
            }
        }
        check(takers == types, lines.size(), "it ends within lines for some types");
        return text.toString();
    }

    private String filled(int index, int column) {
        return MARK.matcher(lines.get(index)).replaceAll(mark -> {
            List<String> row = rows.stream().filter(each -> mark.group().equals("$" + each.getFirst() + "$"))
                    .findFirst().orElse(List.of());
            check(!row.isEmpty(), index + 1, "the table has no " + mark.group());
            used.add(row.getFirst());
            return Matcher.quoteReplacement(row.get(column));
        });
    }

    private void check(boolean holds, int line, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(file + ":" + line + ": " + otherwise);
        }
    }
}
