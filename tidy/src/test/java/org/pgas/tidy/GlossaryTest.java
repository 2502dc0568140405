package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * The code uses the words of GLOSSARY.md: what its last column refuses is in no name of a class, unless a list here
 * says why.
 */
class GlossaryTest {
    /** Without the dialects, which may keep the words of their documents, and the programs around the library. */
    private static final Pattern LIBRARY = Pattern
            .compile("(pgas-core|pshm|hosts|wire-tcp|wire-ucx|atomics|vis|heap|collectives|bytes|arrays)/.*");

    /** Words that the glossary refuses for one concept, and that names of classes say of another. */
    private static final Map<String, String> OF_ANOTHER_CONCEPT = Map.ofEntries(
            Map.entry("attachment", "what attach has made: attach is a term"),
            Map.entry("buffer", "memory for bytes that are being written"),
            Map.entry("card", "what the glossary calls the introduction of a peer, of the core's"),
            Map.entry("copy", "what a loop or a system call does, by which some transfers are carried out"),
            Map.entry("directory", "that of the endpoints, and of the file system"),
            Map.entry("fill", "how full something is"),
            Map.entry("fold", "the loop by which a reduction combines"),
            Map.entry("header", "the first bytes of a file"),
            Map.entry("id", "of an endpoint"),
            Map.entry("kind", "of memory, and of a shared structure"),
            Map.entry("map", "what leads from an offset to an address"),
            Map.entry("mapping", "what mmap makes, as a whole"),
            Map.entry("mode", "a setting's"),
            Map.entry("ownership", "of a file"),
            Map.entry("position", "of a rank among neighbourhoods and hosts"),
            Map.entry("progress", "what polls and progress threads make"),
            Map.entry("read", "of locks and files"),
            Map.entry("region", "an entry of a list, and an access region's"),
            Map.entry("rpc", "remote procedure calls"),
            Map.entry("statistic", "of a heap"),
            Map.entry("store", "what keeps something: segments, or Chronicle's bytes"),
            Map.entry("timeout", "of the setting pgas.wait.timeout"),
            Map.entry("user", "the program's function"),
            Map.entry("version", "of the library"),
            Map.entry("wait", "what a thread is in; to await is the call"),
            Map.entry("waiter", "a thread in the queue of a lock, asleep or not"),
            Map.entry("write", "of locks"));

    /** Classes that may have a word that others may not. */
    private static final Map<String, String> WITH_ANOTHER_CONCEPT = Map.ofEntries(
            Map.entry("ArmciRmw", "ARMCI's call"),
            Map.entry("DataChecksum", "of any bytes"),
            Map.entry("Delivery", "a message as its handler gets it"),
            Map.entry("LentData", "of a loan, before it is a payload"),
            Map.entry("MessageDispatcher", "it finds the handler of a message"),
            Map.entry("MessageTransport", "the part of a conduit that carries messages"),
            Map.entry("Registrations", "of types, for a codec"),
            Map.entry("RemoteCallException", "of a remote procedure call"),
            Map.entry("RemoteCause", "of a remote procedure call"),
            Map.entry("RemoteFunction", "of a remote procedure call"),
            Map.entry("RemoteFuture", "of a remote procedure call"),
            Map.entry("Service", "what polls and waits do for remote calls"),
            Map.entry("StreamWire", "of bytes, as sockets carry them"),
            Map.entry("InheritedStream", "the same"),
            Map.entry("SyncLane", "of barriers and of other steps that all ranks take"),
            Map.entry("SyncLanes", "of barriers and of other steps that all ranks take"),
            Map.entry("Topology", "of hosts and neighbourhoods, and no grid"));

    /** The ways of an operation, as GLOSSARY.md does not call them. */
    private static final Pattern PATH = Pattern.compile("(?i)\\b(fast|slow|direct|reference)[- ]path");

