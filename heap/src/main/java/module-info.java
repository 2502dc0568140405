/** An allocator in a segment, used by all ranks at once. */
module org.pgas.heap {
    requires transitive org.pgas;

    exports org.pgas.heap;
}
