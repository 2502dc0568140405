package org.pgas.bench.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The style sheet of pages: colours for light and for dark, which charts use too. */
public final class StyleSheet {
    private static final String FILE = "page.css";

    private StyleSheet() {}

    /** For an element style. */
    public static String text() {
        try (InputStream style = StyleSheet.class.getResourceAsStream(FILE)) {
            return new String(style.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
