package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreeScanner;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * There is one API: the public types of the packages that are exported to everybody. What the library's modules know of
 * each other lies in packages that are exported to them by name.
 */
class ApiTest {
    /** Those of programs; the others are tools. */
    private static final Set<String> MODULES = Set.of("org.pgas", "org.pgas.pshm", "org.pgas.hosts", "org.pgas.tcp",
            "org.pgas.ucx", "org.pgas.atomics", "org.pgas.vis", "org.pgas.heap", "org.pgas.coll", "org.pgas.bytes",
            "org.pgas.arrays", "org.pgas.mpi", "org.pgas.mpi.comm", "org.pgas.armci", "org.pgas.ga",
            "org.pgas.mppa", "org.pgas.upc");

    private static final Pattern OWN_TYPE = Pattern.compile("\\borg\\.pgas(?:\\.[a-z]\\w*)*(?=\\.[A-Z])");

    private static final Pattern OWN_PACKAGE = Pattern.compile(
            "(?:pgas-core|pshm|hosts|wire-tcp|wire-ucx|atomics|vis|heap|collectives|bytes|arrays|dialects/[\\w-]+)"
                    + "/src/main/java/(.*)/package-info\\.java");

    private static final String NOT_OF_THE_API = "Not part of the API: ";

    private static final Set<String> EXPORTED = exported();

    /**
     * Types of the API that stand for a core: the room has the type's core, and the type no public member from there.
     */
    private static final String FACE = "org.pgas.rank.Face";

    /**
     * Methods of the API that no program can call or replace, since their types are sealed or final, and why they are
     * there.
     */
    private static final Map<String, String> CLOSED = Map.of(
            "org.pgas.Event", "what the cores of events do otherwise, each in its room",
            "org.pgas.mpi.Datatype", "what TypeInside shows to the library's modules",
            "org.pgas.vis.Shape", "what ShapeInside shows to the library's modules");

    @TempDir
    private Path directory;

    @Test
    void theExportedPackagesAreSeen() {
        assertEquals(Set.of("org.pgas", "org.pgas.atomics", "org.pgas.vis", "org.pgas.heap", "org.pgas.coll",
                "org.pgas.bytes", "org.pgas.rpc", "org.pgas.arrays", "org.pgas.mpi", "org.pgas.mpi.comm",
                "org.pgas.armci", "org.pgas.ga", "org.pgas.mppa", "org.pgas.upc"), EXPORTED);
        assertTrue(publicTypes().size() > 150, () -> "only " + publicTypes().size() + " types are seen");
    }

    /** What is public is documented; what is not for programs is in no package of theirs. */
    @Test
    void nothingIsHidden() {
        String tag = "@" + "hidden";
        assertEquals(List.of(), Library.mainSources().stream().filter(file -> Library.read(file).contains(tag))
                .map(Library::name).toList());
    }

    @Test
    void publicMembersNameOnlyTypesOfTheApi() {
        Set<String> found = new TreeSet<>();
        for (Class<?> type : publicTypes()) {
            Stream.of(type.getMethods(), type.getConstructors(), type.getFields()).flatMap(Arrays::stream)
                    .filter(member -> namesOthers((Member) member)).map(member -> type.getName() + ": " + member)
                    .forEach(found::add);
        }
        assertEquals(Set.of(), found);
    }

    /** Those that a program could call from a class of its own are part of the API; the others are listed. */
    @Test
    void protectedMembersAreOfTheApiOrOfClosedTypes() {
        Set<String> found = new TreeSet<>();
        Set<String> closed = new TreeSet<>();
        for (Class<?> type : publicTypes()) {
            List<Member> members = Stream.of(type.getDeclaredMethods(), type.getDeclaredConstructors(),
                    type.getDeclaredFields()).flatMap(Arrays::stream).map(Member.class::cast)
                    .filter(member -> Modifier.isProtected(member.getModifiers()) && !member.isSynthetic()).toList();
            if (type.isSealed() || Modifier.isFinal(type.getModifiers())) {
                members.stream().filter(member -> !(member instanceof Constructor<?>))
                        .forEach(_ -> closed.add(type.getName()));
            } else {
                members.stream().filter(ApiTest::namesOthers).forEach(member -> found.add(member.toString()));
            }
        }
        assertEquals(Set.of(), found);
        assertEquals(new TreeSet<>(CLOSED.keySet()), closed);
    }

    /**
     * A type of the API may have its core, or its inside, from an unexported type, which then shows nothing: it has no
     * public member but what the type of the API declares itself.
     */
    @Test
    void supertypesAreOfTheApiOrShowNothing() {
        Set<String> others = new TreeSet<>();
        for (Class<?> type : publicTypes()) {
            Stream.concat(Stream.ofNullable(type.getSuperclass()), Stream.of(type.getInterfaces()))
                    .filter(each -> namesOthers(each.getName())).forEach(each -> {
                        others.add(each.getName());
                        assertEquals(List.of(), shown(each, type), type.getName());
                    });
        }
        assertEquals(new TreeSet<>(Set.of(FACE, "org.pgas.vis.inside.ShapeInside", "org.pgas.mpi.inside.TypeInside",
                "org.pgas.far.Scaling")), others);
    }

