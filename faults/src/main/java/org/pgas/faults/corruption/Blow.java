package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

import org.pgas.faults.HarnessException;
import org.pgas.faults.Scratch;

/**
 * One thing that somebody does to a file of a job. Choices are made from the random numbers that it is given, in a
 * fixed order.
 */
enum Blow {
    /** A byte, or a word of 4 or 8, gets another value; most often one that is in use. */
    WORD("a word of %s changed"),
    /** 16 bytes to 4 KiB get one value, random ones, or what was there a moment ago. */
    STRETCH("a stretch of %s overwritten"),
    CUT("%s truncated"),
    EXTENDED("%s extended"),
    REPLACED("%s replaced by another file"),
    DELETED("%s deleted"),
    LINKED("%s replaced by a symbolic link"),
    OTHER_MODE("%s made readable to all, or to nobody"),
    OTHER_OWNER("%s given to another user"),
    OTHER_VERSION("%s said to be of another version"),
    DIRECTORY("%s replaced by a directory"),
    PIPE("%s replaced by a pipe");

    /** The version behind the magic of each file that has one. */
    private static final int VERSION_OFFSET = 8;

    private static final long[] VALUES = {0, -1, 1, 2, 7, 255, 256, 4096, 0x7FFF_FFFFL, 0x8000_0000L, Long.MAX_VALUE,
        Long.MIN_VALUE, 0x4000_0000_0000_0000L, 0x0001_0000_0001L};

    private static final int MOST_DRAWS = 100;

    private static final int LEAST_STRETCH = 16;

    private static final int OTHER_USER = 65_534;

    private final String words;

    Blow(String words) {
        this.words = words;
    }

    /** For the table of results. */
    String words(SharedFile file) {
        return words.formatted(file.kind());
    }

    /** Most often one that changes bytes. */
    static Blow any(SplittableRandom random) {
        int number = random.nextInt(100);
        return number < 62 ? WORD : number < 80 ? STRETCH : values()[2 + (number - 80) * (values().length - 2) / 20];
    }

    /** Each with the same chance. */
    static Blow anyKind(SplittableRandom random) {
        return values()[random.nextInt(values().length)];
    }

    /** Deals the first that {@code choice} draws and that changes something. */
    static Dealt dealAny(SharedFile file, SplittableRandom random, Function<SplittableRandom, Blow> choice)
            throws IOException, InterruptedException, HarnessException {
        for (int draw = 0; draw < MOST_DRAWS; draw++) {
            Optional<Dealt> dealt = choice.apply(random).deal(file, random);
            if (dealt.isPresent()) {
                return dealt.get();
            }
        }
        throw new HarnessException("none of " + MOST_DRAWS + " blows could be dealt to " + file.path());
    }

    /**
     * Deals it, whatever other blows have made of the file. Empty if there is nothing that it could change: nothing
     * under the name, or another owner that this user may not give.
     */
    Optional<Dealt> deal(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        return switch (this) {
            case WORD -> Optional.of(word(file, random));
            case STRETCH -> Optional.of(stretch(file, random));
            case CUT -> {
                long before = file.bytes();
                long to = random.nextInt(4) == 0 ? 0
                        : random.nextLong(before + 1) & (random.nextBoolean() ? -1L : -4096L);
                file.truncate(to);
                yield Optional.of(new Dealt(this, name(file) + "truncated to " + to, to, before));
            }
            case EXTENDED -> {
                long by = 1 + random.nextInt(1 << 20);
                file.write(file.bytes() + by, new byte[]{1});
                yield outside(file, "extended by " + by);
            }
            case OTHER_VERSION -> {
                byte[] version = {0, 0, (byte) (2 + random.nextInt(200)), 0};
                file.write(VERSION_OFFSET, version);
                yield Optional.of(Dealt.bytes(this, name(file) + "version " + version[2] + ".0", VERSION_OFFSET,
                        version.length));
            }
            case OTHER_MODE, OTHER_OWNER -> attributes(file, random);
            case DELETED -> clear(file.path()) ? outside(file, "deleted") : Optional.empty();
            case REPLACED, LINKED, DIRECTORY, PIPE -> outside(file, substitute(file, random));
        };
    }

    private static String name(SharedFile file) {
        return file.path().getFileName() + ": ";
    }

    private Optional<Dealt> outside(SharedFile file, String words) {
        return Optional.of(Dealt.outside(this, name(file) + words));
    }

