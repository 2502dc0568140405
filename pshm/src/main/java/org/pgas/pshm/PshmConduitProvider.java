package org.pgas.pshm;

import java.nio.file.Path;

import org.pgas.JoinException;
import org.pgas.spi.Conduit;
import org.pgas.spi.ConduitProvider;
import org.pgas.spi.ConduitSettings;
import org.pgas.spi.JoinRequest;

/** Makes ranks that share memory through files of one host. */
public final class PshmConduitProvider implements ConduitProvider {
    /** For {@link java.util.ServiceLoader}. */
    public PshmConduitProvider() {}

    @Override
    public String name() {
        return "pshm";
    }

    @Override
    public Conduit join(JoinRequest request, ConduitSettings settings) {
        JvmFlags.check();
        Path directory = request.directory();
        if (directory != null) {
            JobDirectory.checkOurs(directory);
        } else {
            Path base = JobDirectory.base(settings.directory());
            HostedJob.sweep(base);
            directory = JobDirectory.createOrFind(base, request.key());
            ControlFile.create(directory, request.size(), ProcessIdentity.NONE, JobLocks.make(directory));
            CountersFile.create(directory, request.size());
        }
        Membership membership = membership(ControlFile.open(directory, request.size()), request, settings);
        membership.join();
        return membership;
    }

    private static Membership membership(ControlFile control, JoinRequest request, ConduitSettings settings) {
        try {
            return new Membership(control, request, settings);
        } catch (JoinException e) {
            control.abandon();
            throw e;
        }
    }
}
