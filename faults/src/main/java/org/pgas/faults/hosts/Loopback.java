package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** Addresses of this machine as hosts: a script in place of ssh runs each agent here, with a directory of its own. */
final class Loopback implements Machines {
    private final Path directory;
    private final Path script;

    Loopback(int hosts, Path directory) throws IOException {
        this.directory = directory;
        script = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                host=$1
                shift
                PGAS_DIR="%s/$host" exec "$@"
                """.formatted(directory));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        for (int host = 0; host < hosts; host++) {
            Files.createDirectory(directory(host));
        }
    }

    @Override
    public String name(int host) {
        return "127.0.0." + (host + 2);
    }

    @Override
    public List<String> prefix() {
        return List.of();
    }

    @Override
    public String launchWith() {
        return script.toString();
    }

    @Override
    public String way() {
        return null;
    }

    @Override
    public Path directory(int host) {
        return directory.resolve(name(host));
    }

    @Override
    public Network network() {
        return null;
    }

    @Override
    public void close() {
        // nothing of it runs
    }
}
