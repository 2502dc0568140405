package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

/** A trace in Chrome's Trace Event Format, read as any program would read it, and the rules of that format. */
final class Trace {
    private static final Set<String> PHASES = Set.of("M", "X", "i", "b", "e");

    private final List<Map<String, Object>> events = new ArrayList<>();

    @SuppressWarnings("unchecked")
    private Trace(Map<String, Object> root) {
        assertEquals("ns", root.get("displayTimeUnit"));
        for (Object event : (List<Object>) root.get("traceEvents")) {
            events.add((Map<String, Object>) event);
        }
    }

    @SuppressWarnings("unchecked")
    static Trace read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                InputStream text = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
                JsonParser parser = new JsonFactory().createParser(text)) {
            parser.nextToken();
            Trace trace = new Trace((Map<String, Object>) value(parser));
            assertEquals(null, parser.nextToken(), "something is behind the trace");
            return trace;
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> object = new HashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    object.put(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                List<Object> array = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                yield array;
            }
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            case VALUE_STRING -> parser.getText();
            default -> parser.currentToken().asString();
        };
    }

    List<Map<String, Object>> events() {
        return events;
    }

    /** By phase and category, of the process of that name. */
    List<Map<String, Object>> events(String process, String phase, String category) {
        Object pid = events.stream().filter(event -> event.get("name").equals("process_name")
                && argument(event, "name").equals(process)).findFirst().orElseThrow().get("pid");
        return events.stream().filter(event -> event.get("pid").equals(pid) && event.get("ph").equals(phase)
                && event.get("cat").equals(category)).toList();
    }

    static Object argument(Map<String, Object> event, String name) {
        return ((Map<?, ?>) event.get("args")).get(name);
    }

    static long integer(Map<String, Object> event, String argument) {
        return ((BigDecimal) argument(event, argument)).longValueExact();
    }

    /** In nanoseconds. */
    static long begin(Map<String, Object> event) {
        return ((BigDecimal) event.get("ts")).movePointRight(3).longValueExact();
    }

    static long end(Map<String, Object> event) {
        return begin(event) + ((BigDecimal) event.get("dur")).movePointRight(3).longValueExact();
    }

    void assertFollowsTheFormat() {
        for (Map<String, Object> event : events) {
            assertTrue(PHASES.contains(event.get("ph")), event::toString);
            assertTrue(event.get("name") instanceof String, event::toString);
            assertTrue(event.get("pid") instanceof BigDecimal && event.get("tid") instanceof BigDecimal,
                    event::toString);
            switch ((String) event.get("ph")) {
                case "M" -> assertTrue(((Map<?, ?>) event.get("args")).size() == 1, event::toString);
                case "X" -> assertTrue(begin(event) >= 0 && end(event) >= begin(event), event::toString);
                case "i" -> assertEquals("p", event.get("s"), event::toString);
                default -> assertNotNull(event.get("id"), event::toString);
            }
        }
        assertAsynchronousEventsHaveBothEnds();
        events.stream().filter(event -> event.get("ph").equals("X"))
                .collect(Collectors.groupingBy(event -> List.of(event.get("pid"), event.get("tid")))).values()
                .forEach(Trace::assertNests);
    }

    private void assertAsynchronousEventsHaveBothEnds() {
        Map<List<Object>, Long> open = new HashMap<>();
        for (Map<String, Object> event : events) {
            if (event.get("ph").equals("b")) {
                open.put(key(event), begin(event));
            } else if (event.get("ph").equals("e")) {
                Long begin = open.remove(key(event));
                assertTrue(begin != null && begin <= begin(event), event::toString);
            }
        }
        assertEquals(Map.of(), open);
    }

    private static List<Object> key(Map<String, Object> event) {
        return List.of(event.get("pid"), event.get("cat"), event.get("id"), event.get("name"));
    }

    /** Two events of a thread are one inside the other or one behind the other. */
    private static void assertNests(List<Map<String, Object>> ofThread) {
        Deque<Map<String, Object>> around = new ArrayDeque<>();
        List<Map<String, Object>> sorted = new ArrayList<>(ofThread);
        sorted.sort(Comparator.comparingLong(Trace::begin).thenComparing(Trace::end, Comparator.reverseOrder()));
        for (Map<String, Object> event : sorted) {
            while (!around.isEmpty() && end(around.peek()) <= begin(event)) {
                around.pop();
            }
            Map<String, Object> outer = around.peek();
            assertTrue(outer == null || end(event) <= end(outer), () -> event + " overlaps " + outer);
            around.push(event);
        }
    }
}
