package org.pgas.tcp;

import org.pgas.hosts.stream.StreamWire;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** The wire "tcp": between processes of any hosts. */
public final class TcpWireProvider implements WireProvider {
    /** For {@link java.util.ServiceLoader}. */
    public TcpWireProvider() {}

    @Override
    public String name() {
        return "tcp";
    }

    @Override
    public Wire open(WireSettings settings) {
        return StreamWire.open(settings, new TcpSockets(settings));
    }
}
