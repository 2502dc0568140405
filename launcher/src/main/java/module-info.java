/** Starts and observes jobs. */
module org.pgas.launch {
    requires com.fasterxml.jackson.core;
    requires info.picocli;
    requires jdk.jfr;
    requires transitive org.pgas;
    requires org.pgas.pshm;

    uses org.pgas.launch.Subcommand;

    exports org.pgas.launch;

    opens org.pgas.launch to info.picocli;
}
