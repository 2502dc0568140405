package org.pgas.examples.kv;

import java.nio.file.Path;
import java.util.List;

import org.pgas.Job;
import org.pgas.PgasException;

/**
 * A store in its file, opened by all ranks of a job.
 *
 * <pre>
 * the header says    the file is then
 * nothing            made
 * closed             used as it is
 * open, this boot    repaired in place: its users were killed, and the kernel has kept what they wrote (StoreRepair)
 * open, other boot   salvaged: what is whole is copied to a new file (StoreScan, NewFile), unless something is lost
 * </pre>
 *
 * <p>What is lost is told, and copied without it on demand only ({@link StoreOptions#repairing}). Until the new file
 * has the name of the old one, that is as it was: a loss of power meanwhile loses nothing either.
 */
public final class StoreFile {
    private final Job job;
    private final StoreSegment segment;
    private final KeyValueStore store;
    private final List<String> news;

    private StoreFile(Job job, StoreSegment segment, KeyValueStore store, List<String> news) {
        this.job = job;
        this.segment = segment;
        this.store = store;
        this.news = List.copyOf(news);
    }

    /**
     * Opens or makes the store. Collective; all ranks give the same. When it throws it does on every rank:
     * {@link PgasException} or {@link IllegalStateException} where the file is no segment, in use, or holds something
     * else; {@link StoreDamagedException} where something is lost; on other ranks than 0 an
     * {@link IllegalStateException} that names rank 0.
     */
    public static StoreFile open(Job job, Path file, StoreOptions options) {
        StoreOpening opening = new StoreOpening(job, file, options);
        KeyValueStore store = opening.open();
        return new StoreFile(job, opening.segment(), store, opening.news());
    }

    /** The store itself. */
    public KeyValueStore store() {
        return store;
    }

    /** What was done to the file, a sentence each, for people; of other ranks than 0 nothing. */
    public List<String> news() {
        return news;
    }

    /**
     * Syncs, and closes store and file, when nobody uses them any more. Collective. Error: {@link StoreSyncException};
     * the file is then one that was not closed.
     */
    public void close() {
        store.close();
        StoreSegment.close(job, segment);
    }

}
