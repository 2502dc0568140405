package org.pgas.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import org.pgas.memory.SharedMemory;

/**
 * Functions of UCX's library libucp, of its API 1.10, and of the C library the two that it takes to use it here. They
 * do what {@code ucp.h} says. Addresses are longs, of memory that the caller keeps as long as that says; nothing is
 * checked here, and what is wrong ends the JVM.
 *
 * <p>The library is looked up when this class is. Where it is missing, or too old, {@link #refusal} says so, and
 * nothing else may be called.
 */
@SuppressWarnings("restricted") // calling a library of the system is what this class is for
final class Ucp {
    static final String LIBRARY_NAME = "libucp.so.0";

    // ucs_status_t, an enum of one byte
    static final byte UCS_OK = 0;
    static final byte UCS_INPROGRESS = 1;
    static final byte UCS_ERR_BUSY = -15;

    /** The lowest value of ucs_status_t. A pointer to a request may be one of these values instead. */
    private static final int UCS_ERR_LAST = -100;

    /** The API that this class is written for. */
    private static final int API_MAJOR = 1;
    private static final int API_MINOR = 10;

    private static final short POLLIN = 1;
    private static final int POLLFD_BYTES = 8;
    private static final int POLLFD_EVENTS = 4;

    private static final int TEXT_BYTES = 200;

    /**
     * What UCX reads from the environment when it is loaded, where the user has not set it. Handlers of signals are the
     * JVM's, which makes exceptions out of some of them. With events of memory UCX would change the code of mmap while
     * threads are in it. What it would print of a failure, the wire says.
     */
    private static final String[][] ENVIRONMENT = {{"UCX_ERROR_SIGNALS", ""}, {"UCX_DEBUG_SIGNO", "0"},
        {"UCX_HANDLE_ERRORS", "none"}, {"UCX_MEM_EVENTS", "n"}, {"UCX_VFS_ENABLE", "n"}, {"UCX_LOG_LEVEL", "fatal"},
        {"UCX_WARN_UNUSED_ENV_VARS", "n"}};

    /**
     * What UCX must have, whatever the user has set. A connect of TCP that waits takes the lock for as long as a host
     * is silent, and where the peer dies right behind it, UCX aborts (assertion in uct_tcp_ep_destroy_progress).
     */
    private static final String[] CONNECT_WITHOUT_WAITING = {"UCX_TCP_CONN_NB", "y"};

    private static final MemoryLayout INT = ValueLayout.JAVA_INT;
    private static final MemoryLayout POINTER = ValueLayout.JAVA_LONG;
    private static final MemoryLayout SIZE = ValueLayout.JAVA_LONG;
    private static final MemoryLayout TAG = ValueLayout.JAVA_LONG;
    private static final MemoryLayout ADDRESS = ValueLayout.JAVA_LONG;
    private static final MemoryLayout STATUS = ValueLayout.JAVA_BYTE;

    /** ucp_err_handler_cb_t: argument, endpoint, status. */
    private static final FunctionDescriptor BROKE = FunctionDescriptor.ofVoid(POINTER, POINTER, STATUS);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBRARY = library();

