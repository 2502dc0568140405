package org.pgas.ga;

import java.util.Arrays;
import java.util.function.Supplier;

import org.pgas.GlobalPointer;
import org.pgas.PgasException;
import org.pgas.refusal.Failures;

/**
 * An array that is being described, step by step, until {@link #allocate} makes it. Made by {@link Ga#createHandle}.
 *
 * <pre>{@code
 * GaArray a = ga.createHandle().setData(GaType.C_DBL, 1000, 1000).setArrayName("A")
 *         .setBlockCyclicProcGrid(new long[]{64, 64}, new int[]{2, 2}).allocate();
 * }</pre>
 *
 * <p>By default the array is cut in one block for each process, as even as may be. For one thread. Arguments are
 * copied. What is wrong is an error of {@link #allocate}, on all processes.
 *
 * <p>Source: GA_Create_handle and the calls that set what it is.
 */
public final class GaHandle {
    private static final int MOST_DIMENSIONS = 7;

    private final GaCore core;
    private final String call;
    private GaType type;
    private long[] dims;
    private String name = "";
    private long[] chunk;
    private long[] map;
    private int[] nblock;
    private long[] width;
    private long[] blockDims;
    private int[] procGrid;

    GaHandle(GaCore core, String call) {
        this.core = core;
        this.call = call;
    }

    /** The type of the elements and the extents, 1 to 7 of them, 1 and more each. Needed. Source: GA_Set_data. */
    public GaHandle setData(GaType elements, long... extents) {
        type = elements;
        dims = copy(extents);
        return this;
    }

    /** A name for messages; empty by default. Source: GA_Set_array_name. */
    public GaHandle setArrayName(String arrayName) {
        name = arrayName;
        return this;
    }

    /**
     * The least that a block has of each dimension: entries of 0 and -1 leave it open, that of the extent keeps the
     * dimension whole. Null leaves all open. Source: GA_Set_chunk.
     */
    public GaHandle setChunk(long... least) {
        chunk = copy(least);
        return this;
    }

    /**
     * Blocks of any size, not more than processes: {@code blocks[d]} of them along dimension d, which begin at the next
     * {@code blocks[d]} entries of {@code starts}: 0, then ever greater indices. Source: GA_Set_irreg_distr.
     */
    public GaHandle setIrregDistr(long[] starts, int[] blocks) {
        map = copy(starts);
        nblock = copy(blocks);
        return this;
    }

    /** So many ghost cells at either end of each dimension of a block: 0 up to the extent. Source: GA_Set_ghosts. */
    public GaHandle setGhosts(long... cells) {
        width = copy(cells);
        return this;
    }

    /** Blocks of these extents, dealt to the processes in turn, row after row. Source: GA_Set_block_cyclic. */
    public GaHandle setBlockCyclic(long... extents) {
        blockDims = copy(extents);
        procGrid = null;
        return this;
    }

    /**
     * Blocks of these extents, dealt in turn along each dimension of a grid of processes, as of ScaLAPACK: {@code
     * grid[d]} processes along dimension d, all processes together at most. Source: GA_Set_block_cyclic_proc_grid.
     */
    public GaHandle setBlockCyclicProcGrid(long[] extents, int[] grid) {
        blockDims = copy(extents);
        procGrid = copy(grid);
        return this;
    }

    private static long[] copy(long[] given) {
        return given == null ? null : given.clone();
    }

    private static int[] copy(int[] given) {
        return given == null ? null : given.clone();
    }

    /**
     * Makes the array. Its elements are undefined. Collective: all processes have described the same array.
     *
     * <p>Errors, on all processes, with nothing made: a value that its setter says is not legal, or settings that
     * exclude each other; processes that differ; on one of them no room ({@link org.pgas.ErrorCode#RESOURCE}). Source:
     * GA_Allocate.
     */
    public GaArray allocate() {
        return make(core, call, name, this::layout);
    }

    /** An array of the layout that {@code described} answers, or refuses. Collective. */
    static GaArray make(GaCore core, String call, String name, Supplier<Layout> described) {
        core.enter(call);
        core.members.beginCollective(call);
        Layout[] found = new Layout[1];
        Throwable problem = Failures.of(() -> {
            if (name == null) {
                throw core.refusals.bad(call, "the name is null");
            }
            found[0] = described.get();
        });
        long own = problem != null ? 0 : found[0].fingerprint();
        long[] all = core.agree(call, problem, own);
        for (int proc = 0; proc < core.nproc; proc++) {
            if (all[proc] != own) {
                throw core.refusals.bad(call, "process " + proc
                        + " describes another type, other extents or another distribution: all give the same");
            }
        }
        long[][] pointers = new long[1][];
        core.named(call, () -> pointers[0] = core.armci.malloc(found[0].dealing.bytes(core.me)));
        return new GaArray(core, name, found[0], pointers[0]);
    }

    private Layout layout() {
        checkData();
        int ndim = dims.length;
        long[] ghosts = width == null ? new long[ndim] : checked("width", width, 0, dims);
        checkTogether(ghosts);
        long bytes = type.bytes();
        if (blockDims != null) {
            Axis[] axes = even(checked("block dims", blockDims, 1, null));
            checkRoom(axes, ghosts);
            return new Layout(type, axes, ghosts, procGrid == null ? new BlocksInTurn(axes, bytes, core.nproc)
                    : new BlocksOnGrid(axes, bytes, checkedGrid()));
        }
        Axis[] axes = nblock != null ? irregular() : regular();
        checkRoom(axes, ghosts);
        return new Layout(type, axes, ghosts, new BlockEach(axes, ghosts, bytes));
    }

