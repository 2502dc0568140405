package org.pgas.launch;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.Map;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import org.pgas.Counter;
import org.pgas.pshm.JobView;
import org.pgas.pshm.RankStatus;
import org.pgas.pshm.RankView;
import org.pgas.pshm.RingFill;
import org.pgas.pshm.WaitView;
import org.pgas.pshm.WayView;
import org.pgas.spi.WayNumber;

/** A job as one line of JSON, with every number there is; what is not known is null or missing. */
final class StatJson {
    private StatJson() {}

    static String of(JobView job) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            write(json, job);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, JobView job) throws IOException {
        json.writeStartObject();
        json.writeStringField("job", job.name());
        json.writeStringField("directory", job.directory().toString());
        json.writeStringField("state", lower(job.state()));
        json.writeStringField("begin", job.begin().toString());
        json.writeNumberField("nanos", job.nanos());
        json.writeNumberField("bytes", job.bytes());
        boolean areSeveral = job.neighbourhoods() > 1;
        if (areSeveral) {
            json.writeNumberField("neighbourhoods", job.neighbourhoods());
        }
        json.writeObjectFieldStart("launcher");
        json.writeNumberField("pid", job.launcherPid());
        json.writeBooleanField("alive", job.launcherAlive());
        json.writeEndObject();
        if (job.ending() == null) {
            json.writeNullField("ending");
        } else {
            json.writeObjectFieldStart("ending");
            json.writeNumberField("code", job.ending().code());
            json.writeNumberField("rank", job.ending().rank());
            json.writeStringField("message", job.ending().message());
            json.writeEndObject();
        }
        json.writeArrayFieldStart("remarks");
        for (String remark : job.remarks()) {
            json.writeString(remark);
        }
        json.writeEndArray();
        json.writeArrayFieldStart("ranks");
        for (RankStatus rank : job.ranks()) {
            write(json, rank, areSeveral);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, RankStatus rank, boolean areSeveral) throws IOException {
        RankView view = rank.view();
        json.writeStartObject();
        json.writeNumberField("rank", rank.rank());
        if (areSeveral) {
            writeNeighbourhood(json, rank.neighbourhood());
        }
        json.writeStringField("state", lower(view.state()));
        json.writeNumberField("pid", view.pid());
        json.writeBooleanField("alive", rank.alive());
        json.writeBooleanField("stopped", Doing.isStopped(rank));
        json.writeBooleanField("exiting", view.exiting());
        json.writeStringField("activity", view.activity());
        json.writeNumberField("heartbeatMillis", rank.heartbeatMillis());
        json.writeNumberField("segmentBytes", rank.segmentBytes());
        write(json, rank.waiting());
        write(json, "requests", rank.requests());
        write(json, "replies", rank.replies());
        json.writeObjectFieldStart("counters");
        for (Map.Entry<Counter, Long> each : rank.counters().entrySet()) {
            json.writeNumberField(lower(each.getKey()), each.getValue());
        }
        json.writeEndObject();
        if (areSeveral) {
            json.writeArrayFieldStart("ways");
            for (WayView way : rank.messages().ways()) {
                write(json, way);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void writeNeighbourhood(JsonGenerator json, int neighbourhood) throws IOException {
        if (neighbourhood == RankView.UNKNOWN) {
            json.writeNullField("neighbourhood");
        } else {
            json.writeNumberField("neighbourhood", neighbourhood);
        }
    }

    private static void write(JsonGenerator json, WayView way) throws IOException {
        json.writeStartObject();
        json.writeNumberField("peer", way.peer());
        for (Map.Entry<WayNumber, Long> each : way.numbers().entrySet()) {
            json.writeNumberField(lower(each.getKey()), each.getValue());
        }
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, WaitView wait) throws IOException {
        if (wait == null) {
            json.writeNullField("waiting");
            return;
        }
        json.writeObjectFieldStart("waiting");
        json.writeStringField("activity", wait.activity());
        json.writeStringField("text", wait.text());
        json.writeNumberField("nanos", wait.nanos());
        json.writeNumberField("rank", wait.rank());
        json.writeNumberField("ranks", wait.ranks());
        json.writeEndObject();
    }

    private static void write(JsonGenerator json, String name, RingFill fill) throws IOException {
        json.writeObjectFieldStart(name);
        json.writeNumberField("rings", fill.rings());
        json.writeNumberField("bytes", fill.bytes());
        json.writeNumberField("capacity", fill.capacity());
        json.writeNumberField("fullest", fill.fullest());
        json.writeEndObject();
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
