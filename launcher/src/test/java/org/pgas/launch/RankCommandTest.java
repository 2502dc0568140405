package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.Setting;

class RankCommandTest {
    private static RankCommand command(List<String> jvmArguments, Map<Integer, Integer> cores, Path classCache) {
        return new RankCommand(Path.of("/jdk/bin/java"), 2, 256 << 20, Map.of(Setting.WAIT, "block"), jvmArguments,
                List.of(Path.of("/a b/x.jar"), Path.of("/y.jar")), "com.example.Main",
                List.of("one", "two words", "{rank}"),
                cores,
                classCache);
    }

    @Test
    void aRanksOwnCommandHasItsNumberAndTheArgumentFileAlone() {
        assertEquals(List.of("/jdk/bin/java", "-Dpgas.rank=1", "@/job/java.args"),
                command(List.of("-Dsecret=x"), Map.of(), null).of(1, Path.of("/job")));
    }

    @Test
    void aBoundRankStartsOnItsCoreAndKnowsOfTheOthers() {
        assertEquals(List.of("taskset", "-c", "7", "/jdk/bin/java", "-XX:ActiveProcessorCount=2"),
                command(List.of(), Map.of(0, 3, 1, 7), null).of(1, Path.of("/job")).subList(0, 5));
    }

    @Test
    void whatRanksShareIsInTheArgumentFile() {
        RankCommand command = command(List.of("-Xmx1m"), Map.of(), null);
        List<String> lines = command.argumentFile(Path.of("/job"), 1).lines().toList();
        assertFalse(command.hasFileForEachRank());
        assertTrue(lines.containsAll(List.of("--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", "-XX:+ExitOnOutOfMemoryError",
                "-XX:+UseSerialGC", "\"-Xmx256m\"", "\"-Xms256m\"", "\"-Dpgas.wait=block\"",
                "\"-Dpgas.job.directory=/job\"",
                "\"-Dpgas.size=2\"", "\"-cp\"", "\"/a b/x.jar:/y.jar\"")), lines::toString);
        assertTrue(lines.indexOf("\"-Xmx1m\"") > lines.indexOf("\"-Xmx256m\""), "the user's options win");
        assertEquals(List.of("\"-Xmx1m\"", "\"com.example.Main\"", "\"one\"", "\"two words\"", "\"{rank}\""),
                lines.subList(lines.size() - 5, lines.size()), "the program comes last, and its words are its own");
    }

    @Test
    void anOptionWithAPlaceForTheRankGivesEachRankAFileOfItsOwn() {
        RankCommand command = command(List.of("-Xss1m", "-agentlib:jdwp=address=500{rank}", "-Xss2m"), Map.of(), null);
        assertTrue(command.hasFileForEachRank());
        assertEquals(List.of("/jdk/bin/java", "-Dpgas.rank=1", "@/job/java-1.args"), command.of(1, Path.of("/job")));
        List<String> lines = command.argumentFile(Path.of("/job"), 1).lines().toList();
        assertEquals(lines.indexOf("\"-Xss1m\"") + 1, lines.indexOf("\"-agentlib:jdwp=address=5001\""));
        assertEquals(lines.indexOf("\"-Xss1m\"") + 2, lines.indexOf("\"-Xss2m\""), "in the user's order");
        assertTrue(command.describeArgumentFile(Path.of("/job")).contains("address=500{rank}"));
    }

    @Test
    void aClassCacheIsLeftOutWhenMissingOrWhenTheUserHasOne(@TempDir Path directory) throws Exception {
        Path cache = Files.createFile(directory.resolve("cache"));
        String option = "-XX:AOTCache=";
        assertTrue(command(List.of(), Map.of(), cache).argumentFile(Path.of("/job"), 0).contains(option));
        assertFalse(
                command(List.of("-Xshare:off"), Map.of(), cache).argumentFile(Path.of("/job"), 0).contains(option));
        assertFalse(
                command(List.of(), Map.of(), directory.resolve("no")).argumentFile(Path.of("/job"), 0)
                        .contains(option));
    }

    @Test
    void quotedArgumentsKeepWhatJavaWouldTakeApart() {
        assertEquals("\"a b\"", ArgumentFile.quote("a b"));
        assertEquals("\"C:\\\\x \\\"y\\\"\"", ArgumentFile.quote("C:\\x \"y\""));
        assertEquals("\"a\\nb\"", ArgumentFile.quote("a\nb"));
        assertEquals("\"# * $x\"", ArgumentFile.quote("# * $x"));
    }
}
