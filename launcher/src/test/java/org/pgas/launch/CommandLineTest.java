package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;
import org.pgas.Version;
import org.pgas.launch.agents.JobOrder;
import org.pgas.pshm.HostedJob;
import picocli.CommandLine;

/** Mistakes on the command line: exit code 2, a message for people, no rank started. */
class CommandLineTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int pgas(String... words) {
        CommandLine line = PgasCommand.commandLine(words);
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(words);
    }

    private void refused(String message, String... words) {
        err.getBuffer().setLength(0);
        int code = pgas(words);
        assertTrue(err.toString().contains(message), () -> "expected: " + message + "\nactual: " + err);
        assertEquals(2, code, err::toString);
        assertFalse(err.toString().contains("\tat "), () -> "a stack trace: " + err);
    }

    @Test
    void aNumberOfRanksOutsideItsRangeIsRefusedWithTheRange() {
        for (String number : new String[]{"0", "-1", "2049", "100000", "99999999999", "two", "1.5", ""}) {
            refused("'" + number + "' is not a number of ranks: legal are 1..2048", "run", "-n", number, "x.Main");
        }
        refused("missing: -n N\n", "run", "x.Main");
        refused("missing: -n N\n", "run");
    }

    @Test
    void hostsThatAreNoHostsAreRefused() {
        refused("--hosts a:0: '0' is no number of ranks: legal are 1..2048", "run", "--hosts", "a:0", "x.Main");
        refused("5 ranks do not fit into 4 slots", "run", "-n", "5", "--hosts", "a:2,b:2", "x.Main");
        refused("give --hosts or --hostfile, not both", "run", "--hosts", "a", "--hostfile", "f", "x.Main");
        refused("--launch-with needs hosts", "run", "-n", "1", "--launch-with", "rsh", "x.Main");
        refused("--launch-with needs hosts: name them with --host", "ps", "--launch-with", "rsh");
        refused("--host -x: '-x' is no name of a host", "clean", "--host=-x");
        refused("none does not exist", "run", "--hostfile", directory.resolve("none").toString(), "x.Main");
    }

    @Test
    void beatsThatNobodyCanKeepAreRefused() {
        String legal = ": legal are beats of 10ms and more, and a timeout of two beats at least";
        refused("pgas.host.beat=0ms and pgas.host.timeout=2000ms" + legal, "run", "--hosts", "a",
                "-Dpgas.host.beat=0ms", programOfThisTest());
        refused("pgas.host.beat=500ms and pgas.host.timeout=999ms" + legal, "run", "--hosts", "a",
                "-Dpgas.host.timeout=999ms", programOfThisTest());
        refused("pgas.host.beat=3600000ms and pgas.host.timeout=2000ms" + legal, "run", "--hosts", "a",
                "-Dpgas.host.beat=1h", programOfThisTest());
    }

    @Test
    void whatIsShownOfSeveralHostsIsWhatTheirRanksAreTold() {
        refused("pgas.host.beat=0ms", "run", "--verbose", "--hosts", "a:8,b:7", "--bind", "-Dpgas.host.beat=0ms",
                programOfThisTest());
        List<String> lines = err.toString().lines().toList();
        assertTrue(lines.containsAll(List.of("pgas: pgas.hosts=8,7", "pgas: pgas.neighbourhoods=2",
                "pgas:   and a heap by the memory of each host (--heap)",
                "pgas:   and a core of its host for each rank (--bind)")), lines::toString);
        assertTrue(lines.stream().anyMatch(line -> line.contains("-Dpgas.hosts=8,7")), lines::toString);
        assertTrue(lines.stream().noneMatch(line -> line.contains("-Xmx") && !line.contains("-Xmx128m")),
                lines::toString);
    }

    @Test
    void ranksAreFoundWhereTheirHostWasUnlessAnAddressIsSet() {
        JobOrder.Place place = new JobOrder.Place("j", 1, List.of(1, 1), new byte[0], "10.0.0.2", false);
        Launcher.Builder builder = Launcher.builder().mainClass("x.Main").place(place, Map.of());
        assertNull(builder.build().forRanks().get(Setting.WIRE_HOST), "of a job of one host");
        builder.setting(Setting.NEIGHBOURHOODS, "2").setting(Setting.HOSTS, "1,1");
        assertEquals("10.0.0.2", builder.build().forRanks().get(Setting.WIRE_HOST));
        builder.setting(Setting.WIRE_HOST, "10.1.0.2");
        assertEquals("10.1.0.2", builder.build().forRanks().get(Setting.WIRE_HOST));
    }

    @Test
    void anUnknownOptionIsRefusedWithNearOnes() {
        refused("Did you mean --segment?", "run", "-n", "1", "--segmet", "1g", "x.Main");
        refused("Did you mean --heap?", "run", "-n", "1", "--haep=1g", "x.Main");
        refused("Try 'pgas run --help'.", "run", "-n", "1", "--nonsense", "x.Main");
        refused("unknown option: '--segmet'", "run", "-n", "1", "--segmet", "1g", "x.Main");
        refused("unknown option: '--haep'\nDid you mean --heap?", "run", "--haep", "40m", "-n", "1", "x.Main");
    }

    @Test
    void anUnknownSettingIsRefusedWithTheNearest() {
        refused("the nearest known one is pgas.segment", "run", "-n", "1", "-Dpgas.segmet=1g", "x.Main");
        refused("the nearest known one is pgas.wait", "run", "-n", "1", "--set", "pgas.wai=spin", "x.Main");
    }

    @Test
    void aSettingThatIsTheLaunchersIsRefused() {
        refused("pgas.rank is the launcher's to set", "run", "-n", "1", "-Dpgas.rank=0", "x.Main");
    }

    @Test
    void illegalValuesAreRefusedWithWhatIsLegal() {
        refused("--heap=12q is not a size", "run", "-n", "1", "--heap", "12q", "x.Main");
        refused("pgas.segment=lots is not a size", "run", "-n", "1", "--segment", "lots", programOfThisTest());
        refused("--timeout=5 is not a duration", "run", "-n", "1", "--timeout", "5", "x.Main");
        refused("pgas.wait=never is not spin, block or spin_block", "run", "-n", "1", "--wait", "never",
                programOfThisTest());
        refused("pgas.am.ring=3 is not a power of two from 8k to 1g", "run", "-n", "1", "-Dpgas.am.ring=3",
                programOfThisTest());
        refused("setting pgas.segment has no value", "run", "-n", "1", "-Dpgas.segment", "x.Main");
    }

    private static String programOfThisTest() {
        return Behaviours.class.getName();
    }

    private static List<String> jvmOptions(String... words) {
        List<String> all = new ArrayList<>(List.of("run", "-n", "1"));
        all.addAll(List.of(words));
        all.add("x.Main");
        return PgasCommand.commandLine("run").parseArgs(all.toArray(String[]::new)).subcommand().commandSpec()
                .findOption("-J").getValue();
    }

    @Test
    void anOptionOfTheJvmMayBeginAsOneOfThisCommandDoes() {
        assertEquals(List.of(), jvmOptions());
        assertEquals(List.of("-Dx=y", "-XX:+UseSerialGC", "-n", "-cp", "--verbose", "-Xss4m", "-J"),
                jvmOptions("-J-Dx=y", "-J-XX:+UseSerialGC", "-J-n", "-J-cp", "-J--verbose", "-J-Xss4m", "-J-J"));
        assertEquals(List.of("-Dx=y", "-Xss4m", "-Dz"), jvmOptions("-J", "-Dx=y", "-J", "-Xss4m", "-J=-Dz"));
        refused("option '-J'", "run", "-n", "1", "-J", "--verbose", "x.Main");
        refused("option '-J'", "run", "-n", "1", "-J");
    }

    @Test
    void aMissingOrUnknownProgramIsRefused() {
        refused("PROGRAM is missing", "run", "-n", "1");
        refused("program not found: no.such.Main", "run", "-n", "1", "no.such.Main");
        refused("has no main method", "run", "-n", "1", "org.pgas.Version");
        refused("does not exist", "run", "-n", "1", "-cp", directory.resolve("none").toString(), "x.Main");
    }

    @Test
    void aNameNearAKnownProgramIsRefusedWithThatAndAllKnown() throws IOException {
        Path programs = Files.createDirectories(directory.resolve("META-INF/pgas")).resolve("programs");
        Files.writeString(programs, "# comment\nstencil com.example.Stencil moves heat about\nsort com.example.Sort\n");
        refused("Did you mean stencil?", "run", "-n", "1", "-cp", directory.toString(), "stensil");
        refused("  stencil  moves heat about", "run", "-n", "1", "-cp", directory.toString(), "stensil");
    }

    @Test
    void aJarThatIsNoProgramIsRefused() throws IOException {
        refused("jar no.jar does not exist", "run", "-n", "1", "no.jar");
        Path garbage = Files.writeString(directory.resolve("garbage.jar"), "not a jar");
        refused("is not a jar", "run", "-n", "1", garbage.toString());
        refused("names no Main-Class", "run", "-n", "1", jar("plain.jar", null).toString());
        refused("main class com.example.Gone of jar", "run", "-n", "1", jar("gone.jar", "com.example.Gone").toString());
    }

    private Path jar(String name, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        Path file = directory.resolve(name);
        new JarOutputStream(Files.newOutputStream(file), manifest).close();
        return file;
    }

    @Test
    void moreBoundRanksThanCoresAreRefused() {
        refused("ranks need a core each", "run", "-n", "2048", "--bind", programOfThisTest());
    }

    @Test
    void anUnknownCommandIsRefused() {
        refused("Did you mean run?", "rum", "-n", "1");
        refused("Did you mean run?", "rnu");
        refused("Try 'pgas --help'.", "nonsense");
        refused("say what to do: run, ps, stat, top, stack, clean, info, help");
    }

    @Test
    void aCommandThatIsAModuleOfItsOwnSaysWhichOneWhenItIsMissing() {
        String[] words = {"bench", "-n", "2", "--quick", "word"};
        CommandLine line = PgasCommand.commandLine(ClassLoader.getPlatformClassLoader(), words);
        line.setErr(new PrintWriter(err));
        assertEquals(2, line.execute(words));
        assertEquals("pgas: pgas bench is a module of its own, which is not on the class path: add org.pgas:pgas-bench:"
                + Version.RELEASE + " and what it depends on", err.toString().strip());
        assertFalse(line.getUsageMessage().contains("bench"), line::getUsageMessage);
    }

    /** A search opens every jar of the class path. */
    @Test
    void otherModulesCommandsAreLookedForOnlyWhenTheFirstWordIsNoneOfOurs() {
        List<String> asked = new ArrayList<>();
        ClassLoader loader = new ClassLoader(null) {
            @Override
            public Enumeration<URL> getResources(String name) {
                asked.add(name);
                return Collections.emptyEnumeration();
            }
        };
        PgasCommand.commandLine(loader, "run", "-n", "2");
        assertEquals(List.of(), asked);
        for (String word : List.of("bench", "help", "--help", "rum")) {
            asked.clear();
            PgasCommand.commandLine(loader, word);
            assertEquals(List.of("META-INF/services/" + Subcommand.class.getName()), asked, word);
        }
    }

    @Test
    void helpNamesEverySettingWithItsDefault() {
        assertEquals(0, pgas("run", "--help"));
        String help = out.toString();
        for (Setting setting : Setting.values()) {
            assertTrue(help.contains("  " + setting.key() + " [" + setting.fallback() + "]"), help);
            assertTrue(help.contains(setting.description()), help);
        }
    }

    @Test
    void versionNamesTheRelease() {
        assertEquals(0, pgas("--version"));
        assertTrue(out.toString().startsWith("pgas " + Version.RELEASE), out::toString);
    }

    @Test
    void cleanCountsWhatItRemoves() {
        assertEquals(0, pgas("clean", "--dir", directory.toString()));
        assertEquals("removed the files of 0 jobs", out.toString().strip());
    }

    /** A job's directory that holds a directory which is none of the job's, and the user's own. */
    @Test
    void cleanSaysWhatItCouldNotRemoveAndWhatIsNotAJobs() throws IOException {
        FileAttribute<?> rights = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        Path job = HostedJob.directory(directory, "withsub");
        Files.createDirectory(job.getParent(), rights);
        Path notes = Files.createDirectory(HostedJob.directory(directory, "notes"), rights);
        Path diary = Files.writeString(notes.resolve("diary"), "dear diary");
        Path kept = Files.createFile(Files.createDirectories(Files.createDirectory(job, rights).resolve("sub"))
                .resolve("file"));
        Files.writeString(job.resolve("job"), "pgas job directory\n");
        for (Path each : List.of(job, notes)) {
            Files.setLastModifiedTime(each, FileTime.from(Instant.now().minusSeconds(3600)));
        }
        assertEquals(1, pgas("clean", "--dir", directory.toString()), out::toString);
        assertEquals(List.of("left notes: nothing in it says that it is a job's (a file job or control)",
                "could not remove withsub: sub is a directory that is not empty",
                "removed the files of 0 jobs; 1 could not be removed"), out.toString().lines().toList());
        assertTrue(Files.exists(diary) && Files.exists(kept));
    }

    @Test
    void infoSaysThatNoJobCanRunWithoutADirectoryForIt() {
        Path nowhere = directory.resolve("nowhere");
        assertEquals(1, pgas("info", "--dir", nowhere.toString()));
        assertTrue(out.toString().contains("MISSING  job files"), out::toString);
        assertTrue(out.toString().contains(nowhere.toString()), out::toString);
    }
}
