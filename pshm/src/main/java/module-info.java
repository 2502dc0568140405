/** The shared-memory conduit: a job's directory and files, synchronisation words, liveness. */
module org.pgas.pshm {
    requires org.pgas;
    requires org.agrona;

    exports org.pgas.pshm to
            org.pgas.launch,
            org.pgas.testkit;

    provides org.pgas.spi.ConduitProvider with
            org.pgas.pshm.PshmConduitProvider;
}
