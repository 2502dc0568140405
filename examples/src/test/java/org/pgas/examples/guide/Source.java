package org.pgas.examples.guide;

import java.net.URI;
import javax.tools.SimpleJavaFileObject;

/** Text for the compiler, under a name that need not be its class'. */
final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
        super(URI.create("text:///" + name), Kind.SOURCE);
        this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
        return text;
    }

    @Override
    public boolean isNameCompatible(String simpleName, Kind kind) {
        return kind == Kind.SOURCE;
    }
}
