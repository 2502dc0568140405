package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import org.junit.jupiter.api.Test;

/**
 * What may be done in a few named places only. Every exception has its reason beside it, and one that is no longer
 * needed fails its test too.
 */
class ConfinementTest {
    private static final Set<String> PROPERTY_METHODS = Set.of("java.lang.System.getenv",
            "java.lang.System.getProperty",
            "java.lang.System.getProperties", "java.lang.System.setProperty", "java.lang.System.clearProperty",
            "java.lang.Boolean.getBoolean", "java.lang.Integer.getInteger", "java.lang.Long.getLong");

    private static final Set<String> CLASS_LOADING = Set.of("java.lang.Class.forName",
            "java.lang.ClassLoader.loadClass", "java.lang.ClassLoader.defineClass",
            "java.lang.invoke.MethodHandles$Lookup.findClass", "java.lang.invoke.MethodHandles$Lookup.defineClass",
            "java.lang.invoke.MethodHandles$Lookup.defineHiddenClass",
            "java.lang.invoke.MethodHandles$Lookup.defineHiddenClassWithClassData");

    private static final Set<String> VIEW_METHODS = Set.of("java.lang.invoke.MethodHandles.byteArrayViewVarHandle",
            "java.lang.invoke.MethodHandles.byteBufferViewVarHandle");

    /** Types whose objects can change: what a constant must not be. */
    private static final List<Class<?>> MUTABLE = List.of(Collection.class, Map.class, StringBuilder.class,
            ThreadLocal.class, java.util.Random.class, java.nio.Buffer.class,
            java.util.concurrent.atomic.AtomicBoolean.class, java.util.concurrent.atomic.AtomicInteger.class,
            java.util.concurrent.atomic.AtomicLong.class, java.util.concurrent.atomic.AtomicReference.class,
            java.util.concurrent.locks.Lock.class);

    @Test
    void handlesOverMappedMemoryAreInSharedMemory() {
        assertEquals(Set.of("org.pgas.memory.SharedMemory"),
                callers(target -> VIEW_METHODS.contains(target) || target.startsWith("java.lang.foreign.")
                        && target.endsWith(".varHandle")));
    }

    @Test
    void absoluteAddressesBecomeSegmentsInSharedMemory() {
        assertEquals(Set.of("org.pgas.memory.SharedMemory"),
                callers(target -> target.equals("java.lang.foreign.MemorySegment.reinterpret")
                        || target.equals("java.lang.foreign.MemorySegment.ofAddress")));
    }

    @Test
    void librariesOfTheSystemAreCalledInOneClassEach() {
        assertEquals(names(Map.of(
                "org.pgas.pshm.Posix", "the C library",
                "org.pgas.memory.LargeCopies", "its function that copies",
                "org.pgas.launch.rendezvous.Pmix", "PMIx, the library of a scheduler",
                "org.pgas.ucx.Ucp", "UCX, and of the C library what it takes to use it")),
                callers(target -> target.equals("java.lang.foreign.Linker.nativeLinker")));
    }

    /**
     * The core and the modules above it know rooms in memory; how these come to be, and which processes share them,
     * others know.
     */
    @Test
    void filesSocketsAndProcessesAreLeftToConduitAndTools() {
        Pattern outside = Pattern.compile("java\\.nio\\.file\\.Files|java\\.nio\\.channels\\..*|java\\.net\\..*"
                + "|java\\.io\\.(File|RandomAccessFile).*|java\\.lang\\.Process(Builder.*)?");
        Set<String> conduitAndTools = Set.of("pshm", "hosts", "tcp", "ucx", "launch", "testkit", "bench", "examples",
                "tidy");
        Set<String> found = new TreeSet<>();
        for (JavaClass each : Library.CLASSES) {
            String[] names = each.getPackageName().split("\\.");
            if (names.length < 3 || !conduitAndTools.contains(names[2])) {
                each.getDirectDependenciesFromSelf().stream().map(to -> to.getTargetClass().getName())
                        .filter(name -> outside.matcher(name).matches())
                        .forEach(name -> found.add(Library.outermost(each)));
            }
        }
        assertEquals(names(Map.of(
                "org.pgas.MemoryKind", "asks whether the file of a device is there",
                "org.pgas.secure.OneIdentity", "the JDK's managers of keys have sockets in their signatures",
                "org.pgas.secure.OneCertificate", "the same")), found);
    }

    @Test
    void agronaIsUsedInPshmAndChronicleInBytes() {
        assertUsedOnlyIn("org.agrona", "org.pgas.pshm");
        // its calls take and return Bytes, so who calls them names the class
        assertUsedOnlyIn("net.openhft", "org.pgas.bytes", "org.pgas.rpc", "org.pgas.examples",
                "org.pgas.examples.telemetry");
    }

