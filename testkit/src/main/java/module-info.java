/** JUnit 5 extension that runs ranks as threads or as JVMs. */
module org.pgas.testkit {
    requires transitive org.junit.jupiter.api;
    requires transitive org.pgas;
    requires org.pgas.launch;

    exports org.pgas.testkit;
}
