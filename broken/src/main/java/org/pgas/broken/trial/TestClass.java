package org.pgas.broken.trial;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A class of tests.
 *
 * @param module the directory of the module
 * @param run the run of the module's tests, by its name in the pom; empty for the one that all modules have
 * @param name with its package
 * @param property a system property for it, such as {@code stress.tests=TicketStress}; empty for none
 */
public record TestClass(String module, String run, String name, String property) {
    private static final Pattern TEXT = Pattern
            .compile("([\\w/-]+)(?:@([\\w-]+))?:([\\w.]+)(?:\\[([\\w.]+=[\\w|.*]+)])?");

    /**
     * Reads {@code module:package.Name}, {@code module@run:package.Name} or {@code module:package.Name[key=value]}; the
     * package goes on from org.pgas.
     */
    public static TestClass of(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("\"" + text + "\" is no test: it is MODULE:CLASS, MODULE@RUN:CLASS or "
                    + "MODULE:CLASS[KEY=VALUE], such as pshm:pshm.LaneTest, and org.pgas stands before the class");
        }
        return new TestClass(parts.group(1), parts.group(2) == null ? "" : parts.group(2),
                "org.pgas." + parts.group(3), parts.group(4) == null ? "" : parts.group(4));
    }

    /** Whether it is one of those that run when all is packaged. */
    boolean isIntegration() {
        return name.endsWith("IT");
    }

    /** Its name without the package, and the value of its property. */
    public String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1)
                + (property.isEmpty() ? "" : "-" + property.replaceFirst(".*=", ""));
    }

    @Override
    public String toString() {
        return module + (run.isEmpty() ? "" : "@" + run) + ":" + name.replaceFirst("^org\\.pgas\\.", "")
                + (property.isEmpty() ? "" : "[" + property + "]");
    }
}
