package org.pgas.launch.agents;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.PgasException;

/**
 * The hosts that a job may use, in order, with the most ranks that each takes: its slots. A host that is named again
 * gets more of them. Immutable.
 *
 * <p>Source: Open MPI's hostfiles and {@code --host}. A host without a number of slots has one.
 */
public final class HostList {
    /** A host, or user@host; in a list, its slots behind the last colon; addresses of IPv6 are in brackets. */
    private static final Pattern ENTRY = Pattern
            .compile("((?:[^:@\\[\\]]*@)?\\[[^\\[\\]]*\\]|[^:\\[\\]]*)(?::(.*))?");

    private static final Pattern BRACKETS = Pattern.compile("^((?:[^@\\[\\]]*@)?)\\[([^\\[\\]]*)\\]$");

    private static final String WORD = "[A-Za-z0-9_][A-Za-z0-9_.%:-]*";

    /** An address of IPv6 may begin with a colon. One with a zone leads nowhere from another host. */
    private static final String ADDRESS = "[A-Za-z0-9_:][A-Za-z0-9_.:-]*";

    /** Nothing that a shell, or the command that leads to a host, could take for more than a name. */
    private static final Pattern HOST = Pattern.compile("(?:" + WORD + "@)?" + ADDRESS);

    private static final Pattern SLOTS = Pattern.compile("[0-9]{1,9}");

    /** In the order in which they were named. */
    private final Map<String, Integer> slots = new LinkedHashMap<>();

    private final String source;

    private HostList(String source) {
        this.source = source;
    }

    /**
     * A list such as {@code a:4,b:4}.
     *
     * @throws PgasException BAD_ARGUMENT, for people: which entry is wrong, and what is legal
     */
    public static HostList parse(String text) {
        return parse("--hosts", text);
    }

    /** The same of another option. */
    public static HostList parse(String option, String text) {
        String source = option + " " + text;
        HostList list = new HostList(source);
        for (String entry : text.split(",", -1)) {
            Matcher parts = ENTRY.matcher(entry.strip());
            if (!parts.matches()) {
                throw bad(source, "'" + entry + "' is no host with its ranks",
                        "give HOST or HOST:RANKS, separated by commas, as a:4,b:4; an address of IPv6 in brackets");
            }
            list.add(parts.group(1), parts.group(2) == null ? "1" : parts.group(2), source);
        }
        return list;
    }

    /**
     * A file with a host in each line, such as {@code a slots=4}; what follows a {@code #} is a comment. The keywords
     * {@code slots} and {@code max_slots} (or {@code max-slots}) are known; of the last one nothing depends, since no
     * host gets more ranks than it has slots.
     *
     * @throws PgasException BAD_ARGUMENT, for people: which line is wrong, and what is legal; RESOURCE when the file
     *         cannot be read
     */
    public static HostList read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file);
        } catch (NoSuchFileException e) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "--hostfile " + file + " does not exist: look at its path",
                    e);
        } catch (MalformedInputException e) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "--hostfile " + file + " is no text in UTF-8", e);
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "--hostfile " + file + " cannot be read: " + e.getMessage(),
                    e);
        }
        HostList list = new HostList("--hostfile " + file);
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1).replaceFirst("#.*", "").strip();
            if (!line.isEmpty()) {
                list.addLine(line, "--hostfile " + file + ", line " + number);
            }
        }
        if (list.slots.isEmpty()) {
            throw bad("--hostfile " + file, "it names no host", "give a line such as 'a slots=4' for each");
        }
        return list;
    }

    private void addLine(String line, String where) {
        // blanks around the sign are legal there
        String[] words = line.replaceAll("\\s*=\\s*", "=").split("\\s+");
        String count = "1";
        for (int i = 1; i < words.length; i++) {
            String[] parts = words[i].split("=", 2);
            boolean isSlots = parts[0].equals("slots");
            if (parts.length < 2 || !isSlots && !parts[0].equals("max_slots") && !parts[0].equals("max-slots")) {
                throw bad(where, "'" + words[i] + "' is unknown", "legal behind a host are slots=N and max_slots=N");
            }
            checkSlots(parts[1], where);
            count = isSlots ? parts[1] : count;
        }
        add(words[0], count, where);
    }

    private void add(String name, String count, String where) {
        String host = BRACKETS.matcher(name).replaceFirst("$1$2");
        if (!HOST.matcher(host).matches()) {
            throw bad(where, "'" + name + "' is no name of a host",
                    "legal are letters, digits and ._:- behind a first letter or digit, [::1] and the like, and USER@ "
                            + "in front; an address with a zone (%) leads nowhere from another host");
        }
        slots.merge(host, checkSlots(count, where), Integer::sum);
    }

    private static int checkSlots(String text, String where) {
        int value = SLOTS.matcher(text).matches() ? Integer.parseInt(text) : 0;
        if (value < 1 || value > GlobalPointer.MAX_RANKS) {
            throw bad(where, "'" + text + "' is no number of ranks", "legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        return value;
    }

    private static PgasException bad(String where, String what, String remedy) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, where + ": " + what + ": " + remedy);
    }

    /** The ranks that all hosts take together. */
    public int slots() {
        return slots.values().stream().mapToInt(Integer::intValue).sum();
    }

    /**
     * Deals ranks to the hosts, in order: the first gets as many as it has slots, then the next. Hosts that get none
     * are not among them.
     *
     * @param ranks above 0; 0 for as many as there are slots
     * @throws PgasException BAD_ARGUMENT, for people, when there are too few slots, or more ranks than a job has
     */
    public List<HostRanks> place(int ranks) {
        int all = slots();
        int wanted = ranks == 0 ? all : ranks;
        if (wanted > all) {
            throw bad(source, wanted + " ranks do not fit into " + all + " slots",
                    "name more hosts, or give them more slots, or start fewer ranks (-n)");
        }
        if (wanted > GlobalPointer.MAX_RANKS) {
            throw bad(source, "a job of " + wanted + " ranks", "legal are 1.." + GlobalPointer.MAX_RANKS + " (-n)");
        }
        List<HostRanks> placed = new ArrayList<>();
        int first = 0;
        for (Map.Entry<String, Integer> each : slots.entrySet()) {
            int count = Math.min(each.getValue(), wanted - first);
            if (count > 0) {
                placed.add(new HostRanks(each.getKey(), first, count));
                first += count;
            }
        }
        return placed;
    }
}
