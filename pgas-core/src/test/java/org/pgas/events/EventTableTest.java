package org.pgas.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import jdk.jfr.Configuration;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import jdk.jfr.ValueDescriptor;
import org.junit.jupiter.api.Test;

/** What is told of events, in the package's page and in the template, is what they are. */
class EventTableTest {
    /** Of every event, those of the flight recorder first. */
    private static final Set<String> COMMON = Set.of("startTime", "duration", "eventThread", "stackTrace", "job",
            "rank");
    private static final Pattern ROW = Pattern
            .compile("<tr><td>\\{@code (\\S+)}</td><td>(.*)</td><td>(.*)</td></tr>");

    /** An event as the table has it. */
    private record Row(Set<String> fields, String threshold) {}

    private static Map<String, EventType> types() {
        return Arrays.stream(RankEvent.class.getPermittedSubclasses())
                .map(type -> EventType.getEventType(type.asSubclass(Event.class)))
                .collect(Collectors.toMap(EventType::getName, type -> type));
    }

    private static String threshold(String name) {
        Threshold threshold = Arrays.stream(RankEvent.class.getPermittedSubclasses())
                .filter(type -> type.getAnnotation(Name.class).value().equals(name)).findFirst().orElseThrow()
                .getAnnotation(Threshold.class);
        return threshold == null ? "none" : threshold.value();

    }

    @Test
    void shouldListEveryEventWithItsFieldsAndThreshold() throws IOException {
        Map<String, Row> real = new TreeMap<>();
        types().forEach((name, type) -> real.put(name, new Row(type.getFields().stream().map(ValueDescriptor::getName)
                .filter(field -> !COMMON.contains(field)).collect(Collectors.toCollection(TreeSet::new)),
                threshold(name))));
        Map<String, Row> told = new TreeMap<>();
        for (String line : Files.readAllLines(source("org/pgas/events/package-info.java"))) {
            Matcher row = ROW.matcher(line);
            if (row.find()) {
                told.put(row.group(1), new Row(new TreeSet<>(List.of(row.group(2).split(", "))), row.group(3)));
            }
        }
        assertEquals(real, told);
    }

    private static Path source(String name) {
        Path inModule = Path.of("src/main/java", name);
        return Files.exists(inModule) ? inModule : Path.of("pgas-core").resolve(inModule);
    }

    @Test
    void shouldLabelAndDescribeEveryEventAndField() {
        types().forEach((name, type) -> {
            assertTrue(type.getDescription() != null && !type.getLabel().isEmpty(), name);
            assertEquals(List.of("PGAS"), type.getCategoryNames(), name);
            type.getFields().stream().filter(field -> !COMMON.contains(field.getName())).forEach(field -> assertTrue(
                    field.getDescription() != null && field.getLabel() != null, name + "." + field.getName()));
        });
    }

    @Test
    void shouldEnableNothingByItself() {
        types().forEach((name, type) -> assertFalse(type.isEnabled(), name));
    }

    @Test
    void shouldEnableAllInTheTemplateWithTheThresholdsOfTheTable() throws Exception {
        Map<String, String> settings;
        try (InputStream in = template();
                Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
            settings = Configuration.create(reader).getSettings();
        }
        types().forEach((name, type) -> {
            assertEquals("true", settings.get(name + "#enabled"), name);
            assertEquals(threshold(name), settings.getOrDefault(name + "#threshold", "none"), name);
        });
        assertEquals(types().keySet(), settings.keySet().stream().filter(key -> key.startsWith("pgas."))
                .map(key -> key.substring(0, key.indexOf('#'))).collect(Collectors.toSet()));
    }

    private static InputStream template() {
        return EventTableTest.class.getResourceAsStream("/META-INF/pgas/pgas.jfc");
    }
}