    private static final MethodHandle GET_VERSION = function("ucp_get_version", null, POINTER, POINTER, POINTER);
    private static final MethodHandle STATUS_STRING = function("ucs_status_string", POINTER, STATUS);
    private static final MethodHandle CONFIG_READ = function("ucp_config_read", STATUS, POINTER, POINTER, POINTER);
    private static final MethodHandle CONFIG_MODIFY = function("ucp_config_modify", STATUS, POINTER, POINTER, POINTER);
    private static final MethodHandle CONFIG_RELEASE = function("ucp_config_release", null, POINTER);
    private static final MethodHandle INIT = function("ucp_init_version", STATUS, INT, INT, POINTER, POINTER, POINTER);
    private static final MethodHandle CLEANUP = function("ucp_cleanup", null, POINTER);
    private static final MethodHandle WORKER_CREATE = function("ucp_worker_create", STATUS, POINTER, POINTER, POINTER);
    private static final MethodHandle WORKER_DESTROY = function("ucp_worker_destroy", null, POINTER);
    private static final MethodHandle WORKER_GET_ADDRESS = function("ucp_worker_get_address", STATUS, POINTER, POINTER,
            POINTER);
    private static final MethodHandle WORKER_RELEASE_ADDRESS = function("ucp_worker_release_address", null, POINTER,
            POINTER);
    private static final MethodHandle WORKER_GET_EFD = function("ucp_worker_get_efd", STATUS, POINTER, POINTER);
    private static final MethodHandle WORKER_ARM = function("ucp_worker_arm", STATUS, POINTER);
    private static final MethodHandle WORKER_SIGNAL = function("ucp_worker_signal", STATUS, POINTER);
    private static final MethodHandle WORKER_PROGRESS = function("ucp_worker_progress", INT, POINTER);
    private static final MethodHandle TAG_PROBE = function("ucp_tag_probe_nb", POINTER, POINTER, TAG, TAG, INT,
            POINTER);
    private static final MethodHandle TAG_MSG_RECV = function("ucp_tag_msg_recv_nbx", POINTER, POINTER, POINTER, SIZE,
            POINTER, POINTER);
    private static final MethodHandle EP_CREATE = function("ucp_ep_create", STATUS, POINTER, POINTER, POINTER);
    private static final MethodHandle EP_FLUSH = function("ucp_ep_flush_nbx", POINTER, POINTER, POINTER);
    private static final MethodHandle EP_CLOSE = function("ucp_ep_close_nbx", POINTER, POINTER, POINTER);
    private static final MethodHandle TAG_SEND = function("ucp_tag_send_nbx", POINTER, POINTER, POINTER, SIZE, TAG,
            POINTER);
    private static final MethodHandle MEM_MAP = function("ucp_mem_map", STATUS, POINTER, POINTER, POINTER);
    private static final MethodHandle MEM_UNMAP = function("ucp_mem_unmap", STATUS, POINTER, POINTER);
    private static final MethodHandle RKEY_PACK = function("ucp_rkey_pack", STATUS, POINTER, POINTER, POINTER,
            POINTER);
    private static final MethodHandle RKEY_BUFFER_RELEASE = function("ucp_rkey_buffer_release", null, POINTER);
    private static final MethodHandle EP_RKEY_UNPACK = function("ucp_ep_rkey_unpack", STATUS, POINTER, POINTER,
            POINTER);
    private static final MethodHandle RKEY_DESTROY = function("ucp_rkey_destroy", null, POINTER);
    private static final MethodHandle PUT = function("ucp_put_nbx", POINTER, POINTER, POINTER, SIZE, ADDRESS, POINTER,
            POINTER);
    private static final MethodHandle GET = function("ucp_get_nbx", POINTER, POINTER, POINTER, SIZE, ADDRESS, POINTER,
            POINTER);
    private static final MethodHandle REQUEST_CHECK_STATUS = function("ucp_request_check_status", STATUS, POINTER);
    private static final MethodHandle REQUEST_FREE = function("ucp_request_free", null, POINTER);

