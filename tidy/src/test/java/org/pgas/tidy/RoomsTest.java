package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * The core is a house: {@code org.pgas} has the contracts of the API and what forwards to the rooms, which are the
 * packages below it. A contract is a type of {@code org.pgas} that names no room, nor a type that does: rooms may name
 * it.
 *
 * <p>Types are outermost ones, with all that is nested in them; a type names another if its class file does, but for
 * constants, which are copied, and the list of classes that may extend a sealed one.
 */
class RoomsTest {
    private static final String API = "org.pgas";

    /** What a program holds of a job, and what only the composition root and the forwards may name. */
    private static final Set<String> FORBIDDEN = Set.of("org.pgas.Job", "org.pgas.Team", "org.pgas.Endpoint");

    /**
     * The API's events are sealed, and their cores are these: one type in two packages, counted to the room of its
     * cores.
     */
    private static final String EVENT = "org.pgas.Event";
    private static final String ROOM_OF_EVENTS = "org.pgas.operation";

    /** The most types that may name each other, each of them all others through some. */
    private static final int LARGEST_KNOT = 20;
    private static final int LARGEST_KNOT_OF_A_ROOM = 12;

    /** Public methods of {@code TeamCore}. */
    private static final int FRONT_DESK = 61;

    private static final Path SOURCES = Library.ROOT.resolve("pgas-core/src/main/java/org/pgas");

    /** The types of the core, and the types of the core that each names. */
    private static final Map<String, Set<String>> CORE = core();

    @Test
    void theRoomsAreSeen() {
        assertTrue(rooms().containsAll(Set.of("org.pgas.rank", "org.pgas.memory", "org.pgas.spi", "org.pgas.team")),
                () -> "only these rooms are seen: " + rooms());
        assertTrue(CORE.size() > 200, () -> "only " + CORE.size() + " types are seen");
        assertTrue(CORE.get("org.pgas.Job").contains("org.pgas.team.TeamCore"), CORE.get("org.pgas.Job")::toString);
    }

    /** Messages name the call that the program has made: the first on the stack that is in no room. */
    @Test
    void theSearchForThePublicCallKnowsAllRooms() {
        String source = Library.read(SOURCES.resolve("rank/PublicCall.java"));
        assertEquals(Set.of(), rooms().stream().filter(room -> !source.contains('"' + room.substring(API.length() + 1)
                + '"')).collect(Collectors.toSet()));
    }

    @Test
    void noRoomNamesJobTeamOrEndpoint() {
        assertEquals(Map.of(), namedByRooms(FORBIDDEN::contains));
    }

    /** What a room may know of the API are its values, flags, errors and settings. */
    @Test
    void roomsNameOnlyContractsOfTheApi() {
        Set<String> contracts = contracts();
        assertEquals(Map.of(), namedByRooms(type -> !contracts.contains(type) && !type.equals(EVENT)));
    }

    /** All of the library's, of every module: the contracts of the API are one, what forwards to the rooms another. */
    @Test
    void noPackagesNameEachOther() {
        Set<String> contracts = contracts();
        SlicesRuleDefinition.slices().assignedFrom(new SliceAssignment() {
            @Override
            public SliceIdentifier getIdentifierOf(JavaClass each) {
                String type = Library.outermost(each);
                return SliceIdentifier.of(type.equals(EVENT) ? ROOM_OF_EVENTS
                        : contracts.contains(type) ? "the contracts of " + API : each.getPackageName());
            }

            @Override
            public String getDescription() {
                return "packages";
            }
        }).should().beFreeOfCycles().check(Library.CLASSES);
    }

