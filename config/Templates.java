import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Makes classes that are the same but for their types, or members that are, from one text. Maven runs it in each module
 * that has templates: {@code java Templates.java src/main/templates target/generated-sources/templates}.
 *
 * <p>A template begins with lines {@code //$}, which explain, and hold tables: {@code //$ Number | Long | Int}. Rows
 * that follow each other are a table. If the file's name has the name of the first row of all, each column of the first
 * table but its first makes a class; otherwise the template makes one class. {@code $Number$} in the text stands for
 * what the column has in the row Number, and so does Number in the file's name. A cell that begins or ends with a space
 * is in quotes, and a bar in a cell has a backslash before it. A table whose first name ends with a colon lies on its
 * side: {@code //$ Number: | number}, and below {@code //$ Long | long}.
 *
 * <p>Lines behind {@code //$ Long Int} are for the classes Long and Int alone. Where these columns make no classes, the
 * lines stand once for each, in this order. Both may be together, and commas separate several such: {@code //$ min max,
 * Long and or}. All this goes to the next line {@code //$}, which may name others.
 */
record Templates(Path file, List<String> lines, List<Table> tables, Set<String> used) {
    private static final String SIGN = "//$";
    private static final List<List<String>> FOR_ALL = List.of(List.of());
    private static final Pattern MARK = Pattern.compile("\\$\\w*\\$?");

    public static void main(String[] directories) throws IOException {
        try {
            make(Path.of(directories[0]), Path.of(directories[1]));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** Rows of cells; the first row has the names of the columns, and the first cell of each is the name of the row. */
    private record Table(List<List<String>> rows) {
        String name() {
            return rows.getFirst().getFirst();
        }

        /** This one, or, if its name ends with a colon, the one that has its columns as rows. */
        Table upright() {
            return !name().endsWith(":") ? this
                    : new Table(IntStream.range(0, rows.getFirst().size()).mapToObj(i -> rows.stream()
                            .map(row -> row.get(i).replaceFirst(":$", "")).toList()).toList());
        }

        List<String> columns() {
            return rows.getFirst().subList(1, rows.getFirst().size());
        }

        /** What the names of the rows stand for. */
        Map<String, String> values(String column) {
            int index = 1 + columns().indexOf(column);
            return rows.stream().collect(Collectors.toMap(List::getFirst, row -> row.get(index)));
        }
    }

    private static void make(Path from, Path to) throws IOException {
        Set<Path> made = new HashSet<>();
        for (Path file : files(from)) {
            Templates template = read(file);
            for (String type : template.makesClasses() ? template.tables.getFirst().columns() : List.of("")) {
                String name = file.getFileName().toString();
                Path target = to.resolve(from.relativize(file))
                        .resolveSibling(type.isEmpty() ? name : name.replace(template.tables.getFirst().name(), type));
                template.check(made.add(target), 1, target + " is another's already");
                write(target, "// Made from " + file + ": change that.\n" + template.text(type));
            }
            template.tables.forEach(table -> table.rows.forEach(row -> template
                    .check(template.used.contains(row.getFirst()), 1, row.getFirst() + " is not used")));
        }
        for (Path file : files(to)) {
            if (!made.contains(file)) {
                Files.delete(file);
            }
        }
    }

    private boolean makesClasses() {
        return file.getFileName().toString().contains(tables.getFirst().name());
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
        List<Table> tables = new ArrayList<>();
        boolean isNew = true;
        for (String line : lines.stream().takeWhile(line -> line.startsWith(SIGN)).toList()) {
            if (line.contains("|") && isNew) {
                tables.add(new Table(new ArrayList<>()));
            }
            isNew = !line.contains("|");
            if (!isNew) {
                tables.getLast().rows.add(cells(line));
            }
        }
        Templates template = new Templates(file, lines, tables, new HashSet<>());
        template.check(!tables.isEmpty(), 1, "it begins with no table");
        tables.forEach(table -> table.rows.forEach(row -> template.check(
                row.size() == table.rows.getFirst().size(), 1, "a row has another number of cells: " + row)));
        tables.replaceAll(Table::upright);
        Set<String> columns = new HashSet<>();
        tables.forEach(table -> table.columns().forEach(column -> template.check(columns.add(column), 1,
                "two columns are " + column)));
        return template;
    }

    private static List<String> cells(String row) {
        return Arrays.stream(row.substring(SIGN.length()).split("(?<!\\\\)\\|", -1))
                .map(cell -> cell.strip().replaceAll("^\"(.*)\"$", "$1").replace("\\|", "|")).toList();
    }

    /** The class of this column of the first table, or, if that makes none, the only class. */
    private String text(String type) {
        StringBuilder text = new StringBuilder();
        List<List<String>> takers = FOR_ALL;
        int first = (int) lines.stream().takeWhile(line -> line.startsWith(SIGN)).count();
        for (int i = first; i <= lines.size(); i++) {
            String line = i == lines.size() ? SIGN : lines.get(i).strip();
            if (line.startsWith(SIGN)) {
                check(i < lines.size() || takers == FOR_ALL, i, "it ends within lines for some types");
                for (List<String> group : takers) {
                    write(text, type, group, first, i);
                }
                takers = line.equals(SIGN) ? FOR_ALL
                        : Arrays.stream(line.substring(SIGN.length()).split(","))
                                .map(group -> List.of(group.strip().split(" +"))).toList();
                first = i + 1;
            }
        }
        return text.toString();
    }

    /** Writes lines once, or for each taker that is no class, unless there are takers that are other classes. */
    private void write(StringBuilder text, String type, List<String> takers, int first, int end) {
        List<String> classes = makesClasses() ? tables.getFirst().columns() : List.of();
        List<String> takingClasses = takers.stream().filter(classes::contains).toList();
        List<String> others = takers.stream().filter(taker -> !classes.contains(taker)).toList();
        Table table = tables.stream().filter(each -> each.columns().containsAll(others)).findFirst().orElse(null);
        check(table != null, first, "it has not all of these types: " + takers);
        if (!takingClasses.isEmpty() && !takingClasses.contains(type)) {
            return;
        }
        Map<String, String> ofClass = makesClasses() ? tables.getFirst().values(type) : Map.of();
        for (String taker : others.isEmpty() ? List.of("") : others) {
            Map<String, String> values = new HashMap<>(ofClass);
            if (!taker.isEmpty()) {
                used.add(table.name());
                table.values(taker).forEach((name, cell) -> values.put(name, filled(cell, first, ofClass)));
            }
            for (int i = first; i < end; i++) {
                text.append(filled(lines.get(i), i + 1, values)).append('\n');
            }
        }
    }

    private String filled(String text, int line, Map<String, String> values) {
        return MARK.matcher(text).replaceAll(mark -> {
            String name = mark.group().replace("$", "");
            boolean isThere = values.containsKey(name) && mark.group().equals("$" + name + "$");
            check(isThere, line, "the table has no " + mark.group());
            used.add(name);
            return Matcher.quoteReplacement(values.get(name));
        });
    }

    private void check(boolean holds, int line, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(file + ":" + line + ": " + otherwise);
        }
    }
}
