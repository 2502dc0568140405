/** Ranks that do not share memory: the conduit of several neighbourhoods, and the wire between them. */
@SuppressWarnings("module") // the modules named below are built after this one
module org.pgas.hosts {
    requires org.pgas;

    exports org.pgas.hosts.stream to org.pgas.tcp, org.pgas.ucx;
    exports org.pgas.hosts.wire to org.pgas.tcp, org.pgas.ucx;

    uses org.pgas.hosts.wire.WireProvider;
    uses org.pgas.spi.ConduitProvider;

    provides org.pgas.hosts.wire.WireProvider with
            org.pgas.hosts.local.LocalWireProvider;
    provides org.pgas.spi.ConduitProvider with
            org.pgas.hosts.HostsConduitProvider;
}
