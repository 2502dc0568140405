/** An allocator in a segment, used by all ranks at once. */
module org.pgas.heap {
    requires transitive org.pgas;

    exports org.pgas.heap;

    provides org.pgas.far.OwnerSteps with org.pgas.heap.blocks.HeapSteps;
}
