/** A wire between ranks of several hosts: TCP, with mutual TLS 1.3. */
module org.pgas.tcp {
    requires org.pgas;
    requires org.pgas.hosts;

    provides org.pgas.hosts.wire.WireProvider with
            org.pgas.tcp.TcpWireProvider;
}
