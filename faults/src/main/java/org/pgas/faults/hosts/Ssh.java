package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.pgas.faults.HarnessException;
import org.pgas.faults.jobs.Start;

/**
 * Keys and configurations of ssh and sshd for hosts that are namespaces, which nobody else uses.
 *
 * @param directory has them, and is this user's alone
 * @param launchWith what a launcher is given in place of ssh
 */
record Ssh(Path directory, String launchWith) {
    static final String SERVER = "/usr/sbin/sshd";

    /** The program that leads to hosts. */
    static final String NAME = "ssh";

    /** Makes them in a new directory; agents start with the classes of an earlier start where there are some. */
    static Ssh make(Path directory, Start start) throws IOException, InterruptedException, HarnessException {
        Files.createDirectory(directory);
        Path client = directory.resolve("ssh_config");
        Ssh made = new Ssh(directory, start.launcherCache() == null ? NAME + " -F " + client
                : command(client, start.launcherCache()).toString());
        for (String key : List.of("user", "host")) {
            Commands.run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f",
                    directory.resolve(key).toString()));
        }
        Files.writeString(made.serverFile(), """
                HostKey %1$s/host
                AuthorizedKeysFile %1$s/user.pub
                StrictModes no
                UsePAM no
                UseDNS no
                PidFile none
                AddressFamily inet
                AcceptEnv FAULTS_TOKEN
                PasswordAuthentication no
                KbdInteractiveAuthentication no
                """.formatted(directory));
        // the options of a launcher that is given no command in place of ssh
        Files.writeString(made.clientFile(), """
                IdentityFile %1$s/user
                IdentitiesOnly yes
                UserKnownHostsFile /dev/null
                GlobalKnownHostsFile /dev/null
                StrictHostKeyChecking no
                LogLevel ERROR
                BatchMode yes
                RequestTTY no
                ConnectTimeout 20
                ServerAliveInterval 60
                ServerAliveCountMax 3
                SendEnv FAULTS_TOKEN
                """.formatted(directory));
        return made;
    }

    /** A program that becomes ssh; on disk, as where jobs' files are no program may run. */
    private static Path command(Path client, Path cache) throws IOException {
        Path command = Files.createTempDirectory(cache.getParent(), "ssh-").resolve(NAME);
        Files.writeString(command, """
                #!/bin/sh
                host=$1 java=$2
                shift 2
                exec %s -F %s "$host" "$java" %s%s "$@"
                """.formatted(NAME, client, Start.CACHE_OPTION, cache));
        Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwx------"));
        return command;
    }

    Path serverFile() {
        return directory.resolve("sshd_config");
    }

    Path clientFile() {
        return directory.resolve("ssh_config");
    }
}
