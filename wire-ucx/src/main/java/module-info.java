/** A wire between ranks of several hosts: messages and transfers of UCX, a library of the system. */
module org.pgas.ucx {
    requires org.pgas;
    requires org.pgas.hosts;

    provides org.pgas.hosts.wire.WireProvider with
            org.pgas.ucx.UcxWireProvider;
}
