package org.pgas.broken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The last result of each break, by its name. */
final class Results {
    private final Map<String, Result> byName = new TreeMap<>();

    /** @throws IllegalArgumentException if a line is no row of results */
    static Results of(List<String> lines) {
        Results read = new Results();
        lines.stream().filter(line -> !line.isBlank() && !line.equals(Result.TITLES)).map(Result::of)
                .forEach(read::put);
        return read;
    }

    static Results read(Path file) throws IOException {
        return of(Files.exists(file) ? Files.readAllLines(file) : List.of());
    }

    void put(Result result) {
        byName.put(result.name(), result);
    }

    /** None if the break was not tried, or was another one then. */
    Optional<Result> of(Break each) {
        return Optional.ofNullable(byName.get(each.name())).filter(result -> result.text().equals(each.text()));
    }

    /** Without those of breaks that are in the list no longer, or are others now. */
    String text(List<Break> list) {
        return Stream.concat(Stream.of(Result.TITLES),
                list.stream().flatMap(each -> of(each).stream()).map(Result::row))
                .collect(Collectors.joining("\n", "", "\n"));
    }
}
