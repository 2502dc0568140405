package org.pgas.launch.rendezvous;

import java.io.IOException;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/**
 * Values by PMIx, as Open MPI keeps them, and Slurm with {@code --mpi=pmix}: by the library of the scheduler, through
 * calls that have the same form in its versions 2 to 5.
 *
 * <p>Source: PMIx standard 4, chapters 3 and 5 to 7; {@code pmix.h}.
 */
@SuppressWarnings("restricted") // calling that library is what this class is for
final class Pmix implements Exchange {
    private static final String LIBRARY = "libpmix.so.2";

    /** {@code pmix_proc_t}: a name of 256 bytes, and a rank. */
    private static final long RANK = 256;
    private static final long PROCESS_BYTES = RANK + Integer.BYTES;

    /** {@code pmix_value_t}: a type, and what it says. */
    private static final long DATA = 8;
    private static final long VALUE_BYTES = 24;
    private static final short STRING = 3;
    private static final byte GLOBAL = 3;

    /** {@code pmix_info_t}: a key of 512 bytes, flags, a value. */
    private static final long INFO_VALUE = 512 + 8;
    private static final long INFO_BYTES = INFO_VALUE + VALUE_BYTES;
    private static final short BOOLEAN = 1;
    private static final String COLLECT = "pmix.collect";

    private static final int LONGEST_TEXT = 4096;

    /** A pointer to a value that the library has made. */
    private static final AddressLayout TO_VALUE = ValueLayout.ADDRESS
            .withTargetLayout(MemoryLayout.sequenceLayout(VALUE_BYTES, ValueLayout.JAVA_BYTE));

    /** A pointer to a text that the library has made: it ends with 0. */
    private static final AddressLayout TO_TEXT = ValueLayout.ADDRESS
            .withTargetLayout(MemoryLayout.sequenceLayout(LONGEST_TEXT, ValueLayout.JAVA_BYTE));

    @Override
    public String share(String own) throws IOException {
        // never closed: the library has threads of its own
        Library library = new Library(Arena.global());
        try (Arena arena = Arena.ofConfined()) {
            return share(library, arena, own);
        }
    }

    private static String share(Library library, Arena arena, String own) throws IOException {
        MemorySegment self = arena.allocate(PROCESS_BYTES, Long.BYTES);
        library.call("PMIx_Init", self, MemorySegment.NULL, 0L);
        if (own != null) {
            MemorySegment value = arena.allocate(VALUE_BYTES, Long.BYTES);
            value.set(ValueLayout.JAVA_SHORT, 0, STRING);
            value.set(ValueLayout.ADDRESS, DATA, arena.allocateFrom(own));
            library.call("PMIx_Put", GLOBAL, arena.allocateFrom(KEY), value);
        }
        library.call("PMIx_Commit");
        MemorySegment collect = arena.allocate(INFO_BYTES, Long.BYTES);
        collect.setString(0, COLLECT);
        collect.set(ValueLayout.JAVA_SHORT, INFO_VALUE, BOOLEAN);
        collect.set(ValueLayout.JAVA_BOOLEAN, INFO_VALUE + DATA, true);
        library.call("PMIx_Fence", MemorySegment.NULL, 0L, collect, 1L);
        String told = own;
        if (own == null) {
            MemorySegment first = arena.allocate(PROCESS_BYTES, Long.BYTES).copyFrom(self);
            first.set(ValueLayout.JAVA_INT, RANK, 0);
            MemorySegment found = arena.allocate(ValueLayout.ADDRESS);
            library.call("PMIx_Get", first, arena.allocateFrom(KEY), MemorySegment.NULL, 0L, found);
            MemorySegment value = found.get(TO_VALUE, 0);
            if (value.get(ValueLayout.JAVA_SHORT, 0) != STRING) {
                throw new IOException("PMIx has kept something else than a text");
            }
            told = value.get(TO_TEXT, DATA).getString(0);
        }
        library.call("PMIx_Finalize", MemorySegment.NULL, 0L);
        return told;
    }

    /** The functions of the library: each answers a status, 0 when all is well. */
    private static final class Library {
        private static final Linker LINKER = Linker.nativeLinker();

        private final SymbolLookup names;

        Library(Arena arena) throws IOException {
            try {
                names = SymbolLookup.libraryLookup(LIBRARY, arena);
            } catch (IllegalArgumentException e) {
                throw new IOException(LIBRARY + " is not found, by which this scheduler's values are reached", e);
            }
        }

        void call(String name, Object... arguments) throws IOException {
            MemoryLayout[] layouts = new MemoryLayout[arguments.length];
            for (int i = 0; i < arguments.length; i++) {
                layouts[i] = switch (arguments[i]) {
                    case MemorySegment ignored -> ValueLayout.ADDRESS;
                    case Long ignored -> ValueLayout.JAVA_LONG;
                    default -> ValueLayout.JAVA_BYTE;
                };
            }
            MemorySegment function = names.find(name)
                    .orElseThrow(() -> new IOException(LIBRARY + " has no " + name));
            int status;
            try {
                status = (int) LINKER.downcallHandle(function, FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts))
                        .invokeWithArguments(arguments);
            } catch (Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IOException("a call of " + name + " failed: " + e, e);
            }
            if (status != 0) {
                throw new IOException(name + " has answered with status " + status);
            }
        }
    }
}
