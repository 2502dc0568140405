package org.pgas.ucx;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.pgas.hosts.stream.Carrier;
import org.pgas.hosts.stream.Carriers;
import org.pgas.hosts.stream.Line;
import org.pgas.hosts.stream.PlainLine;
import org.pgas.hosts.wire.OneSided;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.OneSidedMode;

/**
 * Connections over UCX, and the lock under which everything of them is: UCX, and what it tells of while it makes
 * progress. Senders hold it for a message, the thread that polls for a look; a sleeper does not.
 */
final class UcxCarriers implements Carriers, UcxWorker.Host {
    /** So many may wait to be let in; more are not heard. They are let in as fast as this rank polls. */
    private static final int WAITING_LEAST = 4 << 10;

    private static final int SLEEP_MOST_MILLIS = 100;
    private static final int SETTLE_MOST = 1_000;

    /** For what was written and has not left, when this is closed. */
    private static final long LINGER_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    /** For UCX to give up what it then still has. */
    private static final long END_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final int peers;
    private final OneSidedMode oneSided;
    private final Arena arena = Arena.ofShared();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition awake = lock.newCondition();
    private final Numbers numbers = new Numbers();

    /** Connections that others have opened, by the numbers at their ends. */
    private final Map<Long, UcxCarrier> called = new HashMap<>();

    private final Deque<UcxCarrier> waiting = new ArrayDeque<>();

    /** Those on which there has been something since a look found that there was nothing. */
    private final List<UcxCarrier> fresh = new ArrayList<>();

    /** Those over which nothing more goes, and something may come. */
    private final List<UcxCarrier> broken = new ArrayList<>();

    private int waitingMost;
    private boolean isAsleep;
    private boolean isWoken;
    private boolean isClosed;

    /** These are null before {@link #listen}. */
    private UcxWorker worker;
    private Outstanding outstanding;
    private UcxRoutes routes;

    /** Null where there are none. */
    private UcxTransfers transfers;

    /** What a sleeper waits by; null before {@link #listen}. */
    private MemorySegment pollable;

    /** Without transfers past messages. */
    UcxCarriers(int peers) {
        this(peers, OneSidedMode.OFF);
    }

    /** @param peers how many others there are, about; ranks are below that */
    UcxCarriers(int peers, OneSidedMode oneSided) {
        this.peers = peers;
        this.oneSided = oneSided;
    }

    void lock() {
        lock.lock();
    }

    void unlock() {
        lock.unlock();
    }

    boolean isOpen() {
        return worker != null && !isClosed;
    }

    Outstanding outstanding() {
        return outstanding;
    }

    UcxRoutes routes() {
        return routes;
    }

    /** Also a rank that only calls others listens. */
    @Override
    public void listen(int most) throws IOException {
        if (!UcxCarriers.class.getModule().isNativeAccessEnabled()) {
            throw new IOException("this JVM was started without the flag that libraries of the system need: add "
                    + "--enable-native-access=ALL-UNNAMED, or on the module path org.pgas.ucx to that flag's modules");
        }
        String refusal = Ucp.refusal();
        if (refusal != null) {
            throw new IOException(refusal);
        }
        lock.lock();
        try {
            worker = UcxWorker.open(peers, this);
            outstanding = new Outstanding(worker);
            routes = new UcxRoutes(worker.pair());
            openTransfers();
            pollable = Ucp.pollable(descriptors(), arena);
            waitingMost = Math.max(most, WAITING_LEAST);
            checkAddress();
            settle();
        } catch (IOException e) {
            close();
            throw e;
        } finally {
            lock.unlock();
        }
    }

    private void openTransfers() throws IOException {
        if (oneSided == OneSidedMode.OFF || oneSided == OneSidedMode.AUTO && !Devices.areThere()) {
            return;
        }
        try {
            transfers = UcxTransfers.open(peers, lock, oneSided == OneSidedMode.AUTO);
        } catch (IOException e) {
            if (oneSided == OneSidedMode.ON) {
                throw e;
            }
            // as where no device is listed: messages do it
        }
    }