    private record Row(List<String> terms, List<String> refused) {}

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (String line : Library.read(Library.ROOT.resolve("GLOSSARY.md")).lines().toList()) {
            String[] cells = line.split("\\|", -1);
            if (cells.length == 6 && !cells[1].isBlank() && !cells[1].contains("---")
                    && !cells[1].strip().equals("Term")) {
                rows.add(new Row(words(cells[1]), words(cells[4])));
            }
        }
        return rows;
    }

    /** The phrases of a cell, without what says something of them. */
    private static List<String> words(String cell) {
        return Arrays.stream(cell.replaceAll("\\([^)]*\\)", "").split("[,;]"))
                .map(phrase -> phrase.strip().replace('-', ' ').toLowerCase(Locale.ROOT))
                .filter(phrase -> phrase.matches("(?!(which|in|but|where|whose|as|said) )[a-z]+( [a-z]+){0,2}"))
                .toList();
    }

    /** Such as " aligned word wait "; a plural is its singular. */
    private static String spelled(String name) {
        return Pattern.compile("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+").matcher(name).results()
                .map(word -> word.group().toLowerCase(Locale.ROOT)).collect(Collectors.joining(" ", " ", " "));
    }

    private static String without(String spelled, String phrase) {
        return spelled.replaceAll(" " + phrase + "s? ", " - ");
    }

    /** Words of the class's name that the glossary refuses, where they are no part of a term. */
    private static Set<String> refused(String name, List<Row> rows) {
        Set<String> terms = rows.stream().flatMap(row -> row.terms().stream()).collect(Collectors.toSet());
        String rest = spelled(name);
        for (String term : terms) {
            rest = term.contains(" ") ? without(rest, term) : rest;
        }
        Set<String> found = new TreeSet<>();
        for (Row row : rows) {
            for (String word : row.refused()) {
                if (!terms.contains(word) && !without(rest, word).equals(rest)) {
                    found.add(word);
                }
            }
        }
        return found;
    }

    @Test
    void theGlossaryIsRead() {
        List<Row> rows = rows();
        assertTrue(rows.size() > 200, () -> "only " + rows.size() + " rows were seen");
        assertEquals(Set.of("remote"), refused("RemoteUpdates", rows));
        assertEquals(Set.of("body"), refused("Body", rows));
        assertEquals(Set.of(), refused("RestrictedContext", rows), "a term has that word");
        assertEquals(Set.of("slow path"), refused("SlowPath", rows));
    }

    @Test
    void namesOfClassesAreOfTheGlossary() {
        List<Row> rows = rows();
        Set<String> found = new TreeSet<>();
        Set<String> needed = new TreeSet<>();
        for (Path file : Library.mainSources()) {
            String name = file.getFileName().toString().replace(".java", "");
            if (!LIBRARY.matcher(Library.name(file)).matches() || name.endsWith("-info")) {
                continue;
            }
            for (String word : refused(name, rows)) {
                if (WITH_ANOTHER_CONCEPT.containsKey(name)) {
                    needed.add(name);
                } else if (OF_ANOTHER_CONCEPT.containsKey(word)) {
                    needed.add(word);
                } else {
                    found.add(name + ": " + word);
                }
            }
        }
        assertEquals(Set.of(), found, "take the glossary's word, or change its row");
        Set<String> listed = new TreeSet<>(OF_ANOTHER_CONCEPT.keySet());
        listed.addAll(WITH_ANOTHER_CONCEPT.keySet());
        assertEquals(listed, needed, "what is listed is needed");
    }

    /** A window is MPI's. */
    @Test
    void aMappedRangeIsNotCalledAWindow() {
        Pattern window = Pattern.compile("\\bMappedRange\\s+\\w*[wW]indow\\b");
        assertEquals(List.of(), Stream.of(Library.mainSources(), Library.templates(), Library.testSources())
                .flatMap(List::stream).filter(file -> window.matcher(Library.read(file)).find()).map(Library::name)
                .toList());
    }

    @Test
    void aPathIsMappedOrOfMessages() {
        List<String> found = new ArrayList<>();
        List<Path> texts = new ArrayList<>(Library.mainSources());
        texts.addAll(Library.templates());
        texts.addAll(documents());
        for (Path file : texts) {
            if (!Library.name(file).equals("GLOSSARY.md") && PATH.matcher(Library.read(file)).find()) {
                found.add(Library.name(file));
            }
        }
        assertEquals(List.of(), found, "say mapped path or message path");
    }

    private static List<Path> documents() {
        List<Path> found = new ArrayList<>();
        for (Path folder : List.of(Library.ROOT, Library.ROOT.resolve("docs"), Library.ROOT.resolve("docs/guide"))) {
            try (Stream<Path> files = Files.list(folder)) {
                files.filter(file -> file.toString().endsWith(".md")).forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }
}
