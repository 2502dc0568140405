/** Numbered example programs. */
module org.pgas.examples {
    requires HdrHistogram;
    requires info.picocli;
    requires java.desktop;
    requires org.pgas;
    requires org.pgas.atomics;
    requires org.pgas.bytes;
    requires org.pgas.coll;
    requires org.pgas.heap;
    requires org.pgas.mpi;
    requires org.pgas.mpi.comm;
    requires org.pgas.arrays;
    requires org.pgas.ga;
    requires org.pgas.mppa;
    requires org.pgas.upc;
    requires org.pgas.vis;
    requires xchart;

    exports org.pgas.examples;

    opens org.pgas.examples.telemetry to
            org.pgas.bytes;
    opens org.pgas.examples to
            info.picocli,
            org.pgas.bytes;
    opens org.pgas.examples.bank to
            org.pgas.bytes;
}
