package org.pgas.examples;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.examples.kv.FillPuts;
import org.pgas.examples.kv.KeyValueStore;
import org.pgas.examples.kv.StoreCheck;
import org.pgas.examples.kv.StoreSyncException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What to do with the store: a subcommand of {@link E13Kv}. */
abstract sealed class KvAction {
    @Option(names = {"-h", "--help"}, usageHelp = true, description = "Shows this help")
    private boolean help;

    /** Collective. Answers what is wrong for this rank, or null. */
    abstract String run(Job job, KeyValueStore store);

    /** Refuses what is no use to open a store for. Collective. */
    void check(Job job) {}

    /** Whether a store that is damaged is made anew from what is whole. */
    boolean isRepairing() {
        return false;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    static void checkKey(Job job, String key) {
        if (bytes(key).length > KeyValueStore.LONGEST_KEY) {
            throw CommandLineOfJob.refuse(job, E13Kv.NAME, "a key has " + bytes(key).length + " bytes, legal are 0.."
                    + KeyValueStore.LONGEST_KEY);
        }
    }

    /** What rank 0 does while the others wait. */
    abstract static sealed class ByOne extends KvAction {
        abstract String run(KeyValueStore store);

        @Override
        final String run(Job job, KeyValueStore store) {
            return job.rank() == 0 ? run(store) : null;
        }
    }

    @Command(name = "put", description = "Gives a key a value.")
    static final class Put extends ByOne {
        @Parameters(paramLabel = "KEY")
        private String key;

        @Parameters(paramLabel = "VALUE")
        private String value;

        @Override
        void check(Job job) {
            checkKey(job, key);
        }

        @Override
        String run(KeyValueStore store) {
            try {
                System.out.println((store.put(bytes(key), bytes(value)) ? "replaced " : "put ") + key);
                return null;
            } catch (PgasException e) {
                return e.getMessage() + ": delete something, or make a new store with a larger --size";
            }
        }
    }

    @Command(name = "get", description = "Prints the value of a key.")
    static final class Get extends ByOne {
        @Parameters(paramLabel = "KEY")
        private String key;

        @Override
        String run(KeyValueStore store) {
            byte[] value = store.get(bytes(key));
            if (value == null) {
                return "there is no key " + key;
            }
            System.out.println(text(value));
            return null;
        }
    }

    @Command(name = "delete", description = "Takes a key and its value away.")
    static final class Delete extends ByOne {
        @Parameters(paramLabel = "KEY")
        private String key;

        @Override
        String run(KeyValueStore store) {
            if (!store.delete(bytes(key))) {
                return "there is no key " + key;
            }
            System.out.println("deleted " + key);
            return null;
        }
    }

    @Command(name = "list", description = "Prints all keys and values in the order of keys, with a tab between.")
    static final class All extends ByOne {
        @Override
        String run(KeyValueStore store) {
            Map<String, String> entries = new TreeMap<>();
            store.forEach((key, value) -> entries.put(text(key), text(value)));
            StringBuilder lines = new StringBuilder();
            entries.forEach((key, value) -> lines.append(key).append('\t').append(value).append('\n'));
            System.out.print(lines);
            System.out.flush();
            return null;
        }
    }

    @Command(name = "check", description = "Looks at all records and all memory.")
    static final class Check extends ByOne {
        @Override
        String run(KeyValueStore store) {
            StoreCheck found = store.check();
            System.out
                    .println("entries=" + found.entries() + " bytes=" + found.bytes() + " lost=" + found.lost().length);
            System.out.println("errors=" + found.errors());
            return found.errors() + found.lost().length == 0 ? null
                    : found.errors() + " chains of records lead to something else, and " + found.lost().length
                            + " blocks are in no chain";
        }
    }

    @Command(name = "repair", description = "Makes the file anew from all records that are whole, and "
            + "says what is lost.")
    static final class Repair extends ByOne {
        @Override
        boolean isRepairing() {
            return true;
        }

        @Override
        String run(KeyValueStore store) {
            // it was done when the file was opened
            return null;
        }
    }

    @Command(name = "fill", description = "Puts random values, by all ranks at once.")
    static final class Fill extends KvAction {
        /** A rank says how far it is when it has put so many more. */
        private static final long REPORT = 64;

        @Parameters(paramLabel = "COUNT", description = "How many puts")
        private long count;

        @Option(names = "--seed", description = "Seed of the values (default: ${DEFAULT-VALUE})")
        private long seed = 1;

        @Option(names = "--keys", description = "How many keys there are: later puts replace earlier ones (default: "
                + "as many as puts)")
        private long keys;

        @Option(names = "--progress", description = "Each rank prints a line after every " + REPORT + " puts")
        private boolean progress;

        @Option(names = "--sync", paramLabel = "PUTS", description = "All ranks sync after every so many puts of each, "
                + "and at the end: what is synced survives a loss of power")
        private long sync;

        @Override
        void check(Job job) {
            if (sync < 0) {
                throw CommandLineOfJob.refuse(job, E13Kv.NAME, "--sync " + sync + ": legal is 1 or more");
            }
            if (count < 0) {
                throw CommandLineOfJob.refuse(job, E13Kv.NAME, "fill " + count + ": legal is 0 or more");
            }
            if (keys < 0) {
                throw CommandLineOfJob.refuse(job, E13Kv.NAME, "--keys " + keys + ": legal is 1 or more");
            }
        }

        @Override
        String run(Job job, KeyValueStore store) {
            FillPuts puts = new FillPuts(seed, keys > 0 ? keys : Math.max(1, count));
            // as many rounds for every rank: a sync is of all
            long most = Math.ceilDiv(count, job.size());
            long each = sync > 0 ? sync : Math.max(1, most);
            String problem = null;
            for (long begin = 0; begin < most; begin += each) {
                long end = Math.min(most, begin + each);
                // a rank that has failed says so at the end: until then it syncs with the others
                problem = problem != null ? problem : put(job, store, puts, begin, end);
                String unsynced = sync > 0 ? synced(store, end) : null;
                if (unsynced != null) {
                    // on all ranks
                    return unsynced;
                }
            }
            if (job.rank() == 0 && problem == null) {
                System.out.println(count + " puts by " + job.size() + " ranks");
            }
            return problem;
        }

        /** The puts of this rank from number {@code begin} of it on. */
        private String put(Job job, KeyValueStore store, FillPuts puts, long begin, long end) {
            for (long done = begin; done < end; done++) {
                long put = done * job.size() + job.rank();
                if (put >= count) {
                    break;
                }
                try {
                    store.put(puts.key(put), puts.value(put));
                } catch (PgasException e) {
                    return "put " + put + " of " + count + ": " + e.getMessage()
                            + ": delete something, or make a new store with a larger --size";
                }
                if (progress && (done + 1) % REPORT == 0) {
                    System.out.println("done=" + (done + 1));
                }
            }
            return null;
        }

        /** Collective; so is what it answers but for the words. */
        private String synced(KeyValueStore store, long puts) {
            try {
                store.sync();
            } catch (StoreSyncException e) {
                return e.getMessage();
            }
            if (progress) {
                System.out.println("synced=" + puts);
            }
            return null;
        }
    }
}
