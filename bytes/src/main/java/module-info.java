/** Chronicle Bytes views of segments and messages, typed payloads, and remote procedure calls. */
module org.pgas.bytes {
    requires transitive org.pgas;
    requires transitive chronicle.bytes;
    requires chronicle.core;
    // what automatic modules need is resolved with them only where it is automatic too
    requires java.logging;
    requires java.management;
    requires jdk.unsupported;
    requires org.slf4j;

    exports org.pgas.bytes;
    exports org.pgas.rpc;
}