    /** Takes away what lies under a name, whatever it is by now; false if nothing does. */
    private static boolean clear(Path path) throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        Scratch.remove(path);
        return true;
    }

    /** Changes attributes of what lies under the name. Links have no mode: they stay. */
    private Optional<Dealt> attributes(SharedFile file, SplittableRandom random) throws IOException {
        Path path = file.path();
        String mode = random.nextBoolean() ? "---------" : "rw-rw-rw-";
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS) || Files.isSymbolicLink(path)) {
            return Optional.empty();
        }
        if (this == OTHER_MODE) {
            Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
            return outside(file, "mode " + mode);
        }
        try {
            Files.setAttribute(path, "unix:uid", OTHER_USER, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (FileSystemException e) {
            // only root may
            return Optional.empty();
        }
        return outside(file, "given to user " + OTHER_USER);
    }

    /** Puts something else under the name. */
    private String substitute(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        Path path = file.path();
        if (this == REPLACED) {
            Path other = path.resolveSibling("other-" + random.nextInt(1000));
            byte[] content = random.nextBoolean() ? file.read(0, (int) Math.min(file.bytes(), 1 << 20))
                    : new byte[random.nextInt(10_000)];
            Files.write(other, content);
            if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                // a file is not moved over a directory
                clear(path);
            }
            Files.move(other, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
            return "replaced by another of " + content.length + " bytes";
        }
        clear(path);
        if (this == LINKED) {
            Path to = List
                    .of(Path.of("/dev/null"), Path.of("nothing"), Path.of("/tmp"), path.resolveSibling("control"))
                    .get(random.nextInt(4));
            Files.createSymbolicLink(path, to);
            return "now a symbolic link to " + to;
        }
        if (this == DIRECTORY) {
            Files.createDirectory(path);
            return "now a directory";
        }
        if (new ProcessBuilder("mkfifo", path.toString()).start().waitFor() != 0) {
            throw new NoSuchFileException(path.toString(), null, "no pipe could be made");
        }
        return "now a pipe";
    }

    private Dealt word(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        long place = place(file, random);
        int width = List.of(1, 4, 8, 8).get(random.nextInt(4));
        place = Math.max(0, Math.min(place + width * random.nextInt(8 / width), file.bytes() - width));
        byte[] old = file.read(place, width);
        long before = ByteBuffer.wrap(java.util.Arrays.copyOf(old, 8)).order(ByteOrder.LITTLE_ENDIAN).getLong();
        long after = switch (random.nextInt(6)) {
            case 0 -> before ^ 1L << random.nextInt(8 * width);
            case 1 -> before + (random.nextBoolean() ? 1 : -1);
            case 2, 3 -> VALUES[random.nextInt(VALUES.length)];
            case 4 -> before + (random.nextInt() >> random.nextInt(24));
            default -> random.nextLong();
        };
        ByteBuffer buffer = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, after);
        file.write(place, java.util.Arrays.copyOf(buffer.array(), width));
        return Dealt.bytes(this, name(file) + width + " bytes at " + place + " from 0x" + Long.toHexString(before)
                + " to 0x" + Long.toHexString(after), place, width);
    }

    /** Anywhere; or a word in use; or the one after it; or one that changes all the time. */
    private static long place(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        int choice = random.nextInt(8);
        int pick = random.nextInt(Integer.MAX_VALUE);
        if (choice == 0) {
            return random.nextLong(Math.max(1, file.bytes())) & -8;
        }
        List<Long> words = file.wordsInUse();
        if (choice > 3) {
            List<Long> busy = file.wordsThatChange(words, 2_000);
            words = busy.isEmpty() ? words : busy;
        }
        long word = words.isEmpty() ? 0 : words.get(pick % words.size());
        return choice == 1 ? word + 8 : word;
    }

    private Dealt stretch(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        // where little of the file is left, behind it too
        long place = Math.max(0, Math.min(place(file, random), file.bytes() - LEAST_STRETCH));
        int bytes = (int) Math.min(LEAST_STRETCH << random.nextInt(9), Math.max(LEAST_STRETCH, file.bytes() - place));
        byte[] content = new byte[bytes];
        String what;
        switch (random.nextInt(4)) {
            case 0 -> {
                java.util.Arrays.fill(content, (byte) -1);
                what = "0xFF";
            }
            case 1 -> what = "zeros";
            case 2 -> {
                content = file.read(place, bytes);
                java.util.concurrent.TimeUnit.MILLISECONDS.sleep(3);
                what = "what was there 3 ms before";
            }
            default -> {
                random.nextBytes(content);
                what = "random bytes, " + HexFormat.of().formatHex(content, 0, Math.min(16, bytes)) + "...";
            }
        }
        file.write(place, content);
        return Dealt.bytes(this, name(file) + bytes + " bytes at " + place + " are now " + what, place, bytes);
    }
}
