package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.faults.HarnessException;
import org.pgas.faults.jobs.Start;

/**
 * Where hosts are made.
 *
 * @param ssh of hosts that are namespaces; null where they are addresses of this machine
 * @param hindrance why they are; else empty
 */
public record Place(Ssh ssh, String hindrance) {
    /**
     * Looks what there is.
     *
     * @param base gets files that all trials use
     * @param start of the launchers of jobs there
     */
    public static Place find(Path base, Start start) throws IOException, InterruptedException, HarnessException {
        String hindrance = Namespaces.hindrance();
        return new Place(hindrance.isEmpty() ? Ssh.make(base.resolve("ssh"), start) : null, hindrance);
    }

    boolean lacksNetwork() {
        return ssh == null;
    }

    /** So many hosts, in a directory for one trial. */
    public Machines machines(int hosts, Path scratch) throws IOException, InterruptedException, HarnessException {
        Path jobs = Files.createDirectory(scratch.resolve("jobs"));
        return lacksNetwork() ? new Loopback(hosts, jobs) : Namespaces.make(hosts, jobs, ssh);
    }
}