    private static void assertUsedOnlyIn(String library, String... allowed) {
        assertEquals(Set.of(), Library.CLASSES.stream()
                .filter(each -> !Set.of(allowed).contains(each.getPackageName()))
                .filter(each -> each.getDirectDependenciesFromSelf().stream()
                        .anyMatch(to -> to.getTargetClass().getPackageName().startsWith(library)))
                .map(JavaClass::getName).collect(Collectors.toSet()));
    }

    @Test
    void propertiesAndEnvironmentAreReadInSettings() {
        assertEquals(names(Map.of(
                "org.pgas.Settings", "this is the class",
                "org.pgas.pshm.JobDirectory", "java.io.tmpdir, the default where there is no /dev/shm",
                "org.pgas.pshm.Posix", "os.arch, for the number of a system call",
                "org.pgas.bytes.ChronicleAccess",
                "sun.misc.unsafe.memory.access, which must not deny, and slf4j's verbosity",
                "org.pgas.pshm.JvmFlags", "agrona.disable.bounds.checks, which must not be set",
                "org.pgas.launch.ThisJvm", "java.home and java.class.path, to start a JVM like this one")),
                callers(PROPERTY_METHODS::contains));
    }

    /** What a message or a file holds is never turned into an object of a class that it names. */
    @Test
    void nothingIsDeserialisedAndNoClassIsLoadedByAName() {
        // the test kit takes the outcome of a test from the processes that it has started
        assertEquals(Set.of("org.pgas.testkit.Outcome"),
                callers(target -> target.startsWith("java.io.ObjectInputStream.")
                        || target.startsWith("java.io.ObjectInput.")));
        // the class that its command line names; those of its own jar; loops that are loaded once more; tests' classes
        assertEquals(Set.of("org.pgas.launch.MainMethod", "org.pgas.launch.LauncherRehearsal",
                "org.pgas.memory.LoopCopies", "org.pgas.testkit.Body", "org.pgas.testkit.Outcome"),
                callers(CLASS_LOADING::contains));
    }

    @Test
    void nothingSleeps() {
        assertEquals(Set.of(), callers(target -> target.equals("java.lang.Thread.sleep")
                || target.equals("java.util.concurrent.TimeUnit.sleep")));
    }

    /**
     * A park with a time ends early as often as it likes: each of these is in a loop that looks for what it waits for.
     */
    @Test
    void onlyLoopsThatLookParkForATime() {
        assertEquals(names(Map.ofEntries(
                Map.entry("org.pgas.wait.Waiting", "virtual threads, between two looks"),
                Map.entry("org.pgas.bulk.BulkCopier", "a copier without work, until it ends"),
                Map.entry("org.pgas.Aggregator", "the thread that sends what is old"),
                Map.entry("org.pgas.hosts.Ways", "until there is room, or peers have heard"),
                Map.entry("org.pgas.hosts.WireThread", "looks whether others poll"),
                Map.entry("org.pgas.pshm.Doorbells", "wakes sleepers that a ring may have missed"),
                Map.entry("org.pgas.pshm.Watcher", "looks at ranks and files"),
                Map.entry("org.pgas.pshm.Companions", "until all ranks have joined"),
                Map.entry("org.pgas.pshm.Ending", "until another rank's text of the end is whole"),
                Map.entry("org.pgas.pshm.Departure", "until processes are gone"),
                Map.entry("org.pgas.pshm.FileMappers", "until peers have let go of a file"),
                Map.entry("org.pgas.pshm.HeldDirectory", "until a directory is free"),
                Map.entry("org.pgas.pshm.HostedJob", "until ranks are there"),
                Map.entry("org.pgas.launch.StartGate", "until another rank may start"),
                Map.entry("org.pgas.launch.Looks", "a tool that looks again and again"))),
                callers(target -> target.startsWith("java.util.concurrent.locks.LockSupport.park")
                        && !target.endsWith(".park")));
    }

    @Test
    void onlyWhoOwnsTheProcessEndsIt() {
        assertEquals(names(Map.of(
                "org.pgas.launch.Pgas", "main of the command line",
                "org.pgas.launch.HostAgent", "main of the agent of a host",
                "org.pgas.pshm.Departure", "ends a process that is a rank when its job has ended",
                "org.pgas.testkit.RankMain", "main of the rank JVMs of tests")),
                callers(target -> target.equals("java.lang.System.exit") || target.equals("java.lang.Runtime.exit")
                        || target.equals("java.lang.Runtime.halt")));
    }

