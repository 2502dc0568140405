package org.pgas.join;

import java.util.ServiceLoader;

import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.spi.ConduitProvider;

/** Finds the transport that the settings name. */
public final class Conduits {
    private static final String ONE = "pshm";
    private static final String SEVERAL = "hosts";

    private Conduits() {}

    public static String name(Settings settings) {
        boolean isOne = settings.count(Setting.NEIGHBOURHOODS, 1) == 1;
        return settings.isSet(Setting.CONDUIT) ? settings.text(Setting.CONDUIT) : isOne ? ONE : SEVERAL;
    }

    public static ConduitProvider find(Settings settings) {
        String name = name(settings);
        if (name.equals(ONE) && settings.count(Setting.NEIGHBOURHOODS, 1) != 1) {
            throw new JoinException("conduit '" + ONE + "' serves one neighbourhood, and "
                    + Setting.NEIGHBOURHOODS.key()
                    + "=" + settings.text(Setting.NEIGHBOURHOODS) + ": leave " + Setting.CONDUIT.key() + " unset");
        }
        StringBuilder known = new StringBuilder();
        for (ConduitProvider provider : ServiceLoader.load(ConduitProvider.class)) {
            if (provider.name().equals(name)) {
                return provider;
            }
            known.append(' ').append(provider.name());
        }
        throw new JoinException("no conduit named '" + name + "'; known:" + (known.isEmpty() ? " none" : known)
                + ": put pgas-pshm, and pgas-hosts for several neighbourhoods, on the class path or module path");
    }
}
