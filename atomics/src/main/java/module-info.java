/** Atomic operations on segments. */
module org.pgas.atomics {
    requires transitive org.pgas;

    exports org.pgas.atomics;
}
