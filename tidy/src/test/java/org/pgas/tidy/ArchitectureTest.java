package org.pgas.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String[] CORE = RoomsTest.packages().toArray(String[]::new);

    /** For each module above the core, the modules besides the core that it may use. */
    private static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("org.pgas.pshm", Set.of()),
            Map.entry("org.pgas.hosts", Set.of()),
            Map.entry("org.pgas.tcp", Set.of("org.pgas.hosts")),
            Map.entry("org.pgas.ucx", Set.of("org.pgas.hosts")),
            Map.entry("org.pgas.atomics", Set.of()),
            Map.entry("org.pgas.vis", Set.of("org.pgas.atomics")),
            Map.entry("org.pgas.heap", Set.of()),
            Map.entry("org.pgas.coll", Set.of()),
            Map.entry("org.pgas.bytes", Set.of()),
            Map.entry("org.pgas.rpc", Set.of("org.pgas.bytes")),
            Map.entry("org.pgas.arrays", Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.coll")),
            Map.entry("org.pgas.mpi", Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.coll")),
            Map.entry("org.pgas.armci",
                    Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.heap", "org.pgas.coll")),
            Map.entry("org.pgas.ga", Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.coll", "org.pgas.armci")),
            Map.entry("org.pgas.mppa", Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.heap")),
            Map.entry("org.pgas.upc",
                    Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.heap", "org.pgas.coll")),
            Map.entry("org.pgas.launch", Set.of("org.pgas.pshm")),
            Map.entry("org.pgas.testkit", Set.of("org.pgas.pshm")),
            Map.entry("org.pgas.bench",
                    Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.coll", "org.pgas.launch")),
            Map.entry("org.pgas.examples",
                    Set.of("org.pgas.atomics", "org.pgas.vis", "org.pgas.heap", "org.pgas.coll", "org.pgas.mpi",
                            "org.pgas.ga", "org.pgas.mppa", "org.pgas.upc", "org.pgas.bytes", "org.pgas.rpc",
                            "org.pgas.arrays")));

    @Test
    void everyModuleIsSeen() {
        var packages = new TreeSet<String>();
        Library.CLASSES.forEach(each -> packages.add(each.getPackageName()));
        assertTrue(packages.containsAll(ALLOWED.keySet()), () -> "only these packages are seen: " + packages);
        assertTrue(packages.contains("org.pgas"), () -> "only these packages are seen: " + packages);
    }

    /** A new module is listed above, or it would not be checked at all. */
    @Test
    void everyPackageBelongsToAListedModule() {
        var listed = Stream.concat(Stream.of(CORE), ALLOWED.keySet().stream().map(module -> module + ".."))
                .toArray(String[]::new);
        classes().that().resideOutsideOfPackage("org.pgas.tidy").should().resideInAnyPackage(listed)
                .check(Library.CLASSES);
    }

    @Test
    void coreUsesTheJdkOnly() {
        var reachable = Stream.concat(Stream.of(CORE), Stream.of("java..", "javax.crypto..", "javax.net.ssl.."))
                .toArray(String[]::new);
        classes().that().resideInAnyPackage(CORE).and().resideOutsideOfPackage("org.pgas.events..").should()
                .onlyDependOnClassesThat().resideInAnyPackage(reachable).check(Library.CLASSES);
    }

    /**
     * The flight recorder is behind events' own methods: code that emits them does not know it, and they do not know
     * that code.
     */
    @Test
    void eventsUseTheFlightRecorderOnly() {
        classes().that().resideInAPackage("org.pgas.events..").should().onlyDependOnClassesThat()
                .resideInAnyPackage("org.pgas.events..", "java..", "jdk.jfr").check(Library.CLASSES);
    }

    @Test
    void modulesUseOnlyTheModulesBelowThem() {
        ALLOWED.forEach((module, allowed) -> {
            var others = new TreeSet<>(ALLOWED.keySet());
            others.removeAll(allowed);
            others.remove(module);
            var forbidden = others.stream().map(other -> other + "..").toArray(String[]::new);
            noClasses().that().resideInAPackage(module + "..").should().dependOnClassesThat()
                    .resideInAnyPackage(forbidden).check(Library.CLASSES);
        });
    }
}
