package org.pgas.broken.trial;

/**
 * A class of tests.
 *
 * @param module the directory of the module
 * @param run the run of the module's tests, by its name in the pom; empty for the one that all modules have
 * @param name with its package
 */
public record TestClass(String module, String run, String name) {
    /** Reads {@code module:package.Name} or {@code module@run:package.Name}; the package goes on from org.pgas. */
    public static TestClass of(String text) {
        String[] parts = text.split(":");
        if (parts.length != 2 || parts[0].isEmpty() || parts[1].isEmpty()) {
            throw new IllegalArgumentException("\"" + text + "\" is no test: it is MODULE:CLASS or MODULE@RUN:CLASS, "
                    + "such as pshm:pshm.LaneTest, and org.pgas stands before the class");
        }
        String[] place = parts[0].split("@", 2);
        return new TestClass(place[0], place.length == 2 ? place[1] : "", "org.pgas." + parts[1]);
    }

    /** Its name without the package. */
    public String simpleName() {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    @Override
    public String toString() {
        return module + (run.isEmpty() ? "" : "@" + run) + ":" + name.replaceFirst("^org\\.pgas\\.", "");
    }
}
