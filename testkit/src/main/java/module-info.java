/** JUnit 5 extension that runs ranks as threads or as JVMs. */
module org.pgas.testkit {
    requires java.management;
    requires transitive org.junit.jupiter.api;
    requires transitive org.pgas;
    requires org.pgas.pshm;

    exports org.pgas.testkit;

    opens org.pgas.testkit to org.junit.platform.commons;
}
