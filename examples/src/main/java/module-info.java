/** Numbered example programs. */
module org.pgas.examples {
    requires HdrHistogram;
    requires info.picocli;
    requires org.pgas;
    requires org.pgas.atomics;

    exports org.pgas.examples;

    opens org.pgas.examples to
            info.picocli;
}
