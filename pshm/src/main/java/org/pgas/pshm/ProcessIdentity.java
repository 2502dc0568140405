package org.pgas.pshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A process that cannot be mistaken for a later one with the same number, nor for one of another container.
 *
 * @param pid its number
 * @param start when it started, in the kernel's clock ticks since boot
 * @param namespaces where both are told
 */
record ProcessIdentity(long pid, long start, Namespaces namespaces) {
    static final ProcessIdentity NONE = new ProcessIdentity(0, 0, Namespaces.UNKNOWN);

    /** What {@link #kernelState} says of a process of another container. */
    static final char ELSEWHERE = '?';

    /** What it says of one that cannot be looked at now, as when this process has no descriptor left. */
    static final char UNREAD = '-';

    /** A {@link #name}, as a part of a regular expression without groups. */
    static final String NAME = "\\d{1,18}-\\d{1,18}-[0-9a-f]{1,16}-\\d{1,18}-\\d{1,18}";

    private static final String[] UNREADABLE = {};

    private static final Pattern WORDS = Pattern
            .compile("(\\d{1,18})-(\\d{1,18})-([0-9a-f]{1,16})-(\\d{1,18})-(\\d{1,18})");

    /** The identity of a process in the namespaces of this one, to which its number and start refer. */
    ProcessIdentity(long pid, long start) {
        this(pid, start, Namespaces.current());
    }

    /** This one; also where /proc shows others under its number, the same at every call. */
    static ProcessIdentity current() {
        return Current.PROCESS;
    }

    private static final class Current {
        static final ProcessIdentity PROCESS = find(ProcessHandle.current().pid());

        private static ProcessIdentity find(long pid) {
            return new ProcessIdentity(pid, Math.max(0, of(pid).start()));
        }
    }

    /** The identity of a process that runs at this moment; its start is -1 if it does not. */
    static ProcessIdentity of(long pid) {
        String[] stat = stat(pid);
        return new ProcessIdentity(pid, stat == UNREADABLE || isDead(stat) ? -1 : start(stat));
    }

    /** Its number, for people. */
    String text() {
        return "pid " + pid + (pid == 0 || isHere() ? "" : " of another container");
    }

    /** As a part of a file's name. */
    String name() {
        return pid + "-" + start + "-" + Long.toHexString(namespaces.boot()) + "-" + namespaces.pid() + "-"
                + namespaces.time();
    }

    /** The reverse of {@link #name}, which the text must be. */
    static ProcessIdentity ofName(String name) {
        Matcher words = WORDS.matcher(name);
        if (!words.matches()) {
            throw new IllegalArgumentException(name);
        }
        return new ProcessIdentity(Long.parseLong(words.group(1)), Long.parseLong(words.group(2)), new Namespaces(
                Long.parseUnsignedLong(words.group(3), 16), Long.parseLong(words.group(4)),
                Long.parseLong(words.group(5))));
    }

    /** Whether its number means the same process here as where it was told. No other may be looked up, or signalled. */
    boolean isHere() {
        return namespaces.isHere();
    }

    /**
     * Whether it runs, as far as its number tells. A process that has ended but was not reaped by its parent does not.
     */
    Life life() {
        return switch (kernelState()) {
            case 0 -> Life.DEAD;
            case ELSEWHERE, UNREAD -> Life.UNKNOWN;
            default -> Life.ALIVE;
        };
    }

    /** The kernel's letter for its state: R, S, D, T (stopped) ...; 0 if it has ended. */
    char kernelState() {
        if (pid <= 0) {
            return 0;
        }
        if (!isHere()) {
            return ELSEWHERE;
        }
        String[] stat = start >= 0 ? stat(pid) : null;
        if (stat == UNREADABLE) {
            return UNREAD;
        }
        return isDead(stat) || start(stat) != start ? 0 : stat[0].charAt(0);
    }

    /** Whether a signal or a debugger has stopped it, so that it does nothing until it is told to go on. */
    boolean isStopped() {
        char state = kernelState();
        return state == 'T' || state == 't';
    }

    private static boolean isDead(String[] stat) {
        return stat == null || stat[0].equals("Z") || stat[0].equals("X");
    }

    private static long start(String[] stat) {
        return Long.parseLong(stat[19]);
    }

    /**
     * The fields behind the command; null without a process, {@link #UNREADABLE} where there may be one. Not by
     * ProcessHandle, to which a zombie is alive.
     */
    private static String[] stat(long pid) {
        Path file = Path.of("/proc/" + pid + "/stat");
        try {
            String stat = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            // the second field, the command, may itself contain blanks and parentheses
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            // it has ended meanwhile, or there is no descriptor to open the file with, which this needs not
            return Files.notExists(file) ? null : UNREADABLE;
        }
    }
}