    private int[] descriptors() {
        IntStream ofMessages = Arrays.stream(worker.pair().descriptors());
        return transfers == null ? ofMessages.toArray()
                : IntStream.concat(ofMessages, Arrays.stream(transfers.pair().descriptors())).toArray();
    }

    private void checkAddress() throws IOException {
        int bytes = worker.pair().address().length;
        if (bytes > UcxMessage.MOST_DATA_BYTES) {
            throw new IOException("UCX gives an address of " + bytes + " bytes, more than "
                    + UcxMessage.MOST_DATA_BYTES + ": let it use fewer devices (UCX_NET_DEVICES)");
        }
    }

    /** A new worker may have something to do, of its own: then it is not armed. */
    private void settle() throws IOException {
        for (int i = 0; i < SETTLE_MOST && !armAll(); i++) {
            progress();
        }
    }

    private boolean armAll() throws IOException {
        return worker.pair().arm() && (transfers == null || transfers.arm());
    }

    private void progress() throws IOException {
        worker.progress();
        if (transfers != null) {
            transfers.goOn();
        }
    }

    @Override
    public byte[] address() {
        return worker.pair().address().clone();
    }

    @Override
    public String shown(byte[] address) {
        return "its address of UCX, of " + address.length + " bytes";
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public Line line(Carrier carrier, boolean isCaller) {
        return new PlainLine(carrier);
    }

    @Override
    public Carrier accept() {
        lock.lock();
        try {
            return waiting.poll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Carrier call(byte[] address) throws IOException {
        lock.lock();
        try {
            long number = isOpen() ? numbers.next() : 0;
            if (number == 0) {
                throw new IOException("there can be no more connections");
            }
            UcxCarrier carrier = new UcxCarrier(this, number, address.clone(), 0);
            numbers.put(number, carrier);
            try {
                carrier.open(worker.pair().address());
            } catch (IOException e) {
                carrier.close();
                throw e;
            }
            return carrier;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void watch(Carrier carrier, Object by) {
        lock.lock();
        try {
            ((UcxCarrier) carrier).watchBy(by);
        } finally {
            lock.unlock();
        }
    }

    /** Notes that there is something on one. */
    void fresh(UcxCarrier carrier) {
        fresh.add(carrier);
    }

    /** Notes that nothing more goes over one, and something may come. */
    void broken(UcxCarrier carrier) {
        broken.add(carrier);
    }

    /** One is closed. */
    void forget(UcxCarrier carrier) {
        numbers.remove(carrier.number());
        called.remove(carrier.peer(), carrier);
    }

    @Override
    public void look(Consumer<Object> ready, boolean isThorough) throws IOException {
        lock.lock();
        try {
            if (isOpen()) {
                goOn();
                if (!broken.isEmpty()) {
                    broken.removeIf(each -> !each.isAwaited());
                }
                tell(ready);
            }
        } finally {
            lock.unlock();
        }
    }

    /** What is closed is nobody's any more, here. */
    @Override
    public void letGo(Consumer<Object> ready) {
        wake();
    }

    private void tell(Consumer<Object> ready) {
        for (int i = fresh.size() - 1; i >= 0; i--) {
            UcxCarrier each = fresh.get(i);
            if (!each.isWorthALook()) {
                each.beOld();
                UcxCarrier last = fresh.removeLast();
                if (last != each) {
                    fresh.set(i, last);
                }
            } else if (each.watcher() != null) {
                ready.accept(each.watcher());
            }
        }
        if (!waiting.isEmpty()) {
            ready.accept(null);
        }
    }

    /** While the worker makes progress. */
    @Override
    public void came(long message, long bytes) {
        if (bytes < UcxMessage.HEAD_BYTES || bytes > UcxMessage.HEAD_BYTES + UcxMessage.MOST_DATA_BYTES) {
            return; // no message of ours
        }
        switch (UcxMessage.kind(message)) {
            case UcxMessage.OPEN -> opened(message, (int) bytes - UcxMessage.HEAD_BYTES);
            case UcxMessage.DATA, UcxMessage.END -> {
                long target = UcxMessage.target(message);
                long source = UcxMessage.source(message);
                UcxCarrier carrier = target == 0 ? called.get(source) : numbers.find(target);
                if (carrier != null && source != 0 && carrier.isPeer(source)) {
                    carrier.came(message, (int) bytes);
                }
            }
            default -> {
                // no message of ours
            }
        }
    }

    private void opened(long message, int bytes) {
        long source = UcxMessage.source(message);
        if (UcxMessage.target(message) != UcxMessage.MAGIC || source == 0 || called.containsKey(source)
                || waiting.size() >= waitingMost) {
            return;
        }
        long number = numbers.next();
        if (number != 0) {
            byte[] address = new byte[bytes];
            SharedMemory.copyOut(message + UcxMessage.HEAD_BYTES, MemorySegment.ofArray(address), 0, bytes);
            UcxCarrier carrier = new UcxCarrier(this, number, address, source);
            numbers.put(number, carrier);
            called.put(source, carrier);
            waiting.add(carrier);
        }
    }

    /** In any call of UCX. */
    @Override
    public void broke(long number, String why) {
        routes.broke(number, why);
    }

    @Override
    public Optional<OneSided> oneSided() {
        return Optional.ofNullable(transfers);
    }

    @Override
    public boolean arm() throws IOException {
        lock.lock();
        try {
            return !isOpen() || waiting.isEmpty() && !holdsUnread() && armAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean holdsUnread() {
        for (int i = 0; i < fresh.size(); i++) {
            if (fresh.get(i).isWorthALook()) {
                return true;
            }
        }
        return false;
    }

    /** Sleeps for a tenth of a second at most: an interrupt does not end the system's call, so that must end itself. */
    @Override
    public void sleep(Consumer<Object> ready, long nanos) {
        int millis = Math.clamp(nanos / 1_000_000 + (nanos % 1_000_000 > 0 ? 1 : 0), 1, SLEEP_MOST_MILLIS);
        lock.lock();
        try {
            if (isWoken || !isOpen()) {
                isWoken = false;
                return;
            }
            isAsleep = true;
        } finally {
            lock.unlock();
        }
        try {
            Ucp.awaitInput(pollable, millis);
        } finally {
            lock.lock();
            isAsleep = false;
            isWoken = false;
            awake.signalAll();
            lock.unlock();
        }
    }

    @Override
    public void wake() {
        lock.lock();
        try {
            if (isOpen() && !isWoken) {
                isWoken = true; // also for the next sleep: an arm takes UCX's signal away
                worker.pair().signal();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        lock.lock();
        try {
            if (isOpen()) {
                isClosed = true;
                worker.pair().signal();
                while (isAsleep) {
                    awake.awaitUninterruptibly();
                }
                end();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Lets go what has been written, as far as it leaves soon, and gives up the rest. Where UCX does not give that
     * back, it keeps what it has: memory that it may still touch must not be used for anything else.
     */
    private void end() throws IOException {
        long begin = System.nanoTime();
        routes.tidyUp();
        routes.flush();
        while (isBusy() && System.nanoTime() - begin < LINGER_NANOS) {
            goOn();
        }
        routes.close();
        if (transfers != null) {
            transfers.beginEnd();
        }
        while (hasSome() && System.nanoTime() - begin < LINGER_NANOS + END_NANOS) {
            goOn();
        }
        if (!hasSome()) {
            worker.pair().close();
            if (transfers != null) {
                transfers.end();
            }
            arena.close();
        }
    }

    private boolean isBusy() {
        return routes.isBusy() || !outstanding.isEmpty();
    }

    /** Whether UCX has something that it has not given back. */
    private boolean hasSome() {
        return isBusy() || transfers != null && transfers.isBusy();
    }

    private void goOn() throws IOException {
        progress();
        outstanding.takeBack();
        routes.tidyUp();
    }

    @Override
    public String toString() {
        return "ucx wire";
    }
}
