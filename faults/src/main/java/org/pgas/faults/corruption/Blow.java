package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

/** One thing that somebody does to a file of a job. Choices are made from the random numbers that it is given, in a fixed order. */
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

    private static final int OTHER_USER = 65_534;

    private final String words;

    Blow(String words) {
        this.words = words;
    }

    /** Whether the bytes of the file change, and not what is said of it outside. */
    boolean changesBytes() {
        return this == WORD || this == STRETCH || this == CUT;
    }

    /** For the table of results. */
    String kind(SharedFile file) {
        return words.formatted(file.kind());
    }

    static Blow any(SplittableRandom random) {
        int number = random.nextInt(100);
        return number < 62 ? WORD : number < 80 ? STRETCH : values()[2 + (number - 80) * (values().length - 2) / 20];
    }

    /** Deals it; returns what was done, with the place and the values, for people. */
    String deal(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        Path path = file.path();
        String name = path.getFileName().toString();
        return name + ": " + switch (this) {
            case WORD -> word(file, random);
            case STRETCH -> stretch(file, random);
            case CUT -> {
                long to = random.nextInt(4) == 0 ? 0
                        : random.nextLong(file.bytes() + 1) & (random.nextBoolean() ? -1L : -4096L);
                file.truncate(to);
                yield "truncated to " + to;
            }
            case EXTENDED -> {
                long by = 1 + random.nextInt(1 << 20);
                file.write(file.bytes() + by, new byte[]{1});
                yield "extended by " + by;
            }
            case REPLACED -> {
                Path other = path.resolveSibling("other-" + random.nextInt(1000));
                byte[] content = random.nextBoolean() ? file.read(0, (int) Math.min(file.bytes(), 1 << 20))
                        : new byte[random.nextInt(10_000)];
                Files.write(other, content);
                Files.move(other, path, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
                yield "replaced by another of " + content.length + " bytes";
            }
            case DELETED -> "deleted " + Files.deleteIfExists(path);
            case LINKED -> {
                Files.deleteIfExists(path);
                Path to = List
                        .of(Path.of("/dev/null"), Path.of("nothing"), Path.of("/tmp"), path.resolveSibling("control"))
                        .get(random.nextInt(4));
                Files.createSymbolicLink(path, to);
                yield "now a symbolic link to " + to;
            }
            case OTHER_MODE -> {
                String mode = random.nextBoolean() ? "---------" : "rw-rw-rw-";
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
                }
                yield "mode " + mode;
            }
            case OTHER_OWNER -> {
                if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    Files.setAttribute(path, "unix:uid", OTHER_USER, LinkOption.NOFOLLOW_LINKS);
                }
                yield "given to user " + OTHER_USER;
            }
            case OTHER_VERSION -> {
                byte[] version = {0, 0, (byte) (2 + random.nextInt(200)), 0};
                file.write(VERSION_OFFSET, version);
                yield "version " + version[2] + ".0";
            }
            case DIRECTORY -> {
                Files.deleteIfExists(path);
                Files.createDirectory(path);
                yield "now a directory";
            }
            case PIPE -> {
                Files.deleteIfExists(path);
                if (new ProcessBuilder("mkfifo", path.toString()).start().waitFor() != 0) {
                    throw new IOException("no pipe could be made at " + path);
                }
                yield "now a pipe";
            }
        };
    }

    private static String word(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
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
        return width + " bytes at " + place + " from 0x" + Long.toHexString(before) + " to 0x"
                + Long.toHexString(after);
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

    private static String stretch(SharedFile file, SplittableRandom random) throws IOException, InterruptedException {
        long place = place(file, random);
        int bytes = (int) Math.min(16 << random.nextInt(9), Math.max(0, file.bytes() - place));
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
        return bytes + " bytes at " + place + " are now " + what;
    }
}
