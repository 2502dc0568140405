package org.pgas.ucx;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

import org.pgas.memory.SharedMemory;

/**
 * Two workers of UCX, in a context of their own. One is called: others are told its address, and it has no endpoints.
 * The other one calls. So no connection of UCX has two ends that both call: what UCX does there with a peer that dies
 * meanwhile ends this process (see the package). One thread at a time, each after what the one before did, but for
 * {@link #signal}: any thread, until it is closed. What UCX is given lives as long as this does.
 *
 * <p>Numbers, masks and offsets of fields are those of {@code ucp.h} and {@code ucp_def.h} of UCX 1.10, on 64-bit
 * machines; later releases add to them at the ends.
 */
final class UcxPair implements Endpoints {
    /** What happens in calls of UCX, told by the thread that is in one: it holds the lock, and makes no other. */
    interface Host {
        /** What was connected with that number is of no use any more. Closes no endpoint. */
        void broke(long number, String why);
    }

    // features of ucp_params
    static final long UCP_FEATURE_TAG = 1L;
    static final long UCP_FEATURE_RMA = 1L << 1;

    /** In front of an address. */
    private static final int CHECK_BYTES = Integer.BYTES;

    // struct ucp_params
    private static final int PARAMS_BYTES = 80;
    private static final int PARAMS_FEATURES = 8;
    private static final int PARAMS_ESTIMATED_NUM_EPS = 56;
    private static final long UCP_PARAM_FIELD_FEATURES = 1L;
    private static final long UCP_PARAM_FIELD_ESTIMATED_NUM_EPS = 1L << 6;
    private static final long UCP_FEATURE_WAKEUP = 1L << 4;

    // struct ucp_worker_params, in which behind the mode is a set of 1,024 processors
    private static final int WORKER_PARAMS_BYTES = 200;
    private static final int WORKER_PARAMS_THREAD_MODE = 8;
    private static final long UCP_WORKER_PARAM_FIELD_THREAD_MODE = 1L;
    private static final int UCS_THREAD_MODE_SERIALIZED = 1;

    // struct ucp_ep_params
    private static final int EP_PARAMS_BYTES = 104;
    private static final int EP_PARAMS_ADDRESS = 8;
    private static final int EP_PARAMS_ERR_MODE = 16;
    private static final int EP_PARAMS_ERR_HANDLER_CB = 24;
    private static final int EP_PARAMS_ERR_HANDLER_ARG = 32;
    private static final long UCP_EP_PARAM_FIELD_REMOTE_ADDRESS = 1L;
    private static final long UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE = 1L << 1;
    private static final long UCP_EP_PARAM_FIELD_ERR_HANDLER = 1L << 2;
    private static final int UCP_ERR_HANDLING_MODE_PEER = 1;

    // ucp_request_param_t
    private static final int REQUEST_PARAM_BYTES = 72;
    private static final int REQUEST_PARAM_FLAGS = 4;
    private static final int UCP_OP_ATTR_FIELD_FLAGS = 1 << 4;
    private static final int UCP_EP_CLOSE_FLAG_FORCE = 1;

    private final Host host;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment brokeFunction;
    private final long plainParameters;
    private final long forceParameters;

    /** These are 0 where UCX has made none. */
    private long context;
    private long called;
    private long caller;

    private int calledDescriptor;
    private int callerDescriptor;
    private byte[] address;

    /** What a host has thrown, or null. */
    private Throwable thrown;

    private UcxPair(Host host) {
        this.host = host;
        plainParameters = requestParameters(0);
        forceParameters = requestParameters(UCP_EP_CLOSE_FLAG_FORCE);
        brokeFunction = Ucp.broke(function("broke", void.class, long.class, long.class, byte.class), arena);
    }

    private long requestParameters(int flags) {
        MemorySegment parameters = arena.allocate(REQUEST_PARAM_BYTES, Long.BYTES);
        parameters.set(ValueLayout.JAVA_INT, 0, flags == 0 ? 0 : UCP_OP_ATTR_FIELD_FLAGS);
        parameters.set(ValueLayout.JAVA_INT, REQUEST_PARAM_FLAGS, flags);
        return parameters.address();
    }

