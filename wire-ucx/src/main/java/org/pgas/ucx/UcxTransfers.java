package org.pgas.ucx;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

import org.pgas.hosts.wire.OneSided;
import org.pgas.memory.SharedMemory;

/**
 * Puts and gets of UCX, by a pair of workers of their own, so that messages stay as they are without them. All of UCX
 * is under the lock of {@link UcxCarriers}; the looks of that class make the progress.
 *
 * <pre>
 * field           writer         readers  order
 * lost, met       under the lock any      volatile
 * finished, done  under the lock any      volatile; a transfer is read by the thread that takes it, under the lock
 * </pre>
 */
final class UcxTransfers implements OneSided, UcxPair.Host {
    /** As the largest frame's data. */
    static final int MOST_BYTES = 64 << 10;

    /** So many are under way, or wait to be told: 4 MiB, more than a link holds of what goes at its rate. */
    static final int MOST = 64;

    /**
     * A copy: UCX without events of memory (they are off, see {@link Ucp}) would make memory known to the device for
     * each transfer, which takes longer than to copy 64 KiB.
     */
    private static final List<String> BY_COPY = List.of("ZCOPY_THRESH", "inf");

    /** Transports of InfiniBand and RoCE: their devices put and get by themselves, and no software in their place. */
    private static final List<String> BY_DEVICES = List.of("TLS", "rc,dc");

    // ucp_mem_map_params_t
    private static final int MAP_PARAMS_BYTES = 40;
    private static final int MAP_PARAMS_ADDRESS = 8;
    private static final int MAP_PARAMS_LENGTH = 16;
    private static final long UCP_MEM_MAP_PARAM_FIELD_ADDRESS = 1L;
    private static final long UCP_MEM_MAP_PARAM_FIELD_LENGTH = 1L << 1;

    private final ReentrantLock lock;
    private final UcxPair pair;
    private final AtomicReferenceArray<String> lost;

    /** By rank: 1 where transfers go. */
    private final AtomicIntegerArray met;

    /** By rank; null where none is reached. */
    private final UcxTarget[] targets;

    /** By the name that it has here, less 1. */
    private final List<Memory> memories = new ArrayList<>();

    /** UCX's handles of own memory, by the number in its key. */
    private final Map<Long, Long> registered = new HashMap<>();

    /** All of these. */
    private final List<UcxTarget> reached = new ArrayList<>();

    private final List<UcxTarget> broken = new ArrayList<>();
    private final List<Long> closing = new ArrayList<>();
    private final List<UcxTransfer> posted = new ArrayList<>();
    private final Deque<UcxTransfer> free = new ArrayDeque<>();
    private final Deque<UcxTransfer> told = new ArrayDeque<>();
    private int made;
    private long latest;
    private volatile long finished;
    private volatile int done;
    private boolean isClosed;

    /** Memory of a peer, and UCX's key of it here. */
    private record Memory(UcxTarget target, long key, long base, long bytes) {}

    private UcxTransfers(int peers, ReentrantLock lock, List<List<String>> configuration) throws IOException {
        this.lock = lock;
        targets = new UcxTarget[peers];
        lost = new AtomicReferenceArray<>(peers);
        met = new AtomicIntegerArray(peers);
        pair = UcxPair.open(peers, UcxPair.UCP_FEATURE_RMA, configuration, this);
    }

    /**
     * Opens them, under the lock.
     *
     * @param byDevices carried out by devices alone; else UCX's software does it where no device can
     * @throws IOException when UCX gives none; nothing is left then
     */
    static UcxTransfers open(int peers, ReentrantLock lock, boolean byDevices) throws IOException {
        return new UcxTransfers(peers, lock, byDevices ? List.of(BY_COPY, BY_DEVICES) : List.of(BY_COPY));
    }

    UcxPair pair() {
        return pair;
    }

    @Override
    public int mostBytes() {
        return MOST_BYTES;
    }

    @Override
    public byte[] register(long address, long bytes) {
        lock.lock();
        try (Arena memory = Arena.ofConfined()) {
            if (isClosed) {
                return null;
            }
            MemorySegment parameters = memory.allocate(MAP_PARAMS_BYTES, Long.BYTES);
            parameters.set(ValueLayout.JAVA_LONG, 0,
                    UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH);
            parameters.set(ValueLayout.JAVA_LONG, MAP_PARAMS_ADDRESS, address);
            parameters.set(ValueLayout.JAVA_LONG, MAP_PARAMS_LENGTH, bytes);
            MemorySegment results = memory.allocate(2 * Long.BYTES, Long.BYTES);
            if (Ucp.map(pair.handle(), parameters.address(), results.address()) != Ucp.UCS_OK) {
                return null;
            }
            long handle = results.get(ValueLayout.JAVA_LONG, 0);
            byte[] remote = pack(handle, results);
            if (remote == null) {
                Ucp.unmap(pair.handle(), handle);
                return null;
            }
            registered.put(++latest, handle);
            return new UcxKey(latest, address, bytes, pair.address(), remote).toBytes();
        } finally {
            lock.unlock();
        }
    }

