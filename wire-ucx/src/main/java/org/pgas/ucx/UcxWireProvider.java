package org.pgas.ucx;

import org.pgas.ErrorCode;
import org.pgas.hosts.stream.StreamWire;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;
import org.pgas.refusal.Refusals;
import org.pgas.spi.OneSidedMode;

/** The wire "ucx": between processes of any hosts, over whatever network UCX finds. */
public final class UcxWireProvider implements WireProvider {
    /** For {@link java.util.ServiceLoader}. */
    public UcxWireProvider() {}

    @Override
    public String name() {
        return "ucx";
    }

    @Override
    public Wire open(WireSettings settings) {
        return open(settings, OneSidedMode.OFF);
    }

    @Override
    public Wire open(WireSettings settings, OneSidedMode oneSided) {
        if (!settings.isPlain()) {
            throw Refusals.of(settings.rank()).failure(ErrorCode.BAD_ARGUMENT,
                    "pgas.wire=ucx encrypts nothing, and has to be allowed that: set pgas.wire.plain=on where nobody "
                            + "else reaches its network, or take pgas.wire=tcp, which encrypts");
        }
        return StreamWire.open(settings, new UcxCarriers(settings.size(), oneSided));
    }
}
