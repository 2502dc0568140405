package org.pgas;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

import org.pgas.refusal.Refusals;

/**
 * How a rank joins. Built once, immutable, reusable.
 *
 * <p>Usually nothing needs to be said: the launcher has told the process its rank. Ranks that are threads of one JVM
 * name the {@link Builder#place place} themselves.
 */
public final class JobConfig {
    private static final Pattern CLIENT_NAME = Pattern.compile("[A-Z][A-Z0-9_]+");

    private final String clientName;
    private final int flags;
    private final Map<Setting, String> settings;
    private final Path directory;
    private final int rank;
    private final int size;
    private final boolean deferThreads;

    private JobConfig(Builder builder) {
        clientName = builder.clientName;
        flags = builder.flags;
        settings = builder.settings.isEmpty() ? Map.of() : Map.copyOf(builder.settings);
        directory = builder.directory;
        rank = builder.rank;
        size = builder.size;
        deferThreads = builder.deferThreads;
    }

    public static Builder builder() {
        return new Builder();
    }

    public String clientName() {
        return clientName;
    }

    public int flags() {
        return flags;
    }

    /** Values that win over properties and environment. */
    public Map<Setting, String> settings() {
        return settings;
    }

    /** The job's directory, or null when the process's environment says where the job is. */
    Path directory() {
        return directory;
    }

    /** Whether the program starts the library's progress threads itself. */
    public boolean deferThreads() {
        return deferThreads;
    }

    int rank() {
        return rank;
    }

    int size() {
        return size;
    }

    /** Collects the parts of a {@link JobConfig}. */
    public static final class Builder {
        private String clientName = "PGAS";
        private int flags;
        private final Map<Setting, String> settings = new EnumMap<>(Setting.class);
        private Path directory;
        private int rank;
        private int size;
        private boolean deferThreads;

        private Builder() {}

        /** Names the program: an upper-case letter, then upper-case letters, digits or underscores. Single-valued. */
        public Builder clientName(String name) {
            if (name == null || !CLIENT_NAME.matcher(name).matches()) {
                throw Refusals.OF_NO_RANK.bad("JobConfig.Builder.clientName", "client name '" + name
                        + "' is not [A-Z][A-Z0-9_]+: an upper-case letter, then upper-case letters, digits or _");
            }
            if (name.length() > MAX_NAME) {
                throw Refusals.OF_NO_RANK.bad("JobConfig.Builder.clientName",
                        "client name '" + name + "' has " + name.length() + " characters: legal are 2.." + MAX_NAME);
            }
            clientName = name;
            return this;
        }

        private static final int MAX_NAME = 64;

        /** Flags of the client, for {@link Job#flags()}. Single-valued. */
        public Builder flags(int value) {
            flags = value;
            return this;
        }

        /**
         * Leaves it to the program to start the progress threads that {@code pgas.progress.thread} asks for: see
         * {@link Job#progressThreads}. Source: GASNet-EX GEX_FLAG_DEFER_THREADS.
         */
        public Builder deferThreads() {
            deferThreads = true;
            return this;
        }

        /** Sets a setting for this membership only. */
        public Builder set(Setting setting, String value) {
            settings.put(setting, value);
            return this;
        }

        /**
         * Joins as one given rank of a job in a directory that {@code org.pgas.launch.Launcher} or the test kit made,
         * without owning the process: the end of the job then throws {@link JobEndedException} here instead of ending
         * the JVM. For ranks that are threads of one JVM.
         */
        public Builder place(Path jobDirectory, int ownRank, int jobSize) {
            directory = jobDirectory;
            rank = ownRank;
            size = jobSize;
            return this;
        }

        public JobConfig build() {
            return new JobConfig(this);
        }
    }
}