    private MethodHandle function(String name, Class<?> result, Class<?>... arguments) {
        try {
            return MethodHandles.lookup().bind(this, name, MethodType.methodType(result, arguments));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("a method of this class", e);
        }
    }

    /**
     * Opens a pair.
     *
     * @param peers how many endpoints there will be, about
     * @param features beside that of sleep
     * @param configuration names and values, whatever the environment says; a release that does not know one does
     *            without
     * @throws IOException when UCX gives none; nothing is left then
     */
    static UcxPair open(int peers, long features, List<List<String>> configuration, Host host)
            throws IOException {
        UcxPair opened = new UcxPair(host);
        boolean isOpen = false;
        try (Arena memory = Arena.ofConfined()) {
            opened.start(peers, features, configuration, memory);
            isOpen = true;
        } finally {
            if (!isOpen) {
                opened.close();
            }
        }
        return opened;
    }

    private void start(int peers, long features, List<List<String>> configuration, Arena memory) throws IOException {
        MemorySegment results = memory.allocate(2 * Long.BYTES, Long.BYTES);
        context = context(peers, features, configuration, memory, results);

        MemorySegment parameters = memory.allocate(WORKER_PARAMS_BYTES, Long.BYTES);
        parameters.set(ValueLayout.JAVA_LONG, 0, UCP_WORKER_PARAM_FIELD_THREAD_MODE);
        parameters.set(ValueLayout.JAVA_INT, WORKER_PARAMS_THREAD_MODE, UCS_THREAD_MODE_SERIALIZED);
        check("worker", Ucp.createWorker(context, parameters.address(), results.address()));
        called = results.get(ValueLayout.JAVA_LONG, 0);
        check("worker", Ucp.createWorker(context, parameters.address(), results.address()));
        caller = results.get(ValueLayout.JAVA_LONG, 0);

        check("descriptor to sleep by", Ucp.descriptor(called, results.address()));
        calledDescriptor = results.get(ValueLayout.JAVA_INT, 0);
        check("descriptor to sleep by", Ucp.descriptor(caller, results.address()));
        callerDescriptor = results.get(ValueLayout.JAVA_INT, 0);

        check("address", Ucp.address(called, results.address(), results.address() + Long.BYTES));
        long made = results.get(ValueLayout.JAVA_LONG, 0);
        address = new byte[CHECK_BYTES + (int) results.get(ValueLayout.JAVA_LONG, Long.BYTES)];
        SharedMemory.copyOut(made, MemorySegment.ofArray(address), CHECK_BYTES, address.length - CHECK_BYTES);
        ByteBuffer.wrap(address).putInt(0, check(address));
        Ucp.releaseAddress(called, made);
    }

    private static long context(int peers, long features, List<List<String>> configured, Arena memory,
            MemorySegment results) throws IOException {
        MemorySegment parameters = memory.allocate(PARAMS_BYTES, Long.BYTES);
        parameters.set(ValueLayout.JAVA_LONG, 0, UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_ESTIMATED_NUM_EPS);
        parameters.set(ValueLayout.JAVA_LONG, PARAMS_FEATURES, features | UCP_FEATURE_WAKEUP);
        parameters.set(ValueLayout.JAVA_LONG, PARAMS_ESTIMATED_NUM_EPS, peers);
        check("configuration", Ucp.readConfiguration(results.address()));
        long configuration = results.get(ValueLayout.JAVA_LONG, 0);
        try {
            for (List<String> each : configured) {
                Ucp.modifyConfiguration(configuration, memory.allocateFrom(each.getFirst()).address(),
                        memory.allocateFrom(each.getLast()).address());
            }
            check("context", Ucp.init(parameters.address(), configuration, results.address()));
        } finally {
            Ucp.releaseConfiguration(configuration);
        }
        return results.get(ValueLayout.JAVA_LONG, 0);
    }

    private static void check(String what, byte status) throws IOException {
        if (status != Ucp.UCS_OK) {
            throw new IOException("UCX gives no " + what + ": " + Ucp.text(status));
        }
    }

    /** The check of all bytes behind it. */
    private static int check(byte[] address) {
        CRC32C sum = new CRC32C();
        sum.update(address, CHECK_BYTES, address.length - CHECK_BYTES);
        return (int) sum.getValue();
    }

