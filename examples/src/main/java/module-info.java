/** Numbered example programs. */
module org.pgas.examples {
    requires org.pgas;
    requires org.pgas.atomics;

    exports org.pgas.examples;
}
