/** Ranks that do not share memory: the conduit of several neighbourhoods, and the wire between them. */
module org.pgas.hosts {
    requires org.pgas;

    uses org.pgas.hosts.wire.WireProvider;
    uses org.pgas.spi.ConduitProvider;

    provides org.pgas.hosts.wire.WireProvider with
            org.pgas.hosts.local.LocalWireProvider;
    provides org.pgas.spi.ConduitProvider with
            org.pgas.hosts.HostsConduitProvider;
}
