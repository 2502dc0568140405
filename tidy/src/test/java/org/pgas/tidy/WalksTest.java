package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.junit.jupiter.api.Test;

/**
 * The walks from a call to its instruction that the comment of {@code org.pgas} tells: the files that somebody opens to
 * follow them.
 *
 * <p>A walk is gone along the calls of the class files, from each method that it names: into every method of a file
 * that it lists, and to no other file but those that it says lie aside, and the values that are left out of all walks.
 * So a file that is missing is found, and one too many.
 */
class WalksTest {
    private static final String API = "pgas-core/src/main/java/org/pgas/package-info.java";

    private static final Pattern WALK = Pattern
            .compile("<li>Walk of an? ([^:]*?), (\\d+) files \\((at most|wanted were) (\\d+)\\): (.*?)\\."
                    + "(?: Aside: (.*?)\\.)?(?: Comes back to ([^:]*):.*?\\.)?(?= ?<)");

    private static final Pattern LEFT_OUT = Pattern.compile("<p>Left out of all walks are ([^<]*)\\.");

    /** A type, or a method of one, with the types of its parameters where it has several forms. */
    private static final Pattern CODE = Pattern.compile("\\{@code (\\w+)(?:\\.(\\w+)(\\([^)]*\\))?)?\\}");

    private static final Pattern ROOM = Pattern.compile("\\{@code (\\w+)\\}");

    /** What was wanted of each: no text can give it more. */
    private static final Map<String, Integer> LIMITS = new LinkedHashMap<>(Map.of());

    static {
        LIMITS.put("8-byte put", 4);
        LIMITS.put("1 MiB putNb", 7);
        LIMITS.put("short request with its reply", 12);
        LIMITS.put("strided put", 10);
        LIMITS.put("put between fences", 6);
        LIMITS.put("fetch-add", 6);
    }

    /** A type, and perhaps one of its methods, and perhaps its parameters. */
    private record Place(String type, String method, String parameters) {
        static Place of(MatchResult code) {
            return new Place(code.group(1), code.group(2), code.group(3));
        }

        boolean isMethod(JavaCodeUnit unit) {
            return unit.getName().equals(method) && (parameters == null || parameters.equals(unit.getRawParameterTypes()
                    .stream().map(JavaClass::getSimpleName).collect(Collectors.joining(", ", "(", ")"))));
        }

        /** Whether a call of that member of that type goes here. */
        boolean holds(JavaClass owner, String member) {
            return (owner.getSimpleName().equals(type) || file(owner).equals(type))
                    && (method == null || method.equals(member));
        }

        @Override
        public String toString() {
            return type + (method == null ? "" : "." + method);
        }
    }

