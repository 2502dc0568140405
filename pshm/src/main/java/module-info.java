/** The shared-memory conduit. */
module org.pgas.pshm {
    requires org.agrona;
    requires transitive org.pgas;

    exports org.pgas.pshm to org.pgas.launch;

    provides org.pgas.spi.Conduit with org.pgas.pshm.SharedMemoryConduit;
}
