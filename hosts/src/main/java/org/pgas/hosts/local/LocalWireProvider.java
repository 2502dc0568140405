package org.pgas.hosts.local;

import org.pgas.hosts.stream.StreamWire;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** The wire "local": between processes of this machine. */
public final class LocalWireProvider implements WireProvider {
    /** For {@link java.util.ServiceLoader}. */
    public LocalWireProvider() {}

    @Override
    public String name() {
        return "local";
    }

    @Override
    public Wire open(WireSettings settings) {
        return StreamWire.open(settings, new LocalSockets(settings));
    }
}
