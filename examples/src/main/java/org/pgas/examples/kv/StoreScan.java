package org.pgas.examples.kv;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Finds the records of a store by looking at every place where one may begin, and believes nothing else but a copy of
 * the header. For a file that a loss of power or a fault of its device has left anyhow.
 *
 * <p>Of several whole records of a key the one with the largest version counts. One of an epoch that is on the device
 * counts though it was dropped: then the key was deleted, and older ones that are not marked yet are none. What lies
 * within a whole record is a
 * part of its value, whatever it looks like. The scan reads the file and changes nothing.
 */
final class StoreScan implements AutoCloseable {
    /** At most so many pages of the library's own are behind the segment. */
    private static final int PAGES_BEHIND = 64;

    private final FileBytes file;
    private final RecordFormat format;
    private final StoreHeader.Copy first;
    private final StoreHeader.Copy second;
    private final StoreHeader header;
    private final boolean isHeaderDamaged;
    private final Map<String, Found> then = new HashMap<>();
    private final Map<String, Found> since = new HashMap<>();
    private final Map<String, Found> newest = new HashMap<>();
    private final List<Found> damaged = new ArrayList<>();
    private long entries;
    private long sum;

    private record Found(long offset, RecordFormat.Head head) {}

    private StoreScan(FileBytes file, RecordFormat format) {
        this.file = file;
        this.format = format;
        first = copy(StoreLayout.FIRST_HEADER);
        second = second(first);
        header = HeaderCopies.newest(first, second);
        isHeaderDamaged = first.isDamaged() || second.isDamaged() || header == null;
    }

    /** The headers alone. */
    static StoreScan headers(Path file, StoreParts parts) throws IOException {
        return new StoreScan(FileBytes.of(file), parts.format());
    }

    /** Everything. */
    static StoreScan all(Path file, StoreParts parts) throws IOException {
        StoreScan scan = headers(file, parts);
        scan.run();
        return scan;
    }

    /** Whether the library takes a file for one of its segments, so that another job may have it. */
    static boolean isSegment(Path file) throws IOException {
        try (FileBytes bytes = FileBytes.of(file)) {
            return bytes.isSegment();
        }
    }

    /** Bytes of whole pages in the file, for a segment. */
    long pages() {
        return file.bytes() / StoreLayout.PAGE_BYTES * StoreLayout.PAGE_BYTES;
    }

    private StoreHeader.Copy copy(long offset) {
        byte[] bytes = new byte[StoreHeader.BYTES];
        file.read(offset, bytes.length).get(bytes);
        return StoreHeader.read(bytes);
    }

    /** Where the first one says it is, or where in the last pages of the file there is one. */
    private StoreHeader.Copy second(StoreHeader.Copy other) {
        if (other.header() != null) {
            return copy(StoreLayout.secondHeader(other.header().bytes()));
        }
        long last = pages();
        for (int back = 1; back <= PAGES_BEHIND && last - (long) back * StoreLayout.PAGE_BYTES > 0; back++) {
            StoreHeader.Copy found = copy(last - (long) back * StoreLayout.PAGE_BYTES);
            if (found.header() != null) {
                return found;
            }
        }
        return new StoreHeader.Copy(true, null);
    }

    /** The later of the copies that are whole; null if none is. */
    StoreHeader header() {
        return header;
    }

    /** Whether nobody has finished to make a store there: there is neither a header nor anything like a record. */
    boolean isUnmade() {
        return first.isMissing() && second.isMissing() && since.isEmpty() && damaged.isEmpty();
    }

    private long end() {
        return header == null ? file.bytes() : Math.min(file.bytes(), StoreLayout.secondHeader(header.bytes()));
    }

    private void run() {
        long end = end();
        long offset = StoreLayout.FIRST_RECORD;
        while (offset + RecordFormat.HEAD <= end) {
            ByteBuffer bytes = file.read(offset, RecordFormat.HEAD);
            RecordFormat.Head head = bytes.getLong(RecordFormat.MAGIC) == RecordFormat.MAGIC_WORD
                    ? format.read(offset, bytes)
                    : null;
            offset += head == null ? RecordFormat.ALIGNMENT : take(new Found(offset, head), end);
        }
        settle();
    }

