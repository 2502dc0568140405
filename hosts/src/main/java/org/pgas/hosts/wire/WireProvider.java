package org.pgas.hosts.wire;

import java.util.ServiceLoader;
import java.util.TreeSet;

import org.pgas.ErrorCode;
import org.pgas.refusal.Refusals;
import org.pgas.spi.OneSidedMode;

/** Found by {@link ServiceLoader}; opens a rank's end of one kind of wire. */
public interface WireProvider {
    /** The name that selects it, in lower case. */
    String name();

    /**
     * Opens this rank's end. Peers may connect from then on.
     *
     * @throws org.pgas.PgasException with {@link ErrorCode#RESOURCE}, for people, when the system does not give what it
     *         needs; nothing is left then
     */
    Wire open(WireSettings settings);

    /**
     * As the other form, with {@link Wire#oneSided} as that is wanted, where this kind of wire has such.
     *
     * @throws org.pgas.PgasException as the other form; also when they are wanted by all means, and the system does not
     *         give them
     */
    default Wire open(WireSettings settings, OneSidedMode mode) {
        return open(settings);
    }

    /**
     * The provider of that name.
     *
     * @throws org.pgas.PgasException with {@link ErrorCode#BAD_ARGUMENT}, and the names that there are, when there is
     *         none
     */
    static WireProvider named(String name) {
        TreeSet<String> names = new TreeSet<>();
        for (WireProvider each : ServiceLoader.load(WireProvider.class, WireProvider.class.getClassLoader())) {
            if (each.name().equals(name)) {
                return each;
            }
            names.add(each.name());
        }
        throw Refusals.OF_NO_RANK.failure(ErrorCode.BAD_ARGUMENT,
                "pgas.wire=" + name + ": there is no such wire; there are " + names
                        + (names.contains("tcp") && names.contains("ucx") ? ""
                                : "; tcp needs pgas-wire-tcp on the class path or module path, and ucx pgas-wire-ucx"));
    }
}