    /** What the modules above ask a team for; the next one has to find a place in one of the objects that it gives. */
    @Test
    void theFrontDeskOfTeamsGrowsNoMore() {
        long methods = Library.CLASSES.get("org.pgas.team.TeamCore").getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                        && !method.getModifiers().contains(JavaModifier.SYNTHETIC)
                        && !method.getName().equals("toString"))
                .count();
        assertTrue(methods <= FRONT_DESK, () -> "TeamCore has " + methods + " public methods, at most " + FRONT_DESK);
    }

    @Test
    void noKnotIsLarge() {
        Knots all = Knots.of(CORE);
        System.out.println("core: " + CORE.size() + " types, the largest knot has " + all.largest().size() + ": "
                + all.largest());
        assertTrue(all.largest().size() <= LARGEST_KNOT, () -> all.largest().size() + " types: " + all.largest());
        Set<String> closed = all.largest().stream().filter(type -> !isPublicOfTheApi(type))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(Set.of(), closed, "not public types of " + API);
    }

    @Test
    void noKnotOfARoomIsLarge() {
        Map<String, Set<String>> tooLarge = new TreeMap<>();
        for (String room : rooms()) {
            Map<String, Set<String>> types = new TreeMap<>(CORE);
            types.keySet().removeIf(type -> !packageOf(type).equals(room));
            Set<String> knot = Knots.of(types).largest();
            System.out.println(room + ": " + types.size() + " types, the largest knot has " + knot.size());
            if (knot.size() > LARGEST_KNOT_OF_A_ROOM) {
                tooLarge.put(room, knot);
            }
        }
        assertEquals(Map.of(), tooLarge);
    }

    @Test
    void aKnotIsFound() {
        Knots knots = Knots.of(Map.of("a", Set.of("b"), "b", Set.of("c", "outside"), "c", Set.of("a", "d"),
                "d", Set.of("e"), "e", Set.of("d"), "f", Set.of("a", "d")));
        assertEquals(Set.of("a", "b", "c"), knots.largest());
        assertEquals(Set.of(Set.of("a", "b", "c"), Set.of("d", "e"), Set.of("f")), knots.all());
    }

    /** The types in rooms that name a type of the API that fits, with what they name. */
    private static Map<String, Set<String>> namedByRooms(Predicate<String> fits) {
        Map<String, Set<String>> found = new TreeMap<>();
        CORE.forEach((type, named) -> {
            Set<String> wrong = named.stream().filter(each -> packageOf(each).equals(API)).filter(fits)
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!packageOf(type).equals(API) && !wrong.isEmpty()) {
                found.put(type, wrong);
            }
        });
        return found;
    }

    /** The types of the API that name no room, nor a type that does. */
    private static Set<String> contracts() {
        Set<String> contracts = CORE.keySet().stream().filter(type -> packageOf(type).equals(API))
                .collect(Collectors.toCollection(TreeSet::new));
        while (contracts.removeIf(type -> !contracts.containsAll(CORE.get(type)))) {
            // until no contract names anything but contracts
        }
        return contracts;
    }

    private static boolean isPublicOfTheApi(String type) {
        return packageOf(type).equals(API) && Library.CLASSES.get(type).getModifiers().contains(JavaModifier.PUBLIC);
    }

    /** The packages of the core. */
    static Set<String> packages() {
        Set<String> packages = rooms();
        packages.add(API);
        return packages;
    }

    private static Set<String> rooms() {
        try (Stream<Path> entries = Files.list(SOURCES)) {
            return entries.filter(Files::isDirectory).map(entry -> API + "." + entry.getFileName())
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, Set<String>> core() {
        Set<String> packages = packages();
        DescribedPredicate<JavaClass> isCore = DescribedPredicate.describe("of the core",
                each -> packages.contains(each.getPackageName()) && !each.getSimpleName().equals("package-info"));
        Map<String, Set<String>> types = new TreeMap<>();
        for (JavaClass each : Library.CLASSES.that(isCore)) {
            String type = Library.outermost(each);
            Set<String> named = types.computeIfAbsent(type, none -> new TreeSet<>());
            each.getDirectDependenciesFromSelf().stream().map(to -> to.getTargetClass().getBaseComponentType())
                    .filter(isCore).map(Library::outermost).filter(other -> !other.equals(type)).forEach(named::add);
        }
        return types;
    }

    private static String packageOf(String type) {
        return type.substring(0, type.lastIndexOf('.'));
    }
}
