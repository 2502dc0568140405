package org.pgas.tidy;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
    private static final String[] CORE = {"org.pgas", "org.pgas.memory..", "org.pgas.spi.."};

    /** For each module above the core, the modules besides the core that it may use. */
    private static final Map<String, Set<String>> ALLOWED = Map.of(
            "org.pgas.pshm", Set.of(),
            "org.pgas.atomics", Set.of(),
            "org.pgas.launch", Set.of("org.pgas.pshm"),
            "org.pgas.testkit", Set.of("org.pgas.pshm"),
            "org.pgas.examples", Set.of("org.pgas.atomics"));

    private static final JavaClasses LIBRARY = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.pgas");

    @Test
    void everyModuleIsSeen() {
        var packages = new TreeSet<String>();
        LIBRARY.forEach(each -> packages.add(each.getPackageName()));
        assertTrue(packages.containsAll(ALLOWED.keySet()), () -> "only these packages are seen: " + packages);
        assertTrue(packages.contains("org.pgas"), () -> "only these packages are seen: " + packages);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("(org.pgas..)").should().beFreeOfCycles().check(LIBRARY);
    }

    @Test
    void coreUsesTheJdkOnly() {
        var reachable = Stream.concat(Stream.of(CORE), Stream.of("java..")).toArray(String[]::new);
        classes().that().resideInAnyPackage(CORE).should().onlyDependOnClassesThat().resideInAnyPackage(reachable)
                .check(LIBRARY);
    }

    @Test
    void modulesUseOnlyTheModulesTheyMay() {
        ALLOWED.forEach((module, allowed) -> {
            var others = new TreeSet<>(ALLOWED.keySet());
            others.removeAll(allowed);
            others.remove(module);
            var forbidden = others.stream().map(other -> other + "..").toArray(String[]::new);
            noClasses().that().resideInAPackage(module + "..").should().dependOnClassesThat()
                    .resideInAnyPackage(forbidden).check(LIBRARY);
        });
    }

    @Test
    void onlyPshmUsesAgrona() {
        noClasses().that().resideOutsideOfPackage("org.pgas.pshm..").should().dependOnClassesThat()
                .resideInAPackage("org.agrona..").check(LIBRARY);
    }
}
