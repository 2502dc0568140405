package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.pgas.faults.HarnessException;

/**
 * Keys and configurations of ssh and sshd for hosts that are namespaces, which nobody else uses.
 *
 * @param directory has them, and is this user's alone
 */
record Ssh(Path directory) {
    static final String SERVER = "/usr/sbin/sshd";

    /** The program that leads to hosts. */
    static final String NAME = "ssh";

    /**
     * Makes them in a new directory.
     *
     * @param option of the java of agents, or an empty text
     */
    static Ssh make(Path directory, String option) throws IOException, InterruptedException, HarnessException {
        Files.createDirectory(directory);
        Ssh made = new Ssh(directory);
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
        Files.writeString(made.command(), """
                #!/bin/sh
                host=$1 java=$2
                shift 2
                exec %s -F %s "$host" "$java" %s "$@"
                """.formatted(NAME, made.clientFile(), option));
        Files.setPosixFilePermissions(made.command(), PosixFilePermissions.fromString("rwx------"));
        return made;
    }

    /** What a launcher is given in place of ssh, which becomes it. */
    Path command() {
        return directory.resolve(NAME);
    }

    Path serverFile() {
        return directory.resolve("sshd_config");
    }

    Path clientFile() {
        return directory.resolve("ssh_config");
    }
}
