package org.pgas.launch;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongUnaryOperator;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Writes a trace in the "JSON object format" of Chrome's Trace Event Format, which trace viewers open.
 *
 * <p>A process for each rank, a thread for each of its threads. What a thread did in one call is a complete event
 * ({@code X}), which nests in others; what it began in one call and ended in another is a pair of asynchronous events
 * ({@code b}, {@code e}); steps of life are instant events ({@code i}). Times are microseconds since the launcher
 * began.
 */
final class TraceWriter implements AutoCloseable {
    /** Fields that are told otherwise, or alike in all events of a process, or of no use here. */
    private static final Set<String> LEFT_OUT = Set.of("startTime", "duration", "eventThread", "stackTrace", "job",
            "rank", "nanos", "gcId");

    private static final long NANOS_OF_MICRO = 1_000;

    private final JsonGenerator json;
    private final long startNanos;
    private final List<String> names;
    private final Set<Long> named = new HashSet<>();
    private final Set<Long> pids = new HashSet<>();
    private long process;
    private LongUnaryOperator clock = LongUnaryOperator.identity();
    private long asynchronous;

    /**
     * @param startNanos the time 0 of the trace
     * @param names of the ranks for people, in order
     */
    TraceWriter(OutputStream out, long startNanos, List<String> names) throws IOException {
        this.startNanos = startNanos;
        this.names = names;
        json = new JsonFactory().createGenerator(out, JsonEncoding.UTF8);
        json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        json.writeStartObject();
        json.writeStringField("displayTimeUnit", "ns");
        json.writeArrayFieldStart("traceEvents");
    }

    /**
     * What follows is of this rank.
     *
     * @param toHere makes a time of this host of one of its host
     */
    void process(int rank, long pid, LongUnaryOperator toHere) {
        // ranks of two hosts may have the same
        process = pid;
        while (!pids.add(process)) {
            process++;
        }
        clock = toHere;
        named.clear();
        metadata("process_name", 0, "name", () -> json.writeString(names.get(rank) + " (pid " + pid + ")"));
        metadata("process_sort_index", 0, "sort_index", () -> json.writeNumber(rank));
    }

    /** Writes an event of the process that was named last. */
    void event(RankRecording.Entry entry) {
        if (named.add(entry.thread())) {
            metadata("thread_name", entry.thread(), "name", () -> json.writeString(entry.threadName()));
        }
        RecordedEvent event = entry.event();
        boolean split = event.hasField("split") && event.getBoolean("split");
        if (event.getEventType().getName().equals("pgas.Job")) {
            write("i", entry, entry.begin(), () -> json.writeStringField("s", "p"), true);
        } else if (split) {
            String id = "0x" + Long.toHexString(++asynchronous);
            write("b", entry, entry.begin(), () -> json.writeStringField("id", id), true);
            write("e", entry, entry.end(), () -> json.writeStringField("id", id), false);
        } else {
            write("X", entry, entry.begin(), () -> number("dur", entry.end() - entry.begin()), true);
        }
    }

    private void write(String phase, RankRecording.Entry entry, long time, Part part, boolean withArguments) {
        RecordedEvent event = entry.event();
        object(() -> {
            json.writeStringField("ph", phase);
            json.writeStringField("name", name(event));
            json.writeStringField("cat", category(event));
            number("ts", clock.applyAsLong(time) - startNanos);
            part.write();
            json.writeNumberField("pid", process);
            json.writeNumberField("tid", entry.thread());
            if (withArguments) {
                arguments(event);
            }
        });
    }

    private void metadata(String what, long thread, String argument, Part value) {
        object(() -> {
            json.writeStringField("ph", "M");
            json.writeStringField("name", what);
            json.writeNumberField("pid", process);
            json.writeNumberField("tid", thread);
            json.writeObjectFieldStart("args");
            json.writeFieldName(argument);
            value.write();
            json.writeEndObject();
        });
    }

    private void arguments(RecordedEvent event) throws IOException {
        json.writeObjectFieldStart("args");
        for (ValueDescriptor field : event.getFields()) {
            String name = field.getName();
            if (!LEFT_OUT.contains(name)) {
                switch (event.getValue(name)) {
                    case String text -> json.writeStringField(name, text);
                    case Long number -> json.writeNumberField(name, number);
                    case Integer number -> json.writeNumberField(name, number);
                    case Boolean value -> json.writeBooleanField(name, value);
                    case null, default -> {
                        // nothing of ours
                    }
                }
            }
        }
        json.writeEndObject();
    }

    /** What a viewer shows in the bar. */
    private String name(RecordedEvent event) {
        return switch (event.getEventType().getName()) {
            case "pgas.Transfer" -> event.getString("kind") + " " + rankName(event.getInt("peer"));
            case "pgas.Handler" -> event.getString("handler");
            case "pgas.Barrier" -> event.getString("kind");
            case "pgas.Collective" -> event.getString("call");
            case "pgas.Wait" -> waitName(event.getInt("awaited"), event.getInt("awaitedRanks"));
            case "pgas.Job" -> event.getString("step");
            default -> event.getEventType().getLabel();
        };
    }

    private String rankName(int rank) {
        return rank >= 0 && rank < names.size() ? names.get(rank) : "rank " + rank;
    }

    private String waitName(int awaited, int ranks) {
        return "wait" + (ranks == 0 ? "" : Doing.whom(rankName(awaited), ranks));
    }

    private static String category(RecordedEvent event) {
        List<String> categories = event.getEventType().getCategoryNames();
        return event.getEventType().getName().startsWith("pgas.")
                ? event.getEventType().getLabel().toLowerCase(java.util.Locale.ROOT)
                : String.join(",", categories);
    }

    /** In microseconds. */
    private void number(String field, long nanos) throws IOException {
        long fraction = Math.floorMod(nanos, NANOS_OF_MICRO);
        json.writeFieldName(field);
        json.writeNumber(Math.floorDiv(nanos, NANOS_OF_MICRO) + "." + fraction / 100 + fraction / 10 % 10
                + fraction % 10);
    }

    /** Some of an object. */
    @FunctionalInterface
    private interface Part {
        void write() throws IOException;
    }

    private void object(Part content) {
        try {
            json.writeRaw('\n');
            json.writeStartObject();
            content.write();
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        json.writeEndArray();
        json.writeEndObject();
        json.close();
    }
}