    private void checkData() {
        if (type == null || dims == null) {
            throw bad((type == null ? "the type" : "dims") + " is null: say what the array is (GaHandle.setData)");
        }
        if (dims.length < 1 || dims.length > MOST_DIMENSIONS) {
            throw bad("dims has " + dims.length + " entries: legal are 1.." + MOST_DIMENSIONS);
        }
        checked("dims", dims, 1, null);
        double elements = 1;
        for (long extent : dims) {
            elements *= extent;
        }
        if (elements * type.bytes() > GlobalPointer.MAX_SEGMENT_BYTES * (double) core.nproc) {
            throw bad("dims " + Arrays.toString(dims) + ": the array takes " + elements * type.bytes()
                    + " bytes: legal are " + GlobalPointer.MAX_SEGMENT_BYTES + " on each process");
        }
    }

    private void checkTogether(long[] ghosts) {
        if (blockDims != null && (nblock != null || chunk != null)) {
            throw bad("blocks in turn have the extents that they are given: leave out chunk and irregular blocks");
        }
        if (blockDims != null && Arrays.stream(ghosts).anyMatch(each -> each > 0)) {
            throw bad("blocks in turn have no ghost cells: leave out one of both");
        }
        if (nblock != null && chunk != null) {
            throw bad("irregular blocks begin where they are told: leave out the chunk");
        }
    }

    /** Refuses what one process cannot have. */
    private void checkRoom(Axis[] axes, long[] ghosts) {
        double bytes = type.bytes();
        for (int d = 0; d < axes.length; d++) {
            bytes *= axes[d].longest() + 2.0 * ghosts[d];
        }
        if (bytes > GlobalPointer.MAX_SEGMENT_BYTES) {
            throw bad("a block takes " + bytes + " bytes: legal are " + GlobalPointer.MAX_SEGMENT_BYTES
                    + ": take smaller ones, or more processes");
        }
    }

    /** Refuses entries below {@code least} or beyond those of {@code most}, and another number of them. */
    private long[] checked(String argument, long[] given, long least, long[] most) {
        if (given.length != dims.length) {
            throw bad(argument + " has " + given.length + " entries: legal are " + dims.length
                    + ", one for each dimension");
        }
        for (int d = 0; d < given.length; d++) {
            if (given[d] < least || most != null && given[d] > most[d]) {
                throw bad(argument + "[" + d + "] is " + given[d] + ": legal are " + least
                        + (most == null ? " and more" : ".." + most[d]));
            }
        }
        return given;
    }

    private int[] checkedGrid() {
        long[] grid = Arrays.stream(procGrid).asLongStream().toArray();
        checked("grid", grid, 1, null);
        double places = 1;
        for (long each : grid) {
            places *= each;
        }
        if (places > core.nproc) {
            throw bad("grid " + Arrays.toString(procGrid) + " has " + (long) places + " places: legal are "
                    + core.nproc + " at most, one for each process");
        }
        return procGrid;
    }

    private Axis[] even(long[] sizes) {
        Axis[] axes = new Axis[dims.length];
        double blocks = 1;
        for (int d = 0; d < axes.length; d++) {
            blocks *= Math.ceilDiv(dims[d], sizes[d]);
        }
        if (blocks > Integer.MAX_VALUE) {
            throw bad("blocks of " + Arrays.toString(sizes) + ": there are " + blocks + " of them: legal are "
                    + Integer.MAX_VALUE + ": take larger ones");
        }
        Arrays.setAll(axes, d -> Axis.even(dims[d], sizes[d]));
        return axes;
    }

    private Axis[] regular() {
        if (chunk != null) {
            checked("chunk", chunk, -1, null);
        }
        int[] blocks = ProcessGrid.of(dims, chunk, core.nproc);
        long[] sizes = new long[dims.length];
        Arrays.setAll(sizes, d -> ProcessGrid.size(dims[d], blocks[d]));
        return even(sizes);
    }

    private Axis[] irregular() {
        long[] counts = Arrays.stream(nblock).asLongStream().toArray();
        checked("nblock", counts, 1, dims);
        double blocks = 1;
        long entries = 0;
        for (long each : counts) {
            blocks *= each;
            entries += each;
        }
        if (blocks > core.nproc) {
            throw bad("nblock " + Arrays.toString(nblock) + " makes " + (long) blocks + " blocks: legal are "
                    + core.nproc + " at most, one for each process");
        }
        if (map == null || map.length < entries) {
            throw bad("map has " + (map == null ? "no" : map.length) + " entries: legal are " + entries
                    + ", where each block of each dimension begins");
        }
        Axis[] axes = new Axis[dims.length];
        int at = 0;
        for (int d = 0; d < axes.length; d++) {
            long[] starts = Arrays.copyOfRange(map, at, at + nblock[d]);
            checkStarts(d, at, starts);
            axes[d] = Axis.cut(dims[d], starts);
            at += nblock[d];
        }
        return axes;
    }

    private void checkStarts(int d, int at, long[] starts) {
        for (int i = 0; i < starts.length; i++) {
            long least = i == 0 ? 0 : starts[i - 1] + 1;
            long most = i == 0 ? 0 : dims[d] - 1;
            if (starts[i] < least || starts[i] > most) {
                throw bad("map[" + (at + i) + "], where block " + i + " of dimension " + d + " begins, is "
                        + starts[i] + ": legal are " + least + ".." + most);
            }
        }
    }

    private PgasException bad(String what) {
        return core.refusals.bad(call, name.isEmpty() ? what : "array " + name + ": " + what);
    }
}
