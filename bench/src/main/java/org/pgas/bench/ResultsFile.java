package org.pgas.bench;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.bench.page.Machine;

/**
 * The file of results: JSON, with {@code "schema": "pgas-bench"} and a version. A row has its library, name, bytes and
 * ranks, which together name it; its unit; and all samples of each round. What can be computed from these stands there
 * too, for other readers.
 */
final class ResultsFile {
    static final String SCHEMA = "pgas-bench";
    static final int VERSION = 1;

    private ResultsFile() {}

    /** Writes it in one step: a process that reads meanwhile finds the old content or the new. */
    static void write(Results results, Path file) throws IOException {
        Path unfinished = file.resolveSibling(file.getFileName() + ".new");
        try {
            Files.writeString(unfinished, text(results));
            Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    static String text(Results results) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            DefaultPrettyPrinter printer = new DefaultPrettyPrinter();
            printer.indentObjectsWith(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
            json.setPrettyPrinter(printer);
            write(results, json);
        }
        return text.append('\n').toString();
    }

    private static void write(Results results, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("schema", SCHEMA);
        json.writeNumberField("version", VERSION);
        json.writeStringField("date", results.date());
        json.writeArrayFieldStart("command");
        for (String word : results.command()) {
            json.writeString(word);
        }
        json.writeEndArray();
        json.writeObjectFieldStart("machine");
        Machine machine = results.machine();
        json.writeStringField("processor", machine.processor());
        json.writeNumberField("cores", machine.cores());
        json.writeNumberField("memory", machine.memory());
        json.writeStringField("jdk", machine.jdk());
        json.writeStringField("kernel", machine.kernel());
        json.writeStringField("library", machine.library());
        json.writeEndObject();
        json.writeNumberField("ranks", results.ranks());
        json.writeNumberField("rounds", results.rounds());
        json.writeBooleanField("bound", results.isBound());
        json.writeBooleanField("quick", results.isQuick());
        json.writeObjectFieldStart("settings");
        for (Map.Entry<String, String> setting : results.settings().entrySet()) {
            json.writeStringField(setting.getKey(), setting.getValue());
        }
        json.writeEndObject();
        json.writeArrayFieldStart("rows");
        for (Row row : results.rows()) {
            write(row, json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void write(Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("library", row.key().library());
        json.writeStringField("name", row.key().name());
        json.writeNumberField("bytes", row.key().bytes());
        json.writeNumberField("ranks", row.key().ranks());
        json.writeStringField("unit", row.unit().text());
        json.writeNumberField("median", row.median());
        json.writeNumberField("low", row.low());
        json.writeNumberField("high", row.high());
        json.writeNumberField("min", row.min());
        json.writeNumberField("max", row.max());
        json.writeArrayFieldStart("rounds");
        for (List<Double> samples : row.rounds()) {
            json.writeStartArray();
            for (double sample : samples) {
                json.writeNumber(sample);
            }
            json.writeEndArray();
        }
        json.writeEndArray();
        Percentiles percentiles = row.percentiles();
        if (percentiles != null) {
            json.writeObjectFieldStart("percentiles");
            json.writeNumberField("count", percentiles.count());
            json.writeNumberField("p50", percentiles.p50());
            json.writeNumberField("p90", percentiles.p90());
            json.writeNumberField("p99", percentiles.p99());
            json.writeNumberField("p999", percentiles.p999());
            json.writeNumberField("max", percentiles.max());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    /**
     * Errors: it cannot be read, is no JSON, no file of results, of another version, or lacks something; the message
     * says which.
     */
    static Results read(Path file) {
        try (JsonParser parser = new JsonFactory().createParser(Files.readString(file))) {
            parser.nextToken();
            Object root = JsonValue.read(parser);
            if (parser.nextToken() != null) {
                throw refuse(file, "is no file of results: something follows its end", null);
            }
            return new ResultsReader(file).results(root);
        } catch (NoSuchFileException e) {
            throw refuse(file, "does not exist", e);
        } catch (JacksonException e) {
            throw refuse(file, "is not JSON: " + e.getOriginalMessage() + " (line " + e.getLocation().getLineNr()
                    + ", column " + e.getLocation().getColumnNr() + ")", e);
        } catch (CharacterCodingException e) {
            throw refuse(file, "is not text", e);
        } catch (IOException e) {
            throw refuse(file, "cannot be read: " + e.getMessage(), e);
        }
    }

    static PgasException refuse(Path file, String reason, Throwable cause) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, "--compare: " + file + " " + reason, cause);
    }
}
