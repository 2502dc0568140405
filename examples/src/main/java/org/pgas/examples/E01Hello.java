package org.pgas.examples;

/** Prints a greeting. */
public final class E01Hello {
    private E01Hello() {}

    /**
     * Runs the example.
     *
     * @param args unused
     */
    public static void main(String[] args) {
        System.out.println("Hello");
    }
}
