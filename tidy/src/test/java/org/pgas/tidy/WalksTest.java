package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.Test;

/** The walks from a call to its instruction that the comments of packages tell: that they are short, and can be gone. */
class WalksTest {
    private static final Pattern WALK = Pattern
            .compile("<li>Walk of an? ([^:]*), in at most (\\d+) files: (.*?)\\.(?= ?<)");

    private static final Pattern TYPE = Pattern.compile("\\{@code (\\w+)\\}");

    /** What a walk may take: no text can give it more. */
    private static final List<String> LIMITS = List.of("8-byte put 4", "1 MiB putNb 7",
            "short request with its reply 12", "strided put 10", "put between fences 6", "fetch-add 6");

    private record Walk(String call, int most, List<List<String>> stretches) {
        Set<String> files() {
            return stretches.stream().flatMap(List::stream).collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    private static List<Walk> walks() {
        List<Walk> walks = new ArrayList<>();
        Library.mainSources().stream().filter(file -> file.endsWith("package-info.java")).map(Library::read)
                .map(text -> text.replaceAll("\\s*\\R \\* ?", " "))
                .forEach(text -> walks.addAll(walks(text)));
        return walks;
    }

    private static List<Walk> walks(String text) {
        List<Walk> walks = new ArrayList<>();
        for (Matcher walk = WALK.matcher(text); walk.find();) {
            List<List<String>> stretches = new ArrayList<>();
            for (String stretch : walk.group(3).split(";")) {
                stretches.add(TYPE.matcher(stretch).results().map(type -> type.group(1)).toList());
            }
            walks.add(new Walk(walk.group(1), Integer.parseInt(walk.group(2)), stretches));
        }
        return walks;
    }

    @Test
    void theWalksAreToldWithTheirLimits() {
        assertEquals(LIMITS, walks().stream().map(walk -> walk.call() + " " + walk.most()).toList());
    }

    @Test
    void everyWalkIsShortAndCanBeGone() {
        List<String> wrong = new ArrayList<>();
        walks().forEach(walk -> {
            System.out.println(walk.call() + ": " + walk.files().size() + " files");
            wrong.addAll(problems(walk));
        });
        assertEquals(List.of(), wrong);
    }

    @Test
    void aWalkThatCannotBeGoneIsFound() {
        List<Walk> walks = walks(
                "<li>Walk of a put, in at most 2 files: {@code Rma}, {@code AddressMap}, {@code Token};"
                        + " {@code Nowhere}. <li>Walk of a get, in at most 9 files: {@code AddressMap}, {@code TeamCore},"
                        + " {@code SharedMemory}. </ul>");
        List<String> problems = walks.stream().flatMap(walk -> problems(walk).stream()).toList();
        assertEquals(List.of("put: 4 files, at most 2 are wanted", "put: Token is not next to a file before it",
                "put: returns to org.pgas", "put: no type Nowhere",
                "get: SharedMemory is not next to a file before it", "get: returns to org.pgas.memory"), problems);
    }

    /** Each file but the first names, or is named by, one before it; what implements an interface stands for it. */
    private static List<String> problems(Walk walk) {
        List<String> problems = new ArrayList<>();
        if (walk.files().size() > walk.most()) {
            problems.add(walk.call() + ": " + walk.files().size() + " files, at most " + walk.most() + " are wanted");
        }
        Set<JavaClass> before = new HashSet<>();
        for (List<String> stretch : walk.stretches()) {
            Set<String> left = new HashSet<>();
            String room = "";
            for (String name : stretch) {
                List<JavaClass> types = Library.CLASSES.stream().filter(each -> each.getSimpleName().equals(name)
                        && each.getEnclosingClass().isEmpty() && !each.getPackageName().contains("examples")).toList();
                if (types.size() != 1) {
                    problems.add(walk.call() + ": " + (types.isEmpty() ? "no" : "more than one") + " type " + name);
                    continue;
                }
                JavaClass type = types.getFirst();
                if (!before.isEmpty() && before.stream().noneMatch(other -> areNeighbours(other, type))) {
                    problems.add(walk.call() + ": " + name + " is not next to a file before it");
                }
                before.add(type);
                if (!type.getPackageName().equals(room)) {
                    left.add(room);
                    room = type.getPackageName();
                    if (left.contains(room)) {
                        problems.add(walk.call() + ": returns to " + room);
                    }
                }
            }
        }
        return problems;
    }

    private static boolean areNeighbours(JavaClass one, JavaClass other) {
        return one.equals(other) || names(one, other) || names(other, one)
                || other.getAllRawInterfaces().stream().anyMatch(role -> names(one, role));
    }

    private static boolean names(JavaClass one, JavaClass other) {
        return Library.CLASSES.stream().filter(each -> Library.outermost(each).equals(one.getName()))
                .flatMap(each -> each.getDirectDependenciesFromSelf().stream())
                .anyMatch(to -> Library.outermost(to.getTargetClass()).equals(other.getName()));
    }
}
