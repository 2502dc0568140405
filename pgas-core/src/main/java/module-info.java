/** Partitioned global address space: vocabulary and semantics. */
module org.pgas {
    exports org.pgas;
    exports org.pgas.memory to org.pgas.atomics, org.pgas.launch, org.pgas.pshm;
    exports org.pgas.spi to org.pgas.launch, org.pgas.pshm;

    uses org.pgas.spi.Conduit;
}
