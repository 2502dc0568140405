package org.pgas.faults.corruption;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Blows to one file, one after the other: each is dealt, whatever those before it have made of the file. */
class BlowTest {
    private static final int BYTES = 10_000;
    private static final int SEEDS = 4;

    @TempDir
    private Path directory;

    private SharedFile file(String name) throws IOException {
        byte[] content = new byte[BYTES];
        Arrays.fill(content, (byte) 3);
        Files.write(directory.resolve("control"), content);
        return new SharedFile(Files.write(directory.resolve(name), content));
    }

    @TestFactory
    List<DynamicTest> everyPairOfBlowsIsDealt() {
        List<DynamicTest> pairs = new ArrayList<>();
        for (Blow first : Blow.values()) {
            for (Blow second : Blow.values()) {
                pairs.add(DynamicTest.dynamicTest(first + ", " + second, () -> {
                    for (int seed = 0; seed < SEEDS; seed++) {
                        check(first, second, seed);
                    }
                }));
            }
        }
        return pairs;
    }

    private void check(Blow first, Blow second, int seed) throws IOException, InterruptedException {
        SplittableRandom random = new SplittableRandom(seed);
        String name = "am-" + first + "-" + second + "-" + seed;
        try (SharedFile file = file(name)) {
            assertTrue(first == Blow.OTHER_OWNER || first.deal(file, random).isPresent(), first::name);
            Path path = file.path();
            boolean there = Files.exists(path, LinkOption.NOFOLLOW_LINKS);
            boolean hasMode = there && !Files.isSymbolicLink(path);
            byte[] before = file.read(0, 2 * BYTES);
            Optional<Dealt> dealt = second.deal(file, random);
            boolean possible = switch (second) {
                case DELETED -> there;
                case OTHER_MODE -> hasMode;
                // root may
                case OTHER_OWNER -> hasMode && dealt.isPresent();
                default -> true;
            };
            assertEquals(possible, dealt.isPresent(), second::name);
            checkOutside(second, path, dealt);
            checkBytes(dealt, before, file);
            Files.deleteIfExists(path);
        }
    }

    private static void checkOutside(Blow blow, Path path, Optional<Dealt> dealt) throws IOException {
        switch (blow) {
            case DELETED -> assertTrue(Files.notExists(path, LinkOption.NOFOLLOW_LINKS));
            case LINKED -> assertTrue(Files.isSymbolicLink(path));
            case DIRECTORY -> assertTrue(Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS));
            case REPLACED -> assertTrue(Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS));
            case PIPE -> assertTrue((boolean) Files.getAttribute(path, "unix:isOther", LinkOption.NOFOLLOW_LINKS));
            case OTHER_MODE -> assertTrue(dealt.isEmpty() || List.of(0, 0666)
                    .contains((int) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS) & 0777));
            default -> assertTrue(true);
        }
    }

    /** What changes lies where the blow says it does. */
    private static void checkBytes(Optional<Dealt> dealt, byte[] before, SharedFile file) throws IOException {
        byte[] after = file.read(0, 2 * BYTES);
        for (int at = 0; at < 2 * BYTES; at++) {
            int place = at;
            if (before[at] != after[at] && file.bytes() >= BYTES) {
                assertTrue(dealt.filter(each -> each.blow() == Blow.EXTENDED
                        || each.from() <= place && place < each.to()).isPresent(),
                        () -> "byte " + place + ": " + dealt);
            }
        }
    }

    @Test
    void aLaterBlowReachesTheFileThatTheRanksHave() throws IOException, InterruptedException {
        for (Blow first : List.of(Blow.REPLACED, Blow.DELETED, Blow.DIRECTORY, Blow.PIPE, Blow.LINKED)) {
            try (SharedFile file = file("area")) {
                Map<Boolean, byte[]> content = Map.of(false, file.read(0, BYTES));
                first.deal(file, new SplittableRandom(1));
                assertEquals(BYTES, file.bytes());
                Blow.OTHER_VERSION.deal(file, new SplittableRandom(1));
                assertNotEquals(Arrays.toString(content.get(false)), Arrays.toString(file.read(0, BYTES)), first::name);
                Blow.DELETED.deal(file, new SplittableRandom(1));
            }
        }
    }
}
