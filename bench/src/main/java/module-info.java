/** What the library costs on this machine, as a page with charts. */
module org.pgas.bench {
    requires HdrHistogram;
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires java.desktop;
    requires java.management;
    requires org.pgas;
    requires org.pgas.atomics;
    requires org.pgas.coll;
    requires transitive org.pgas.launch;
    requires org.pgas.vis;
    requires xchart;

    provides org.pgas.launch.Subcommand with org.pgas.bench.BenchCommand;

    exports org.pgas.bench;

    opens org.pgas.bench to info.picocli;
}
