package org.pgas.faults.agent;

/**
 * A place in the code: at the entry of a method, at each of its exits that is no exception, or before or after its
 * calls of another one.
 *
 * @param className with dots; {@code $} for nested classes
 * @param method its name; all methods of that name are meant
 * @param where in it
 * @param call the name of the method that is called, whatever its class; empty where none is meant
 */
public record Place(String className, String method, Where where, String call) {
    private static final String SEPARATOR = "#";

    /** Which side of what. */
    public enum Where {
        /** Before its first instruction. */
        ENTRY,
        /** Before it returns. */
        EXIT,
        /** Before each such call. */
        BEFORE,
        /** After each such call. */
        AFTER
    }

    /**
     * Reads {@code class#method entry}, {@code class#method before call} and so on.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    public static Place of(String text) {
        String[] words = text.strip().split("[ #]+");
        boolean call = words.length == 4;
        if (!text.contains(SEPARATOR) || words.length < 3 || words.length > 4) {
            throw new IllegalArgumentException(
                    "\"" + text + "\" is not \"class#method entry|exit|before CALL|after CALL\"");
        }
        Where where = Where.valueOf(words[2].toUpperCase(java.util.Locale.ROOT));
        if (call != (where == Where.BEFORE || where == Where.AFTER)) {
            throw new IllegalArgumentException("\"" + text + "\": before and after need a call, and only they");
        }
        return new Place(words[0], words[1], where, call ? words[3] : "");
    }

    @Override
    public String toString() {
        return className + SEPARATOR + method + " " + where.name().toLowerCase(java.util.Locale.ROOT)
                + (call.isEmpty() ? "" : " " + call);
    }
}
