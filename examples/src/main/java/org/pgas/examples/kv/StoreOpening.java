package org.pgas.examples.kv;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.coll.Collectives;
import org.pgas.heap.SharedHeap;

/**
 * The steps of opening a store. Most are those of rank 0 alone, which has the file; the others learn at the end of each
 * whether it has failed.
 */
final class StoreOpening {
    private static final int RANK = StoreLayout.RANK;

    private final Job job;
    private final Team team;
    private final Path file;
    private final StoreOptions options;
    private final List<String> news = new ArrayList<>();

    /** Null but at rank 0, as the next. */
    private StoreSegment segment;

    private StoreScan scan;

    StoreOpening(Job job, Path file, StoreOptions options) {
        this.job = job;
        this.team = job.world();
        this.file = file.toAbsolutePath();
        this.options = options;
    }

    StoreSegment segment() {
        return segment;
    }

    List<String> news() {
        return news;
    }

    /** Collective. */
    KeyValueStore open() {
        byRankZero(this::look);
        if (Collectives.of(team).broadcast(RANK, scan == null ? 0L : 1L) != 0) {
            salvage();
        }
        return opened(segment);
    }

    private void byRankZero(Runnable step) {
        RuntimeException problem = job.rank() == RANK ? Agreement.of(step) : null;
        Agreement.check(team, problem, Function.identity());
    }

    /** Lets all ranks use the file of rank 0. Collective. */
    private KeyValueStore opened(StoreSegment own) {
        StoreSegment.publish(job, own);
        return orClose(own, () -> {
            StoreDevice device = own == null ? null : options.device(own);
            byRankZero(() -> prepare(own.bytes(), device));
            long bytes = Collectives.of(team).broadcast(RANK, own == null ? 0 : own.bytes());
            return KeyValueStore.open(team, bytes, device, options.parts());
        });
    }

    /** Takes a file that is published from all ranks again if a step fails, which it does on all ranks. Collective. */
    private <T> T orClose(StoreSegment own, Supplier<T> step) {
        boolean isGood = false;
        try {
            T made = step.get();
            isGood = true;
            return made;
        } finally {
            if (!isGood) {
                StoreSegment.close(job, own);
            }
        }
    }

    /** Opens the file, and scans it if it has to be salvaged. */
    private void look() {
        boolean isGood = false;
        try {
            segment = own();
            scan = scan();
            isGood = true;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot be read: " + e.getMessage(), e);
        } finally {
            if (!isGood && segment != null) {
                segment.closeUnpublished();
            }
        }
    }

    /** Null of a file that is to be repaired, and is damaged where the library looks first. */
    private StoreSegment own() throws IOException {
        try {
            return StoreSegment.open(job, file, Math.max(options.bytes(), KeyValueStore.leastBytes(job)));
        } catch (PgasException e) {
            if (options.isRepairing() && Files.isRegularFile(file) && !StoreScan.isSegment(file)) {
                return null;
            }
            throw e;
        }
    }

    /** Null if the file can be used as it is. */
    private StoreScan scan() throws IOException {
        if (!options.isRepairing()) {
            try (StoreScan headers = StoreScan.headers(file, options.parts())) {
                StoreHeader header = headers.header();
                if (header != null && isUsable(header)) {
                    return null;
                }
            }
        }
        StoreScan found = StoreScan.all(file, options.parts());
        if (found.isUnmade() && segment != null) {
            found.close();
            return null;
        }
        String refusal = refusal(found, found.loss());
        if (refusal != null) {
            found.close();
            throw new StoreDamagedException(refusal);
        }
        return found;
    }

    private boolean isUsable(StoreHeader header) {
        StoreLayout layout = StoreLayout.of(segment.bytes());
        if (!layout.isOf(header)) {
            throw new StoreDamagedException("its header is damaged: it tells of " + header.buckets() + " buckets in "
                    + header.bytes() + " bytes, and the file has " + segment.bytes() + " bytes");
        }
        return header.isClosed() || Boot.isSame(header.boot(), options.boot());
    }

    /** Why what was found is not to be salvaged; null if it is. */
    private String refusal(StoreScan found, StoreLoss loss) {
        if (found.header() == null && loss.kept() == 0) {
            return "it holds something else than a key-value store";
        }
        if (options.isRepairing()) {
            return null;
        }
        if (found.header() == null) {
            return "both copies of its header are damaged: kv repair keeps what is whole: " + loss;
        }
        return loss.isNone() ? null
                : "it was not closed before a loss of power, and not all is whole: " + loss
                        + ": kv repair keeps what is whole";
    }

    /** Copies what is whole to a new file, which gets the name of this one, and is opened then. Collective. */
    private void salvage() {
        boolean isGood = false;
        try {
            NewFile newFile = new NewFile(file);
            StoreSegment[] made = new StoreSegment[1];
            byRankZero(() -> made[0] = make(newFile));
            KeyValueStore store = opened(made[0]);
            orClose(made[0], () -> {
                byRankZero(() -> scan.forEach(store::put));
                store.close();
                return store;
            });
            StoreSegment.close(job, made[0]);
            byRankZero(() -> replaceBy(newFile));
            isGood = true;
        } finally {
            if (!isGood && segment != null) {
                segment.closeUnpublished();
            }
        }
    }

    private StoreSegment make(NewFile newFile) {
        try {
            newFile.removeUnfinished();
            StoreHeader header = scan.header();
            return StoreSegment.make(job, newFile.path(), segment != null ? segment.bytes()
                    : header != null ? header.bytes() : Math.max(options.bytes(), scan.pages()));
        } catch (IOException e) {
            throw new UncheckedIOException("a new file cannot be made: " + e.getMessage(), e);
        }
    }

    private void replaceBy(NewFile newFile) {
        StoreLoss loss = scan.loss();
        try {
            scan.close();
            news.add("the file was made anew from its records: " + loss);
            if (!loss.isNone() || loss.isHeaderDamaged()) {
                news.add("what it was is in " + newFile.keepOther());
            }
            newFile.takeName();
        } catch (IOException e) {
            throw new UncheckedIOException("the new file does not get the name: " + e.getMessage(), e);
        }
        if (segment != null) {
            segment.closeUnpublished();
            segment = null;
        }
        segment = StoreSegment.open(job, file, 0);
    }

    /** Makes the store of a file that has none, or makes the one that is there ready for a job. */
    private void prepare(long bytes, StoreDevice device) {
        StoreLayout layout = StoreLayout.of(bytes);
        HeaderCopies copies = new HeaderCopies(team.rma(), device, bytes);
        StoreHeader header = copies.newest();
        if (header == null) {
            layout.lay(team);
            device.sync();
            copies.writeBoth(layout.header(options.boot()));
        } else if (header.isClosed()) {
            // before anything else changes: what is marked as closed is believed
            copies.writeBoth(header.opened(options.boot()));
            // throws when there is none
            SharedHeap.open(team, RANK, layout.heap()).close();
        } else {
            StoreRepair repair = StoreRepair.run(team, layout, device, options);
            news.add("the file was not closed: " + repair.entries() + " entries are whole, " + repair.freed()
                    + " blocks were freed");
        }
        layout.layWords(team, copies.newest());
    }
}