    /** UCX's own name of the context. */
    long handle() {
        return context;
    }

    /** UCX's own name of the worker that is called. */
    long called() {
        return called;
    }

    /** The descriptors by which {@link Ucp#awaitInput} sleeps. */
    int[] descriptors() {
        return new int[]{calledDescriptor, callerDescriptor};
    }

    /** What calls of UCX take that want nothing special. */
    long plainParameters() {
        return plainParameters;
    }

    /** Where workers of other processes find this one: a checksum, and what UCX says. */
    byte[] address() {
        return address;
    }

    /** Memory for UCX, of 0, for as long as this is open. */
    MemorySegment allocate(int bytes) {
        return arena.allocate(bytes, Long.BYTES);
    }

    @Override
    public long connect(byte[] there, long number) throws IOException {
        if (there.length <= CHECK_BYTES || ByteBuffer.wrap(there).getInt(0) != check(there)) {
            throw new ProtocolException("it is no address of UCX, or damaged");
        }
        try (Arena memory = Arena.ofConfined()) {
            MemorySegment results = memory.allocate(Long.BYTES, Long.BYTES);
            int bytes = there.length - CHECK_BYTES;
            MemorySegment copy = memory.allocate(bytes, Long.BYTES);
            MemorySegment.copy(there, CHECK_BYTES, copy, ValueLayout.JAVA_BYTE, 0, bytes);
            MemorySegment parameters = memory.allocate(EP_PARAMS_BYTES, Long.BYTES);
            parameters.set(ValueLayout.JAVA_LONG, 0, UCP_EP_PARAM_FIELD_REMOTE_ADDRESS
                    | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE | UCP_EP_PARAM_FIELD_ERR_HANDLER);
            parameters.set(ValueLayout.JAVA_LONG, EP_PARAMS_ADDRESS, copy.address());
            parameters.set(ValueLayout.JAVA_INT, EP_PARAMS_ERR_MODE, UCP_ERR_HANDLING_MODE_PEER);
            parameters.set(ValueLayout.JAVA_LONG, EP_PARAMS_ERR_HANDLER_CB, brokeFunction.address());
            parameters.set(ValueLayout.JAVA_LONG, EP_PARAMS_ERR_HANDLER_ARG, number);
            check("endpoint", Ucp.createEndpoint(caller, parameters.address(), results.address()));
            return results.get(ValueLayout.JAVA_LONG, 0);
        }
    }

    @Override
    public long flush(long endpoint) {
        return Ucp.flush(endpoint, plainParameters);
    }

    @Override
    public long disconnect(long endpoint) {
        return Ucp.close(endpoint, forceParameters);
    }

    /** Goes on with everything, and tells the host of it. */
    void progress() throws IOException {
        Ucp.progress(caller);
        Ucp.progress(called);
        if (thrown != null) {
            throw new IOException("taking note of an endpoint that failed failed: " + thrown, thrown);
        }
    }

    /** As ucp_err_handler_cb_t. What it threw would end the JVM. */
    private void broke(long argument, long endpoint, byte status) {
        try {
            host.broke(argument, Ucp.text(status));
        } catch (Throwable t) {
            thrown = t;
        }
    }

    /** Whether what comes from now on ends a sleep; false says that there is something already. */
    boolean arm() throws IOException {
        return arm(called) && arm(caller);
    }

    private static boolean arm(long armed) throws IOException {
        byte status = Ucp.arm(armed);
        if (status != Ucp.UCS_OK && status != Ucp.UCS_ERR_BUSY) {
            throw new IOException("UCX does not tell what comes: " + Ucp.text(status));
        }
        return status == Ucp.UCS_OK;
    }

    /** Ends the sleep that is under way, or else the next one if no arm is between. */
    void signal() {
        Ucp.signal(called);
    }

    /** Ends it, when all endpoints are closed and all requests are done. */
    void close() {
        if (caller != 0) {
            Ucp.destroyWorker(caller);
        }
        if (called != 0) {
            Ucp.destroyWorker(called);
        }
        if (context != 0) {
            Ucp.cleanup(context);
        }
        arena.close();
    }
}
