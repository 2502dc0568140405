/** Chronicle Bytes views of segments and messages, typed payloads, and remote procedure calls. */
module org.pgas.bytes {
    requires transitive org.pgas;
    requires transitive chronicle.bytes;

    exports org.pgas.bytes;
    exports org.pgas.rpc;
}