    private static final MethodHandle POLL = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("poll"),
            FunctionDescriptor.of(INT, POINTER, SIZE, INT));

    private Ucp() {}

    private static SymbolLookup library() {
        MethodHandle setenv = LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow("setenv"),
                FunctionDescriptor.of(INT, POINTER, POINTER, INT));
        try (Arena arena = Arena.ofConfined()) {
            for (String[] each : ENVIRONMENT) {
                int _ = (int) setenv.invokeExact(arena.allocateFrom(each[0]).address(),
                        arena.allocateFrom(each[1]).address(), 0);
            }
            int _ = (int) setenv.invokeExact(arena.allocateFrom(CONNECT_WITHOUT_WAITING[0]).address(),
                    arena.allocateFrom(CONNECT_WITHOUT_WAITING[1]).address(), 1);
        } catch (Throwable t) {
            throw unexpected(t);
        }
        try {
            return SymbolLookup.libraryLookup(LIBRARY_NAME, Arena.global());
        } catch (IllegalArgumentException e) {
            return _ -> Optional.empty();
        }
    }

    /** Null where the library has none of that name. */
    private static MethodHandle function(String name, MemoryLayout result, MemoryLayout... arguments) {
        FunctionDescriptor form = result == null
                ? FunctionDescriptor.ofVoid(arguments)
                : FunctionDescriptor.of(result, arguments);
        return LIBRARY.find(name).map(found -> LINKER.downcallHandle(found, form)).orElse(null);
    }

    /** Why UCX cannot be used on this host, in a sentence with what helps; or null when it can. */
    static String refusal() {
        return UcxVersion.refusal(version(), absent());
    }

    private static String absent() {
        for (String name : new String[]{"ucs_status_string", "ucp_config_read", "ucp_init_version",
            "ucp_worker_get_efd", "ucp_tag_probe_nb", "ucp_tag_msg_recv_nbx", "ucp_ep_flush_nbx", "ucp_ep_close_nbx",
            "ucp_tag_send_nbx", "ucp_put_nbx", "ucp_get_nbx"}) {
            if (LIBRARY.find(name).isEmpty()) {
                return name;
            }
        }
        return null;
    }

    /** Null where there is no UCX. */
    static UcxVersion version() {
        if (GET_VERSION == null) {
            return null;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = arena.allocate(3 * Integer.BYTES, Integer.BYTES);
            long at = numbers.address();
            GET_VERSION.invokeExact(at, at + Integer.BYTES, at + 2 * Integer.BYTES);
            return new UcxVersion(numbers.getAtIndex(ValueLayout.JAVA_INT, 0),
                    numbers.getAtIndex(ValueLayout.JAVA_INT, 1), numbers.getAtIndex(ValueLayout.JAVA_INT, 2));
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** What a status means, in UCX's words. */
    static String text(byte status) {
        long at;
        try {
            at = (long) STATUS_STRING.invokeExact(status);
        } catch (Throwable t) {
            throw unexpected(t);
        }
        byte[] bytes = new byte[TEXT_BYTES];
        int length = 0;
        while (length < TEXT_BYTES && SharedMemory.getByte(at + length) != 0) {
            bytes[length] = SharedMemory.getByte(at + length);
            length++;
        }
        return new String(bytes, 0, length, StandardCharsets.UTF_8) + " (" + status + ")";
    }

    /** Whether a call has returned a request, for {@link #status} and {@link #free}, by contrast to a status. */
    static boolean isRequest(long result) {
        return result > UCS_OK || result < UCS_ERR_LAST;
    }

    /** What has become of a request. */
    static byte status(long request) {
        try {
            return (byte) REQUEST_CHECK_STATUS.invokeExact(request);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static void free(long request) {
        call(REQUEST_FREE, request);
    }

    static byte readConfiguration(long result) {
        try {
            return (byte) CONFIG_READ.invokeExact(0L, 0L, result);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static byte modifyConfiguration(long configuration, long name, long value) {
        return status(CONFIG_MODIFY, configuration, name, value);
    }

    static void releaseConfiguration(long configuration) {
        call(CONFIG_RELEASE, configuration);
    }

    static byte init(long parameters, long configuration, long result) {
        try {
            return (byte) INIT.invokeExact(API_MAJOR, API_MINOR, parameters, configuration, result);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static void cleanup(long context) {
        call(CLEANUP, context);
    }

    static byte createWorker(long context, long parameters, long result) {
        return status(WORKER_CREATE, context, parameters, result);
    }

    static void destroyWorker(long worker) {
        call(WORKER_DESTROY, worker);
    }

    static byte address(long worker, long result, long bytes) {
        return status(WORKER_GET_ADDRESS, worker, result, bytes);
    }

    static void releaseAddress(long worker, long address) {
        try {
            WORKER_RELEASE_ADDRESS.invokeExact(worker, address);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static byte descriptor(long worker, long result) {
        return status(WORKER_GET_EFD, worker, result);
    }

    /** Takes out the oldest message that has come, of any tag; its length is in that information. 0 for none. */
    static long nextMessage(long worker, long information) {
        try {
            return (long) TAG_PROBE.invokeExact(worker, 0L, 0L, 1, information);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Receives what was taken out. A status, or a request that is done when all of it has come. */
    static long receive(long worker, long to, long bytes, long message, long parameters) {
        try {
            return (long) TAG_MSG_RECV.invokeExact(worker, to, bytes, message, parameters);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static byte arm(long worker) {
        try {
            return (byte) WORKER_ARM.invokeExact(worker);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static byte signal(long worker) {
        try {
            return (byte) WORKER_SIGNAL.invokeExact(worker);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Whether something has come or gone. */
    static boolean progress(long worker) {
        try {
            return (int) WORKER_PROGRESS.invokeExact(worker) != 0;
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static byte createEndpoint(long worker, long parameters, long result) {
        return status(EP_CREATE, worker, parameters, result);
    }

    /** A status, or a request. */
    static long flush(long endpoint, long parameters) {
        return request(EP_FLUSH, endpoint, parameters);
    }

    /** A status, or a request. */
    static long close(long endpoint, long parameters) {
        return request(EP_CLOSE, endpoint, parameters);
    }

    /** Sends a message. A status, or a request: then the data stays as it is until that is done. */
    static long send(long endpoint, long data, long bytes, long tag, long parameters) {
        try {
            return (long) TAG_SEND.invokeExact(endpoint, data, bytes, tag, parameters);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static byte map(long context, long parameters, long result) {
        return status(MEM_MAP, context, parameters, result);
    }

    static void unmap(long context, long memory) {
        try {
            byte _ = (byte) MEM_UNMAP.invokeExact(context, memory);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** Writes where the key of memory is, for {@link #releaseKey}, and its length. */
    static byte packKey(long context, long memory, long result, long bytes) {
        try {
            return (byte) RKEY_PACK.invokeExact(context, memory, result, bytes);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    static void releaseKey(long packed) {
        call(RKEY_BUFFER_RELEASE, packed);
    }

    static byte unpackKey(long endpoint, long packed, long result) {
        return status(EP_RKEY_UNPACK, endpoint, packed, result);
    }

    static void destroyKey(long key) {
        call(RKEY_DESTROY, key);
    }

    /** A status, or a request: then the data stays as it is until that is done, and is not there yet. */
    static long put(long endpoint, long data, long bytes, long there, long key, long parameters) {
        try {
            return (long) PUT.invokeExact(endpoint, data, bytes, there, key, parameters);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** A status, or a request that is done when the data is here. */
    static long get(long endpoint, long data, long bytes, long there, long key, long parameters) {
        try {
            return (long) GET.invokeExact(endpoint, data, bytes, there, key, parameters);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    /** What UCX calls for an endpoint that fails, of {@code (long, long, byte)void}; it throws nothing. */
    static MemorySegment broke(MethodHandle function, Arena arena) {
        return LINKER.upcallStub(function, BROKE, arena);
    }

    /** What {@link #awaitInput} reads and writes, for descriptors of files. */
    static MemorySegment pollable(int[] descriptors, Arena arena) {
        MemorySegment pollable = arena.allocate((long) descriptors.length * POLLFD_BYTES, Integer.BYTES);
        for (int i = 0; i < descriptors.length; i++) {
            pollable.set(ValueLayout.JAVA_INT, (long) i * POLLFD_BYTES, descriptors[i]);
            pollable.set(ValueLayout.JAVA_SHORT, (long) i * POLLFD_BYTES + POLLFD_EVENTS, POLLIN);
        }
        return pollable;
    }

    /** Blocks until there is something to read, the time is over, or a signal comes. */
    static void awaitInput(MemorySegment pollable, int millis) {
        try {
            int _ = (int) POLL.invokeExact(pollable.address(), pollable.byteSize() / POLLFD_BYTES, millis);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static void call(MethodHandle function, long argument) {
        try {
            function.invokeExact(argument);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static byte status(MethodHandle function, long a, long b) {
        try {
            return (byte) function.invokeExact(a, b);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static byte status(MethodHandle function, long a, long b, long c) {
        try {
            return (byte) function.invokeExact(a, b, c);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static long request(MethodHandle function, long a, long b) {
        try {
            return (long) function.invokeExact(a, b);
        } catch (Throwable t) {
            throw unexpected(t);
        }
    }

    private static IllegalStateException unexpected(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return new IllegalStateException("a call of UCX failed", e);
    }
}
