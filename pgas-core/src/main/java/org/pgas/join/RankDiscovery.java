package org.pgas.join;

import java.nio.file.Path;

import org.pgas.GlobalPointer;
import org.pgas.JoinException;
import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.Version;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;

/**
 * Finds out which rank of which job this process is: from the configuration, from our launcher, from {@code mpirun} or
 * {@code srun}, or else a job of one.
 *
 * <p>Source: GASNet-1 2.1. Ranks of other launchers find each other by a key that is equal in all processes of one
 * start and in no other: the launcher's own job id, or the parent process and its start time.
 */
public final class RankDiscovery {
    private final String clientName;
    private final int flags;
    private final Settings settings;

    public RankDiscovery(String clientName, int flags, Settings settings) {
        this.clientName = clientName;
        this.flags = flags;
        this.settings = settings;
    }

    /** The place that the program has given. */
    public JoinRequest request(Path directory, int rank, int size) {
        return place(directory, null, rank, size, false);
    }

    public JoinRequest request() {
        if (settings.isSet(Setting.JOB_DIRECTORY)) {
            return place(
                    settings.path(Setting.JOB_DIRECTORY), null, count(Setting.RANK), count(Setting.SIZE), true);
        }
        if (settings.isSet(Setting.RANK) || settings.isSet(Setting.SIZE)) {
            throw new JoinException(
                    (settings.isSet(Setting.RANK) ? Setting.RANK : Setting.SIZE).key() + " is set but "
                            + Setting.JOB_DIRECTORY.key() + " is not: the launcher sets all three");
        }
        Starter starter = Starter.find(settings);
        if (starter != null) {
            if (starter.several() != null) {
                throw severalHosts(starter);
            }
            return place(null, key(starter.family(), starter.id()), starter.index(), starter.count(), true);
        }
        return place(null, "alone-" + ProcessHandle.current().pid() + "-" + System.nanoTime(), 0, 1, true);
    }

    private JoinRequest place(Path directory, String key, int rank, int size, boolean ownsProcess) {
        if (size < 1 || size > GlobalPointer.MAX_RANKS) {
            throw new JoinException("a job of " + size + " ranks: legal are 1.." + GlobalPointer.MAX_RANKS);
        }
        if (rank < 0 || rank >= size) {
            throw new JoinException("rank " + rank + " is outside 0.." + (size - 1));
        }
        return new JoinRequest(
                clientName, flags, directory, key, rank, size, ownsProcess, configuration());
    }

    /**
     * Collective calls do more in checked mode, so all ranks are in it or none is; and all know their neighbours,
     * and go over one wire.
     */
    private String configuration() {
        long neighbourhoods = settings.count(Setting.NEIGHBOURHOODS, 1);
        return Version.configuration()
                + (settings.isOn(Setting.CHECKS, false) ? ", " + Setting.CHECKS.key() + "=on" : "")
                + (neighbourhoods == 1 ? "" : ", " + Setting.NEIGHBOURHOODS.key() + "=" + neighbourhoods + wire())
                + (settings.isSet(Setting.HOSTS) ? ", " + Setting.HOSTS.key() + "=" + settings.text(Setting.HOSTS)
                        : "");
    }

    /** Ranks find each other over one wire. The one within a host encrypts nothing, whatever is said of that. */
    private String wire() {
        String wire = SpiSettings.wire(settings);
        return wire.equals(ConduitSettings.WITHIN_A_HOST) ? ""
                : ", " + Setting.WIRE.key() + "=" + wire
                        + (settings.isOn(Setting.WIRE_PLAIN, false) ? ", " + Setting.WIRE_PLAIN.key() + "=on" : "");
    }

    private int count(Setting setting) {
        if (!settings.isSet(setting)) {
            throw new JoinException(Setting.JOB_DIRECTORY.key() + " is set but " + setting.key()
                    + " is not: the launcher sets all three");
        }
        return (int) Math.min(settings.count(setting, 0), Integer.MAX_VALUE);
    }

    private static JoinException severalHosts(Starter starter) {
        return new JoinException(starter.launcher() + " started ranks on several hosts (" + starter.several()
                + "), but ranks that it starts share memory and must run on one host: start all of them on one, or "
                + "have it start one 'pgas run --one-per-host -n RANKS PROGRAM' on each host, which starts the ranks "
                + "there");
    }

    private static String key(String family, String id) {
        StringBuilder key = new StringBuilder(family);
        if (id != null) {
            key.append('-').append(id.replaceAll("[^A-Za-z0-9._-]", "_"));
        }
        // the parent is the launcher's own process, one for all ranks of this host; its start time tells a reused pid
        ProcessHandle.current().parent().ifPresent(parent -> {
            if (id == null) {
                key.append('-').append(parent.pid());
                parent.info().startInstant().ifPresent(start -> key.append('-').append(start.toEpochMilli()));
            }
        });
        return key.toString();
    }
}
