package org.pgas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The text of an argument file of the java command: the flags every rank gets, then a job's own words. */
final class ArgumentFile {
    private static final String FLAGS = "rank.args";

    private ArgumentFile() {}

    /** One argument a line, after the flags of every rank. */
    static String text(List<String> arguments) {
        StringBuilder text = new StringBuilder(resource(FLAGS));
        text.append('\n');
        for (String argument : arguments) {
            text.append(quote(argument)).append('\n');
        }
        return text.toString();
    }

    /** A text of this package's resources. */
    static String resource(String name) {
        try (InputStream in = ArgumentFile.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("resource " + name, e);
        }
    }

    /** Inside double quotes java takes backslash escapes and keeps everything else, line ends excepted. */
    static String quote(String argument) {
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < argument.length(); i++) {
            char c = argument.charAt(i);
            switch (c) {
                case '\\', '"' -> quoted.append('\\').append(c);
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                case '\f' -> quoted.append("\\f");
                default -> quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }
}