    /** How far the next record may begin behind this one. */
    private long take(Found found, long end) {
        RecordFormat.Head head = found.head();
        byte[] key = found.offset() + head.bytes() > end ? null : key(found);
        if (key == null || !Records.isWhole(head, key, value(found))) {
            // a put that was on its way, unless it was synced
            if (wasSynced(head)) {
                damaged.add(found);
            }
            return RecordFormat.ALIGNMENT;
        }
        found(new String(key, StandardCharsets.ISO_8859_1), found);
        return Math.ceilDiv(head.bytes(), RecordFormat.ALIGNMENT) * RecordFormat.ALIGNMENT;
    }

    /**
     * Of the last epoch and of those before, the newest counts, dropped or not; of later ones, the newest that is
     * not.
     */
    private void found(String key, Found found) {
        boolean wasThen = header != null && found.head().epoch() <= header.epoch();
        if (wasThen || found.head().dropped() == RecordFormat.NEVER) {
            (wasThen ? then : since).merge(key, found,
                    (one, other) -> one.head().version() > other.head().version() ? one : other);
        }
    }

    /** What there was at the end of the last epoch, counted; and what there is since. */
    private void settle() {
        then.forEach((key, found) -> {
            if (found.head().isOf(header.epoch())) {
                entries++;
                sum += Records.digest(found.head().hash(), found.head().version());
            }
            if (found.head().dropped() == RecordFormat.NEVER) {
                newest.put(key, found);
            }
        });
        newest.putAll(since);
    }

    /** Whether it was there at the end of the last epoch. A header that is not the last one tells less. */
    private boolean wasSynced(RecordFormat.Head head) {
        return header != null && head.isOf(header.epoch())
                && (!isHeaderDamaged || head.dropped() == RecordFormat.NEVER);
    }

    private byte[] key(Found found) {
        return bytes(found.offset() + RecordFormat.HEAD, found.head().keyBytes());
    }

    private byte[] value(Found found) {
        return bytes(found.offset() + RecordFormat.HEAD + found.head().keyBytes(), found.head().valueBytes());
    }

    private byte[] bytes(long offset, int count) {
        byte[] bytes = new byte[count];
        file.read(offset, count).get(bytes);
        return bytes;
    }

    /** What was found, and what is lost. An older value than the one that is damaged is no value of its key. */
    StoreLoss loss() {
        Map<Long, Long> versions = new HashMap<>();
        Stream.of(then, since).flatMap(each -> each.values().stream())
                .forEach(each -> versions.merge(each.head().hash(), each.head().version(), Math::max));
        List<StoreLoss.Damaged> lost = new ArrayList<>();
        for (Found each : damaged) {
            if (versions.getOrDefault(each.head().hash(), 0L) < each.head().version()) {
                newest.values().removeIf(older -> older.head().hash() == each.head().hash());
                lost.add(new StoreLoss.Damaged(each.offset(), keyOf(each)));
            }
        }
        return new StoreLoss(newest.size(), lost, missing(), isHeaderDamaged, file.unreadable());
    }

    private byte[] keyOf(Found found) {
        RecordFormat.Head head = found.head();
        if (found.offset() + RecordFormat.HEAD + head.keyBytes() > end()) {
            return null;
        }
        byte[] key = key(found);
        return Records.hashOf(key) == head.hash() ? key : null;
    }

    private long missing() {
        if (isHeaderDamaged) {
            return -1;
        }
        boolean isSame = entries == header.end().entries() && sum == header.end().sum();
        // as many, but others: one at least is not there
        return isSame ? 0 : Math.max(1, header.end().entries() - entries);
    }

    /** Shows the newest whole record of each key. */
    void forEach(KeyValueStore.Visitor visitor) {
        newest.values().stream().sorted((one, other) -> Long.compare(one.offset(), other.offset()))
                .forEach(each -> visitor.entry(key(each), value(each)));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
