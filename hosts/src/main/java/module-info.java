/** Ranks that do not share memory: so far the wire between them. */
module org.pgas.hosts {
    requires org.pgas;

    uses org.pgas.hosts.wire.WireProvider;

    provides org.pgas.hosts.wire.WireProvider with
            org.pgas.hosts.local.LocalWireProvider;
}