    private static List<Member> shown(Class<?> above, Class<?> type) {
        Set<String> own = Stream.of(type.getDeclaredMethods()).map(Method::getName).collect(Collectors.toSet());
        return Stream.of(above.getDeclaredMethods(), above.getDeclaredConstructors(), above.getDeclaredFields())
                .flatMap(Arrays::stream).map(Member.class::cast)
                .filter(member -> Modifier.isPublic(member.getModifiers()) && !own.contains(member.getName()))
                .toList();
    }

    private static boolean namesOthers(Member member) {
        if (member.isSynthetic()) {
            return false;
        }
        return namesOthers(member instanceof Executable executable ? executable.toGenericString()
                : ((java.lang.reflect.Field) member).toGenericString());
    }

    private static boolean namesOthers(String text) {
        for (Matcher type = OWN_TYPE.matcher(text); type.find();) {
            if (!EXPORTED.contains(type.group())) {
                return true;
            }
        }
        return false;
    }

    /** An address is a long that is called one. UPC calls so the offset in a thread's shared memory. */
    @Test
    void noPublicMemberGivesOrTakesAnAddress() throws IOException {
        List<Path> sources = Library.mainSources().stream().filter(file -> EXPORTED.stream()
                .anyMatch(each -> Library.asWritten(file).getParent()
                        .endsWith(Path.of("src/main/java", each.split("\\.")))))
                .toList();
        assertTrue(sources.size() > 200, () -> "only " + sources.size() + " sources are seen");
        Set<String> found = new TreeSet<>();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, null, List.of("-proc:none"), null,
                    files.getJavaFileObjectsFromPaths(sources));
            Addresses addresses = new Addresses(found);
            task.parse().forEach(unit -> addresses.scan(unit, null));
        }
        assertEquals(Set.of("SharedArray.address", "SharedPointer.address"), found);
    }

    /** Finds public methods of public types that give or take one, their fields, and components of their records. */
    private static final class Addresses extends TreeScanner<Void, Void> {
        private static final Pattern NAME = Pattern.compile("(?i).*address.*");

        private final Set<String> found;
        private ClassTree type;

        Addresses(Set<String> found) {
            this.found = found;
        }

        @Override
        public Void visitClass(ClassTree inner, Void nothing) {
            ClassTree outer = type;
            boolean visible = inner.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.PUBLIC)
                    || outer != null && outer.getKind() == Tree.Kind.INTERFACE;
            if (visible) {
                type = inner;
                super.visitClass(inner, nothing);
                type = outer;
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void nothing) {
            boolean isPublic = method.getModifiers().getFlags().contains(javax.lang.model.element.Modifier.PUBLIC)
                    || type.getKind() == Tree.Kind.INTERFACE;
            boolean gives = isLong(method.getReturnType()) && NAME.matcher(method.getName()).matches();
            boolean takes = method.getParameters().stream().anyMatch(Addresses::isAddress);
            if (isPublic && (gives || takes)) {
                found.add(type.getSimpleName() + "." + method.getName());
            }
            return null;
        }

        @Override
        public Void visitVariable(VariableTree field, Void nothing) {
            Set<javax.lang.model.element.Modifier> flags = field.getModifiers().getFlags();
            boolean isVisible = flags.contains(javax.lang.model.element.Modifier.PUBLIC)
                    || type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.RECORD
                            && !flags.contains(javax.lang.model.element.Modifier.STATIC);
            if (isVisible && isAddress(field)) {
                found.add(type.getSimpleName() + "." + field.getName());
            }
            return null;
        }

        private static boolean isAddress(VariableTree parameter) {
            return isLong(parameter.getType()) && NAME.matcher(parameter.getName()).matches();
        }

        private static boolean isLong(Tree type) {
            return type != null && type.toString().equals("long");
        }
    }

    /** A program that looks for a way around the checks: it writes a peer's memory as it likes. */
    @Test
    void noProgramOnTheClassPathReachesAddressesFromTheApi() {
        assertRefusedAsMarked(List.of("--class-path", path(MODULES)), "Overwrite.java", """
                import org.pgas.Job;
                import org.pgas.Team;
                import org.pgas.memory.SharedMemory;

                class Overwrite {
                    static void run(Job job, int peer) {
                        Team world = job.world();
                        world.rma().putLong(peer, 0, 4711);
                        long words = world.collectiveBlock(1); // refused
                        SharedMemory.putLong(world.addresses().address(peer, 0, 8), 4711); // refused
                        int number = world.numberDomain(); // refused
                        Object core = Team.core(world); // refused
                        job.endpoint().core(); // refused
                        org.pgas.vis.Shape.contiguous(8).regions(); // refused
                    }
                }
                """);
    }

    /**
     * On the class path there are no modules: what is public in a room can be named, and that its packages are not of
     * the API is said.
     */
    @Test
    void theModulePathAloneRefusesTheRooms() {
        String program = """
                package client;

                import org.pgas.Job;
                import org.pgas.Team;

                class Overwrite {
                    static void run(Job job, int peer) {
                        Team world = job.world();
                        world.rma().putLong(peer, 0, 4711);
                        org.pgas.vis.Vis.of(world);
                        long address = org.pgas.team.TeamCore.of(world).addresses().address(peer, 0, 8); // refused
                        org.pgas.memory.SharedMemory.putLong(address, 4711); // refused
                        org.pgas.team.TeamCore.of(world).collectiveBlock(1); // refused
                        org.pgas.rank.Cores.of(world); // refused
                        org.pgas.atomics.locks.AccumulateLocks.of(world); // refused
                        org.pgas.vis.inside.Shapes.regions(org.pgas.vis.Shape.contiguous(8)); // refused
                        org.pgas.spi.Conduit conduit = null; // refused
                    }
                }
                """;
        assertRefusedAsMarked(List.of("--class-path", path(MODULES)), "Overwrite.java",
                program.replace(" // refused", ""));
        write("module-info.java", """
                module client {
                    requires org.pgas;
                    requires org.pgas.vis;
                    requires org.pgas.mpi;
                }
                """);
        assertRefusedAsMarked(List.of("--module-path", path(MODULES)), "Overwrite.java", program);
    }

    @Test
    void everyPackageThatIsNotOfTheApiSaysSo() {
        Set<String> silent = new TreeSet<>();
        int seen = 0;
        for (Path file : Library.mainSources()) {
            Matcher place = OWN_PACKAGE.matcher(Library.name(file));
            if (place.matches() && !EXPORTED.contains(place.group(1).replace('/', '.'))) {
                seen++;
                if (!Library.read(file).contains(NOT_OF_THE_API)) {
                    silent.add(place.group(1));
                }
            }
        }
        assertEquals(Set.of(), silent);
        int all = seen;
        assertTrue(all > 20, () -> "only " + all + " packages are seen");
    }

    private Path write(String name, String text) {
        try {
            return Files.writeString(directory.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles the files of {@link #directory}, and this one: the lines with errors are those that say so. */
    private void assertRefusedAsMarked(List<String> options, String name, String text) {
        Path program = write(name, text);
        Set<Long> marked = new TreeSet<>();
        List<String> lines = text.lines().toList();
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).endsWith("// refused")) {
                marked.add(line + 1L);
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        var diagnostics = new DiagnosticCollector<JavaFileObject>();
        try (var files = compiler.getStandardFileManager(diagnostics, null, null);
                Stream<Path> sources = Files.list(directory)) {
            JavacTask task = (JavacTask) compiler.getTask(null, files, diagnostics,
                    Stream.concat(Stream.of("-proc:none", "-Xmaxerrs", "1000"), options.stream()).toList(), null,
                    files.getJavaFileObjectsFromPaths(sources.toList()));
            task.analyze();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Diagnostic<? extends JavaFileObject>> errors = diagnostics.getDiagnostics().stream()
                .filter(each -> each.getKind() == Diagnostic.Kind.ERROR).collect(Collectors.toList());
        assertTrue(errors.stream().allMatch(each -> each.getSource() != null
                && each.getSource().toUri().equals(program.toUri())), errors::toString);
        assertEquals(marked, errors.stream().map(Diagnostic::getLineNumber)
                .collect(Collectors.toCollection(TreeSet::new)), errors::toString);
    }

    /** The public types of the exported packages, those in other public types included. */
    private static List<Class<?>> publicTypes() {
        List<Class<?>> types = new ArrayList<>();
        for (JavaClass each : Library.CLASSES) {
            if (EXPORTED.contains(each.getPackageName()) && each.getModifiers().contains(JavaModifier.PUBLIC)) {
                Class<?> type = each.reflect();
                boolean visible = true;
                for (Class<?> outer = type; outer != null; outer = outer.getEnclosingClass()) {
                    visible &= Modifier.isPublic(outer.getModifiers());
                }
                if (visible) {
                    types.add(type);
                }
            }
        }
        return types;
    }

    private static Set<String> exported() {
        return modules().filter(each -> MODULES.contains(each.descriptor().name()))
                .flatMap(each -> each.descriptor().exports().stream()).filter(each -> !each.isQualified())
                .map(ModuleDescriptor.Exports::source).collect(Collectors.toCollection(TreeSet::new));
    }

    /** This library's modules on the class path. */
    private static Stream<ModuleReference> modules() {
        Path[] own = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of)
                .filter(each -> each.toAbsolutePath().startsWith(Library.ROOT) && Files.exists(each)
                        && !each.endsWith("test-classes"))
                .toArray(Path[]::new);
        return ModuleFinder.of(own).findAll().stream();
    }

    /** Where these modules are. */
    private static String path(Set<String> names) {
        return modules().filter(each -> names.contains(each.descriptor().name()))
                .map(each -> Path.of(each.location().orElseThrow()).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }
}
