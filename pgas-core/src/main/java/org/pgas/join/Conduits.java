package org.pgas.join;

import java.util.ServiceLoader;

import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.spi.ConduitProvider;

/** Finds the transport that the settings name. */
public final class Conduits {
    private static final String DEFAULT = "pshm";

    private Conduits() {}

    public static String name(Settings settings) {
        return settings.isSet(Setting.CONDUIT) ? settings.text(Setting.CONDUIT) : DEFAULT;
    }

    public static ConduitProvider find(Settings settings) {
        String name = name(settings);
        StringBuilder known = new StringBuilder();
        for (ConduitProvider provider : ServiceLoader.load(ConduitProvider.class)) {
            if (provider.name().equals(name)) {
                return provider;
            }
            known.append(' ').append(provider.name());
        }
        throw new JoinException("no conduit named '" + name + "'; known:" + (known.isEmpty() ? " none" : known)
                + ": put pgas-pshm on the class path or module path");
    }
}
