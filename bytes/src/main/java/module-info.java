/** Chronicle Bytes views of segments and messages, typed payloads, and remote procedure calls. */
module org.pgas.bytes {
    requires transitive org.pgas;
    requires transitive chronicle.bytes;
    requires chronicle.core;
    // what automatic modules need is not resolved with them, unless it is automatic too
    requires jdk.unsupported;
    requires org.slf4j;

    exports org.pgas.bytes;
    exports org.pgas.rpc;
}