    @Test
    void noStaticFieldCanChange() {
        Set<String> found = new TreeSet<>();
        for (JavaClass each : Library.CLASSES) {
            for (JavaField field : each.getFields()) {
                if (field.getModifiers().contains(JavaModifier.STATIC)
                        && !field.getModifiers().contains(JavaModifier.SYNTHETIC) && canChange(field)) {
                    found.add(field.getFullName());
                }
            }
        }
        assertEquals(names(Map.ofEntries(
                Map.entry("org.pgas.message.ArgumentPacking.NONE", "an array without elements"),
                Map.entry("org.pgas.wait.Awaited.NOBODY", "the same"),
                Map.entry("org.pgas.memory.NumberScratch.DOUBLES", "arrays of a thread, of no job"),
                Map.entry("org.pgas.memory.NumberScratch.FLOATS", "the same"),
                Map.entry("org.pgas.memory.NumberScratch.INTS", "the same"),
                Map.entry("org.pgas.memory.NumberScratch.LONGS", "the same"),
                Map.entry("org.pgas.memory.NumberViews.OF_THREAD", "views of a thread, of no job"),
                Map.entry("org.pgas.examples.kmers.LineFeed.LETTER", "a table, filled by its static initializer"),
                Map.entry("org.pgas.mpi.FoldArrays.OF_THREAD", "arrays of a thread, of no job"),
                Map.entry("org.pgas.testkit.Seed.CURRENT",
                        "the seed of the test that the thread runs; tests have no other way to it"),
                Map.entry("org.pgas.memory.CuttableMemory.KNOWN", "addresses of this process, of no job"),
                Map.entry("org.pgas.memory.CuttableMemory.ranges", "the same"),
                Map.entry("org.pgas.pshm.Mapping.UNCUTTABLE", "the same"),
                Map.entry("org.pgas.memory.LargeCopies.ready", "whether a function of the C library is linked"))),
                found);
    }

    /**
     * Variables, arrays that others can reach or that their own class writes into, and mutable objects; of a
     * collection, only the object tells.
     */
    private static boolean canChange(JavaField field) {
        if (!field.getModifiers().contains(JavaModifier.FINAL)) {
            return true;
        }
        Class<?> type = field.getRawType().reflect();
        if (type.isArray()) {
            return !field.getModifiers().contains(JavaModifier.PRIVATE) || isWrittenInto(field);
        }
        if (MUTABLE.stream().noneMatch(mutable -> mutable.isAssignableFrom(type))) {
            return false;
        }
        try {
            var reflected = field.getOwner().reflect().getDeclaredField(field.getName());
            reflected.setAccessible(true);
            String object = reflected.get(null).getClass().getName();
            return !object.startsWith("java.util.ImmutableCollections")
                    && !object.startsWith("java.util.Collections$Unmodifiable");
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("cannot look at " + field.getFullName(), e);
        }
    }

    /** Whether the source of its class has an assignment to an element. */
    private static boolean isWrittenInto(JavaField field) {
        String file = Library.outermost(field.getOwner()).replace('.', '/') + ".java";
        String source = Library.mainSources().stream().filter(each -> each.endsWith(file)).map(Library::read).findAny()
                .orElseThrow(() -> new AssertionError("no source " + file));
        return elementWrite(field.getName()).matcher(source).find();
    }

    @Test
    void anAssignmentToAnElementIsSeenAndAComparisonIsNot() {
        Pattern write = elementWrite("A");
        for (String text : List.of("A[i] = 3;", "A [f(1)] += 2;", "A[B[i]] >>>= 1;", "A[i]++;", "--A[i];")) {
            assertTrue(write.matcher(text).find(), text);
        }
        for (String text : List.of("A[i] == 3", "x = A[i];", "A[i] <= x", "A[i] != x", "BA[i] = 3;", "y = A[1] >= 2")) {
            assertFalse(write.matcher(text).find(), text);
        }
    }

    private static Pattern elementWrite(String array) {
        String element = "(?<!\\w)" + array + "\\s*\\[(?:[^\\[\\];]|\\[[^\\[\\];]*\\])*\\]\\s*";
        return Pattern.compile(element + "(?:(?:[-+*/%&|^]|<<|>>>?)?=(?!=)|\\+\\+|--)|(?:\\+\\+|--)" + element);
    }

    private static Set<String> names(Map<String, String> reasons) {
        return new TreeSet<>(reasons.keySet());
    }

    /** The outermost classes that call, or name as a method reference, a method that fits; "package.Class.method". */
    private static Set<String> callers(Predicate<String> target) {
        Set<String> callers = new TreeSet<>();
        for (JavaClass each : Library.CLASSES) {
            List<JavaAccess<?>> accesses = new ArrayList<>(each.getAccessesFromSelf());
            Stream.of(each.getMethodReferencesFromSelf()).flatMap(Set::stream).forEach(accesses::add);
            for (JavaAccess<?> access : accesses) {
                if (target.test(access.getTargetOwner().getName() + "." + access.getName())) {
                    callers.add(Library.outermost(each));
                }
            }
        }
        return callers;
    }
}