    private byte[] pack(long handle, MemorySegment results) {
        long at = results.address();
        if (Ucp.packKey(pair.handle(), handle, at, at + Long.BYTES) != Ucp.UCS_OK) {
            return null;
        }
        long packed = results.get(ValueLayout.JAVA_LONG, 0);
        byte[] remote = new byte[(int) results.get(ValueLayout.JAVA_LONG, Long.BYTES)];
        SharedMemory.copyOut(packed, MemorySegment.ofArray(remote), 0, remote.length);
        Ucp.releaseKey(packed);
        return remote;
    }

    @Override
    public void deregister(byte[] key) {
        lock.lock();
        try {
            UcxKey known = isClosed ? null : UcxKey.of(key);
            Long handle = known == null ? null : registered.remove(known.number());
            if (handle != null) {
                Ucp.unmap(pair.handle(), handle);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long open(int peer, byte[] key) {
        lock.lock();
        try {
            UcxKey known = UcxKey.of(key);
            if (isClosed || known == null || lost.get(peer) != null) {
                return 0;
            }
            UcxTarget target = target(peer, known.address());
            return target.endpoint() != 0 && target.isAt(known.address()) ? open(target, known) : 0;
        } catch (IOException e) {
            return 0; // as where no device leads there
        } finally {
            lock.unlock();
        }
    }

    private UcxTarget target(int peer, byte[] address) throws IOException {
        if (targets[peer] == null) {
            targets[peer] = opened(new UcxTarget(peer, address), address);
            met.set(peer, targets[peer].isMet() ? 1 : 0);
            reached.add(targets[peer]);
        }
        return targets[peer];
    }

    /** It may break meanwhile. */
    private UcxTarget opened(UcxTarget target, byte[] address) throws IOException {
        targets[target.peer()] = target;
        boolean isOpen = false;
        try {
            target.opened(pair.connect(address, target.peer()));
            isOpen = true;
        } finally {
            if (!isOpen) {
                targets[target.peer()] = null;
            }
        }
        target.meets(pair.flush(target.endpoint()));
        return target;
    }

    private long open(UcxTarget target, UcxKey key) {
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment remote = memory.allocate(Math.max(1, key.remote().length), Long.BYTES);
            MemorySegment.copy(key.remote(), 0, remote, ValueLayout.JAVA_BYTE, 0, key.remote().length);
            MemorySegment result = memory.allocate(Long.BYTES, Long.BYTES);
            if (Ucp.unpackKey(target.endpoint(), remote.address(), result.address()) != Ucp.UCS_OK) {
                return 0;
            }
            long unpacked = result.get(ValueLayout.JAVA_LONG, 0);
            target.add(unpacked);
            memories.add(new Memory(target, unpacked, key.base(), key.bytes()));
            return memories.size();
        }
    }

    @Override
    public boolean put(int peer, long memory, long offset, MemorySegment source, long sourceOffset, int bytes,
            long token) {
        Objects.checkFromIndexSize(sourceOffset, bytes, source.byteSize());
        UcxTransfer transfer = take(peer, memory, offset, bytes);
        if (transfer == null) {
            return false;
        }
        boolean isCopied = false;
        try {
            // without the lock: it is this call's until it is posted
            MemorySegment.copy(source, sourceOffset, transfer.memory(), 0, bytes);
            isCopied = true;
        } finally {
            if (!isCopied) {
                giveBack(transfer);
            }
        }
        return post(transfer.told(false, token, 0), memory, offset);
    }

    @Override
    public boolean get(int peer, long memory, long offset, int bytes, long token, int part) {
        UcxTransfer transfer = take(peer, memory, offset, bytes);
        return transfer != null && post(transfer.told(true, token, part), memory, offset);
    }

    private UcxTransfer take(int peer, long memory, long offset, int bytes) {
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IndexOutOfBoundsException(bytes + " bytes: legal are 1.." + MOST_BYTES);
        }
        lock.lock();
        try {
            Memory there = memory < 1 || memory > memories.size() ? null : memories.get((int) memory - 1);
            if (there == null || there.target.peer() != peer) {
                throw new IllegalArgumentException("memory " + memory + " is none of rank " + peer);
            }
            Objects.checkFromIndexSize(offset, bytes, there.bytes);
            if (isClosed || !there.target.isMet()) {
                return null;
            }
            UcxTransfer taken = free.poll();
            if (taken == null && made < MOST) {
                made++;
                taken = new UcxTransfer(Arena.ofAuto().allocate(MOST_BYTES, Long.BYTES));
            }
            return taken == null ? null : taken.begin(there.target, bytes);
        } finally {
            lock.unlock();
        }
    }

    private boolean post(UcxTransfer transfer, long memory, long offset) {
        lock.lock();
        try {
            UcxTarget target = transfer.target();
            if (isClosed || !target.isMet()) {
                free.push(transfer);
                return false;
            }
            Memory there = memories.get((int) memory - 1);
            long at = there.base + offset;
            if (transfer.isGet()) {
                transfer.begun(Ucp.get(target.endpoint(), transfer.address(), transfer.bytes(), at, there.key,
                        pair.plainParameters()));
            } else {
                transfer.begun(Ucp.put(target.endpoint(), transfer.address(), transfer.bytes(), at, there.key,
                        pair.plainParameters()));
                transfer.flushed(pair.flush(target.endpoint()));
            }
            posted.add(transfer);
            target.begun();
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean isReached(int peer) {
        return met.get(peer) != 0;
    }

    @Override
    public boolean isQuiet(int peer) {
        lock.lock();
        try {
            return targets[peer] == null || lost.get(peer) != null || targets[peer].isQuiet();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long finished() {
        return finished;
    }

    @Override
    public boolean isAnyDone() {
        return done > 0;
    }

    @Override
    public Done next() {
        if (done == 0) {
            return null;
        }
        lock.lock();
        try {
            UcxTransfer next = told.poll();
            done = told.size();
            return next;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void giveBack(Done transfer) {
        lock.lock();
        try {
            free.push((UcxTransfer) transfer);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String lost(int peer) {
        return lost.get(peer);
    }

    private void loses(int peer, String why) {
        lost.compareAndSet(peer, null, "transfers with rank " + peer + " have failed: " + why);
    }

    /** May be in any call of UCX, which is no place to close an endpoint. */
    @Override
    public void broke(long number, String why) {
        if (targets[(int) number] != null) { // else it was not opened
            breaks(targets[(int) number], why);
        }
    }

    /** What has never led there has lost nothing: then messages go on. */
    private void breaks(UcxTarget target, String why) {
        boolean wasMet = target.isMet();
        if (target.breaks()) {
            broken.add(target);
            met.set(target.peer(), 0);
            if (wasMet) {
                loses(target.peer(), why);
            }
        }
    }

    /** Makes progress, and takes what is done. Under the lock, by the thread that polls. Allocates nothing. */
    void goOn() throws IOException {
        pair.progress();
        int left = 0;
        for (int i = 0; i < posted.size(); i++) { // in the order in which they have begun
            UcxTransfer each = posted.get(i);
            if (each.isOver()) {
                end(each);
            } else {
                posted.set(left++, each);
            }
        }
        while (posted.size() > left) {
            posted.removeLast();
        }
        done = told.size();
        tidyUp();
    }

    private void end(UcxTransfer each) {
        each.target().over();
        if (each.status() == Ucp.UCS_OK) {
            told.add(each);
            finished++;
        } else {
            free.push(each);
            breaks(each.target(), Ucp.text(each.status()));
        }
    }

    private void tidyUp() {
        for (int i = 0; i < reached.size(); i++) {
            UcxTarget each = reached.get(i);
            if (each.goOn()) {
                met.set(each.peer(), 1);
            }
        }
        while (!broken.isEmpty()) {
            close(broken.removeLast());
        }
        for (int i = closing.size() - 1; i >= 0; i--) {
            long each = closing.get(i);
            if (Ucp.status(each) != Ucp.UCS_INPROGRESS) {
                Ucp.free(each);
                closing.remove(i);
            }
        }
    }

    private void close(UcxTarget target) {
        if (target.endpoint() != 0) {
            long result = pair.disconnect(target.takeEndpoint());
            if (Ucp.isRequest(result)) {
                closing.add(result);
            }
        }
    }

    /** Whether what comes from now on ends a sleep; false says that something has come, or is done, already. */
    boolean arm() throws IOException {
        for (int i = 0; i < posted.size(); i++) {
            if (posted.get(i).isOver()) {
                return false; // done at once, which no descriptor tells
            }
        }
        return pair.arm();
    }

    /** Whether UCX has something that it has not given back. That stays: the pair, which is not closed, names it. */
    boolean isBusy() {
        return !posted.isEmpty() || !broken.isEmpty() || !closing.isEmpty()
                || !reached.stream().allMatch(UcxTarget::isOver);
    }

    /** Begins to end them, which gives up what is under way; {@link #goOn} goes on until nothing {@link #isBusy}. */
    void beginEnd() {
        isClosed = true;
        for (UcxTarget each : reached) {
            loses(each.peer(), "this rank has closed its wire");
            each.breaks();
            met.set(each.peer(), 0);
            close(each);
        }
    }

    /** Ends them, when nothing is busy: memory of this process is made known to nobody any more. */
    void end() {
        reached.forEach(UcxTarget::endKeys);
        registered.values().forEach(handle -> Ucp.unmap(pair.handle(), handle));
        registered.clear();
        pair.close();
    }
}