    private record Walk(String call, int told, boolean isShort, int limit, List<Place> places, List<Place> aside,
            Set<String> comesBack) {
        Set<String> files() {
            return places.stream().map(Place::type).collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    private static String text() {
        return Library.read(Library.ROOT.resolve(API)).replaceAll("\\s*\\R \\* ?", " ");
    }

    private static List<Place> places(String text) {
        return text == null ? List.of() : CODE.matcher(text).results().map(Place::of).toList();
    }

    private static List<Walk> walks(String text) {
        List<Walk> walks = new ArrayList<>();
        for (Matcher walk = WALK.matcher(text); walk.find();) {
            Set<String> rooms = walk.group(7) == null ? Set.of()
                    : ROOM.matcher(walk.group(7)).results().map(room -> room.group(1)).collect(Collectors.toSet());
            walks.add(new Walk(walk.group(1), Integer.parseInt(walk.group(2)), walk.group(3).equals("at most"),
                    Integer.parseInt(walk.group(4)), places(walk.group(5)), places(walk.group(6)), rooms));
        }
        return walks;
    }

    /** Values, counters, errors and the like. */
    private static Set<String> leftOut(String text) {
        Matcher list = LEFT_OUT.matcher(text);
        assertTrue(list.find(), "the list of what is left out");
        return places(list.group(1)).stream().map(Place::type).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    void theWalksAreToldWithTheirLimits() {
        Map<String, Integer> told = new LinkedHashMap<>();
        walks(text()).forEach(walk -> told.put(walk.call(), walk.limit()));
        assertEquals(LIMITS, told);
    }

    @Test
    void everyWalkIsWholeAndCanBeGone() {
        String text = text();
        Set<String> leftOut = leftOut(text);
        Set<String> met = new TreeSet<>();
        List<String> wrong = new ArrayList<>();
        for (Walk walk : walks(text)) {
            System.out.println(walk.call() + ": " + walk.files().size() + " files");
            Going going = new Going(walk, leftOut);
            wrong.addAll(going.problems());
            met.addAll(going.leftOutMet);
        }
        assertEquals(List.of(), wrong);
        assertEquals(leftOut, met, "left out is what walks meet");
    }

    @Test
    void aWalkThatLacksAFileOrTellsOneTooManyIsFound() {
        List<Walk> walks = walks(
                "<li>Walk of a put, 3 files (at most 2): {@code Rma.putLong(int, long, long)}, {@code AddressMap},"
                        + " {@code Token}. Aside: {@code AddressMap.Miss}, {@code Nbi}."
                        + " <li>Walk of a get, 2 files (wanted were 4): {@code Rma.getNowhere}, {@code Nowhere}. "
                        + "</ul>");
        List<String> problems = walks.stream()
                .flatMap(walk -> new Going(walk, Set.of("MappedRange")).problems().stream()).toList();
        assertEquals(List.of("put: is told to be short, with 3 files of 2",
                "put: Rma.putLong calls SharedMemory.putLong, which is not in it",
                "put: Rma.putLong calls TransferRoutes.putValue, which is not in it",
                "put: never comes to Token", "put: AddressMap.Miss is not met", "put: Nbi is not met",
                "get: is told to be long, with 2 files of 4", "get: no method Rma.getNowhere", "get: no type Nowhere",
                "get: never comes to Rma", "get: never comes to Nowhere"), problems);
    }

    /** No way is hidden in what is left out. */
    @Test
    void whatIsLeftOutLeadsNowhere() {
        Walk walk = walks(
                "<li>Walk of a put, 3 files (at most 4): {@code Rma.putLong(int, long, long)}, {@code AddressMap},"
                        + " {@code SharedMemory}. </ul>")
                .getFirst();
        assertEquals(List.of("put: TransferRoutes is left out, and calls AddressMap.addressIfMapped"),
                new Going(walk, Set.of("MappedRange", "TransferRoutes")).problems());
    }

    @Test
    void aWalkThatComesBackToARoomIsFound() {
        String walk = "<li>Walk of a poll, 4 files (at most 4): {@code Messenger.poll}, {@code Inbox},"
                + " {@code LaneReader}, {@code MessageDispatcher}.";
        String problem = "poll: comes back to message";
        assertTrue(problems(walk + " </ul>").contains(problem));
        assertFalse(problems(walk + " Comes back to {@code message}: so it is. </ul>").contains(problem));
        assertTrue(problems(walk + " Comes back to {@code team}: so it is not. </ul>")
                .contains("poll: does not come back to team"));
    }

    private static List<String> problems(String text) {
        return new Going(walks(text).getFirst(), Set.of()).problems();
    }

    private static String file(JavaClass type) {
        String outermost = Library.outermost(type);
        return outermost.substring(outermost.lastIndexOf('.') + 1);
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** Goes a walk. */
    private static final class Going {
        final Set<String> leftOutMet = new TreeSet<>();

        private final Walk walk;
        private final Set<String> leftOut;
        private final Set<String> problems = new LinkedHashSet<>();
        private final Set<String> files;
        private final Set<String> filesMet = new TreeSet<>();
        private final Set<Place> asideMet = new LinkedHashSet<>();
        private final Set<String> backMet = new TreeSet<>();
        private final Set<String> gone = new TreeSet<>();

        /** All types of the files that are listed, by their file. */
        private final Map<String, List<JavaClass>> types;

        Going(Walk walk, Set<String> leftOut) {
            this.walk = walk;
            this.leftOut = leftOut;
            files = walk.files();
            types = Library.CLASSES.stream().filter(each -> !each.getPackageName().contains("examples"))
                    .filter(each -> files.contains(file(each))).collect(Collectors.groupingBy(WalksTest::file));
        }

        List<String> problems() {
            if (walk.files().size() != walk.told()) {
                problem("has " + walk.files().size() + " files, and is told to have " + walk.told());
            }
            if (walk.told() <= walk.limit() != walk.isShort()) {
                problem("is told to be " + (walk.isShort() ? "short" : "long") + ", with " + walk.told() + " files of "
                        + walk.limit());
            }
            walk.places().stream().filter(place -> place.method() != null).forEach(this::begin);
            files.stream().filter(file -> !types.containsKey(file)).forEach(file -> problem("no type " + file));
            files.stream().filter(file -> !filesMet.contains(file)).forEach(file -> problem("never comes to " + file));
            walk.aside().stream().filter(place -> !asideMet.contains(place))
                    .forEach(place -> problem(place + " is not met"));
            walk.comesBack().stream().filter(room -> !backMet.contains(room))
                    .forEach(room -> problem("does not come back to " + room));
            return List.copyOf(problems);
        }

        private void problem(String text) {
            problems.add(walk.call() + ": " + text);
        }

        private void begin(Place place) {
            List<JavaCodeUnit> starts = types.getOrDefault(place.type(), List.of()).stream()
                    .filter(type -> type.getEnclosingClass().isEmpty()).flatMap(type -> type.getCodeUnits().stream())
                    .filter(place::isMethod).toList();
            if (starts.isEmpty()) {
                problem("no method " + place);
            }
            starts.forEach(start -> go(start, List.of()));
        }

        /** {@code through}: the rooms of the calls that have not come back. */
        private void go(JavaCodeUnit unit, List<String> through) {
            String room = room(unit.getOwner());
            List<String> rooms = new ArrayList<>(through);
            if (rooms.isEmpty() || !rooms.getLast().equals(room)) {
                if (rooms.contains(room)) {
                    backMet.add(room);
                    if (!walk.comesBack().contains(room)) {
                        problem("comes back to " + room);
                    }
                    // from here on as if it had begun here
                    rooms.clear();
                }
                rooms.add(room);
            }
            if (gone.add(unit.getFullName() + rooms)) {
                filesMet.add(file(unit.getOwner()));
                calls(unit).forEach(call -> follow(unit, call, rooms));
            }
        }

        private static Stream<JavaAccess<?>> calls(JavaCodeUnit unit) {
            return Stream.of(unit.getCallsFromSelf(), unit.getMethodReferencesFromSelf(),
                    unit.getConstructorReferencesFromSelf()).flatMap(Set::stream)
                    .<JavaAccess<?>>map(call -> (JavaAccess<?>) call)
                    .sorted((one, other) -> one.getTarget().getFullName().compareTo(other.getTarget().getFullName()));
        }

        private void follow(JavaCodeUnit from, JavaAccess<?> call, List<String> rooms) {
            JavaCodeUnit target = call.getTarget().resolveMember().filter(JavaCodeUnit.class::isInstance)
                    .map(JavaCodeUnit.class::cast).orElse(null);
            JavaClass owner = target == null ? call.getTargetOwner() : target.getOwner();
            if (!owner.getPackageName().startsWith("org.pgas") || target == null) {
                return;
            }
            List<Place> aside = walk.aside().stream().filter(place -> place.holds(owner, target.getName())).toList();
            asideMet.addAll(aside);
            if (!aside.isEmpty()) {
                return;
            }
            if (leftOut.contains(file(owner))) {
                leftOutMet.add(file(owner));
                look(target);
                return;
            }
            List<JavaCodeUnit> bodies = bodies(target);
            if (bodies.isEmpty() && !files.contains(file(owner))) {
                problem(name(from) + " calls " + name(target) + ", which is not in it");
            }
            if (bodies.isEmpty()) {
                filesMet.add(file(owner));
            }
            bodies.forEach(body -> go(body, rooms));
        }

        /** At a member of what is left out. */
        private void look(JavaCodeUnit unit) {
            if (gone.add(unit.getFullName())) {
                calls(unit).forEach(call -> call.getTarget().resolveMember().filter(JavaCodeUnit.class::isInstance)
                        .map(JavaCodeUnit.class::cast).ifPresent(target -> {
                            String file = file(target.getOwner());
                            if (leftOut.contains(file)) {
                                look(target);
                            } else if (files.contains(file) && !file.equals("SharedMemory")) {
                                problem(file(unit.getOwner()) + " is left out, and calls " + name(target));
                            }
                        }));
            }
        }

        private static String name(JavaCodeUnit unit) {
            return file(unit.getOwner()) + "." + unit.getName();
        }

        /** The method itself, if it is in a file of the walk and does something, and what is there in place of it. */
        private List<JavaCodeUnit> bodies(JavaCodeUnit target) {
            return types.values().stream().flatMap(List::stream)
                    .filter(type -> type.isAssignableTo(target.getOwner().getName()))
                    .flatMap(type -> type.getCodeUnits().stream())
                    .filter(unit -> unit.equals(target) || !target.isConstructor()
                            && unit.getName().equals(target.getName())
                            && unit.getRawParameterTypes().equals(target.getRawParameterTypes()))
                    .filter(unit -> !unit.getModifiers().contains(JavaModifier.ABSTRACT)).toList();
        }
    }
}
