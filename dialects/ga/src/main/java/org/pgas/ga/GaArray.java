package org.pgas.ga;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.GlobalPointer;
import org.pgas.atomics.Scale;

/**
 * A global array: elements in up to seven dimensions, cut in blocks. Each process has one block in its memory, or
 * several in turn. All processes use the array as if it were whole. Made by {@link Ga#create} and its like.
 *
 * <h2>Patches and local memory</h2>
 *
 * <p>A patch is the elements from {@code lo} to {@code hi}: the first and the last index of each dimension, both of
 * them in the patch, as in C. Dimension 0 is the outermost, and the last one runs fastest. Indices count from 0.
 *
 * <p>Local memory is a {@link MemorySegment} of any kind, and a byte offset in it. {@code ld} has its extents in all
 * dimensions but the first: {@code ld[d - 1]} elements lie there along dimension d. So it has one entry less than there
 * are dimensions. Null says that the memory holds just the patch, without gaps.
 *
 * <h2>Transfers</h2>
 *
 * <p>Put, get and accumulate are one-sided: any thread of any process, loopback too; not collective; not in a
 * restricted context (see {@link org.pgas.Job}). A patch may reach over any number of processes. Blocking calls are
 * done when they return, at their targets too. Calls with a name that begins with {@code nb} note in a
 * {@link GaNbHandle} what goes on. The local memory belongs to them until {@link Ga#nbWait}, and {@link Ga#sync} shows
 * others only those that were waited for.
 *
 * <p><b>Order.</b> What a thread has done is done: its next call comes after. Other processes see it after a {@link
 * Ga#sync}, or when told otherwise, by a mutex or a {@link #readInc}. Bytes have no atomicity: parts that one process
 * puts while others put or get them hold some of either. Accumulates add up: each component is updated atomically
 * towards all accumulates of all processes (of a complex number, each of its two parts), and towards nothing else.
 *
 * <h2>Operations on whole arrays and patches</h2>
 *
 * <p>Those that say so are collective: all processes make the same calls in the same order, with the same arguments, by
 * one thread of each at a time. They begin and end with a {@link Ga#sync}: they take in what any process did before,
 * and all see what they did. If a call goes wrong on one process, it throws on all. Each process works on what lies in
 * its memory.
 *
 * <h2>Errors</h2>
 *
 * <p>{@link org.pgas.PgasException}, before anything was changed, naming the array, the dimension, the value and what
 * is legal: indices outside the array, {@code lo} beyond {@code hi}; {@code ld} below the patch; local memory that is
 * null, too small, read-only (get), closed or confined to another thread; numbers of another type; any call after
 * {@link #destroy}, the end of the {@link Ga}, and the close of the job.
 *
 * <p>Calls with equal patches and extents allocate nothing, but for views of Java arrays.
 *
 * <p>Source: the Global Arrays toolkit; this is its array handle {@code g_a}.
 */
public final class GaArray {
    final GaCore core;
    final Layout layout;

    /** This process' memory of the array. */
    final MemorySegment own;

    final PatchTransfers transfers;
    final PatchChecks checks;
    private final String name;
    private final long[] pointers;
    private final ElementTransfers elements;
    private final PatchOperations operations;

    /** Of the number that was last given as a double; racy: a number is immutable. */
    private Scale lastNumber; // any thread | any thread | plain

    GaArray(GaCore core, String name, Layout layout, long[] pointers) {
        this.core = core;
        this.name = name;
        this.layout = layout;
        this.pointers = pointers;
        long[] offsets = new long[pointers.length];
        for (int proc = 0; proc < offsets.length; proc++) {
            offsets[proc] = pointers[proc] == GlobalPointer.NULL ? 0 : GlobalPointer.offset(pointers[proc]);
        }
        long bytes = layout.dealing.bytes(core.me);
        this.own = bytes == 0 ? MemorySegment.NULL : core.armci.memory(pointers[core.me], bytes);
        this.checks = new PatchChecks(core, layout, toString());
        this.transfers = new PatchTransfers(core, layout, offsets, checks);
        this.elements = new ElementTransfers(core, layout, offsets, checks);
        this.operations = core.operations;
        core.add(this);
    }

    // What it is.

    /** The name it was given. Source: GA_Inquire_name. */
    public String name() {
        return name;
    }

    /** The type of its elements. Source: NGA_Inquire. */
    public GaType type() {
        return layout.type;
    }

    /** How many dimensions it has: 1..7. Source: GA_Ndim. */
    public int ndim() {
        return layout.ndim;
    }

    /** Its extents, dimension by dimension. Source: NGA_Inquire. */
    public long[] dims() {
        return layout.dims.clone();
    }

    /** Whether it lives: it is not destroyed. */
    public boolean isOpen() {
        return checks.isOpen();
    }

    /** How many blocks it is cut in along each dimension. Source: GA_Nblock. */
    public int[] nblock() {
        int[] blocks = new int[layout.ndim];
        for (int d = 0; d < blocks.length; d++) {
            blocks[d] = layout.axes[d].blocks();
        }
        return blocks;
    }

    /** How many blocks it is cut in. Source: GA_Total_blocks. */
    public long totalBlocks() {
        return Dealing.count(layout.axes);
    }

    /** Whether processes have blocks in turn, and not one each. */
    public boolean isBlockCyclic() {
        return layout.isCyclic();
    }

    /**
     * What process {@code proc} has: {@code lo} and {@code hi} get the first and the last indices. Answers false, with
     * 0 and -1 there, where it has nothing. If blocks are dealt in turn, {@code proc} is the number of a block,
     * 0..{@link #totalBlocks}-1, row after row. Source: NGA_Distribution.
     */
    public boolean distribution(int proc, long[] lo, long[] hi) {
        String call = "GaArray.distribution";
        checks.open(call);
        checks.room(call, "lo", lo);
        checks.room(call, "hi", hi);
        long end = layout.isCyclic() ? totalBlocks() : core.nproc;
        if (proc < 0 || proc >= end) {
            throw checks.bad(call, "proc is " + proc + ": legal are 0.." + (end - 1));
        }
        int[] block = new int[layout.ndim];
        if (layout.isCyclic()) {
            Dealing.named(layout.axes, proc, block);
        } else if (layout.dealing.count(proc) == 0) {
            for (int d = 0; d < block.length; d++) {
                lo[d] = 0;
                hi[d] = -1;
            }
            return false;
        } else {
            layout.dealing.block(proc, 0, block);
        }
        layout.bounds(block, lo, hi);
        return true;
    }

    /** The process that has an element; -1 outside the array. Source: NGA_Locate. */
    public int locate(long[] subscript) {
        checks.open("GaArray.locate");
        checks.room("GaArray.locate", "subscript", subscript);
        return elements.locate(subscript);
    }

    /**
     * The processes that have a part of a patch, each with its part, in the order of the blocks. Source:
     * NGA_Locate_region.
     */
    public List<GaRegion> locateRegion(long[] lo, long[] hi) {
        checks.patch("GaArray.locateRegion", lo, hi);
        GaPatch patch = new GaPatch(this, lo, hi);
        List<GaRegion> found = new ArrayList<>();
        int[] block = new int[layout.ndim];
        for (long each = 0; each < totalBlocks(); each++) {
            Dealing.named(layout.axes, each, block);
            OwnPart part = OwnPart.cut(patch, block);
            if (part != null) {
                found.add(new GaRegion(layout.dealing.owner(block), part.lo(), part.hi()));
            }
        }
        return found;
    }

    /**
     * Where a process lies in the grid of processes that have the array; {@code coord} gets its place along each
     * dimension. Answers false where it has none, and where blocks are dealt in turn without a grid. Source:
     * NGA_Proc_topology.
     */
    public boolean procTopology(int proc, int[] coord) {
        String call = "GaArray.procTopology";
        checks.open(call);
        if (proc < 0 || proc >= core.nproc) {
            throw checks.bad(call, "proc is " + proc + ": legal are 0.." + (core.nproc - 1));
        }
        if (coord == null || coord.length < layout.ndim) {
            throw checks.bad(call, "coord: legal are arrays of " + layout.ndim + " and more");
        }
        return layout.dealing.position(proc, coord);
    }

    /** The grid of processes that have the array; null where blocks are dealt in turn without a grid. */
    public int[] procGrid() {
        int[] grid = layout.dealing.grid();
        return grid == null ? null : grid.clone();
    }

    /**
     * Whether this and {@code other} have the same extents, in the same blocks on the same processes. Source:
     * GA_Compare_distr.
     */
    public boolean compareDistr(GaArray other) {
        checks.open("GaArray.compareDistr");
        if (other == null) {
            throw checks.bad("GaArray.compareDistr", "the other array is null");
        }
        return layout.isDealtAs(other.layout);
    }

    /** A patch of it, checked. Error: it is not wholly in the array. */
    public GaPatch patch(long[] lo, long[] hi) {
        checks.patch("GaArray.patch", lo, hi);
        return new GaPatch(this, lo, hi);
    }

    /** All of it as a patch. */
    public GaPatch whole() {
        checks.open("GaArray.whole");
        long[] hi = layout.dims.clone();
        for (int d = 0; d < hi.length; d++) {
            hi[d]--;
        }
        return new GaPatch(this, new long[hi.length], hi);
    }

    // Transfers.

    /** Puts local memory into a patch. Source: NGA_Put. */
    public void put(long[] lo, long[] hi, MemorySegment buf, long offset, long[] ld) {
        PatchWalk walk = transfers.begin("GaArray.put", lo, hi);
        walk.local(buf, offset, ld, false);
        walk.put(null);
        transfers.giveBack(walk);
    }

    /** As the other form, of memory that holds just the patch. */
    public void put(long[] lo, long[] hi, MemorySegment buf) {
        put(lo, hi, buf, 0, null);
    }

    /** Gets a patch to local memory. Source: NGA_Get. */
    public void get(long[] lo, long[] hi, MemorySegment buf, long offset, long[] ld) {
        PatchWalk walk = transfers.begin("GaArray.get", lo, hi);
        walk.local(buf, offset, ld, true);
        walk.get(null);
        transfers.giveBack(walk);
    }

    /** As the other form, to memory that takes just the patch. */
    public void get(long[] lo, long[] hi, MemorySegment buf) {
        get(lo, hi, buf, 0, null);
    }

    /** Adds {@code alpha} times local memory to a patch, atomically. Source: NGA_Acc. */
    public void acc(long[] lo, long[] hi, MemorySegment buf, long offset, long[] ld, Scale alpha) {
        PatchWalk walk = transfers.begin("GaArray.acc", lo, hi);
        checks.number("GaArray.acc", "alpha", alpha);
        walk.local(buf, offset, ld, false);
        walk.accumulate(alpha, null);
        transfers.giveBack(walk);
    }

    /** As the other form, of memory that holds just the patch, by a factor that becomes one of the array's type. */
    public void acc(long[] lo, long[] hi, MemorySegment buf, double alpha) {
        acc(lo, hi, buf, 0, null, number(alpha));
    }

    /**
     * Puts into every {@code skip[d]}-th index of dimension d of a patch, from {@code lo} on; local memory has these
     * elements alone, and {@code ld} are its extents. Source: NGA_Strided_put.
     */
    public void stridedPut(long[] lo, long[] hi, long[] skip, MemorySegment buf, long offset, long[] ld) {
        PatchWalk walk = transfers.begin("GaArray.stridedPut", lo, hi);
        walk.skip(skip);
        walk.local(buf, offset, ld, false);
        walk.put(null);
        transfers.giveBack(walk);
    }

    /** As {@link #stridedPut}, gets. Source: NGA_Strided_get. */
    public void stridedGet(long[] lo, long[] hi, long[] skip, MemorySegment buf, long offset, long[] ld) {
        PatchWalk walk = transfers.begin("GaArray.stridedGet", lo, hi);
        walk.skip(skip);
        walk.local(buf, offset, ld, true);
        walk.get(null);
        transfers.giveBack(walk);
    }

    /** As {@link #stridedPut}, adds {@code alpha} times local memory, atomically. Source: NGA_Strided_acc. */
    public void stridedAcc(long[] lo, long[] hi, long[] skip, MemorySegment buf, long offset, long[] ld,
            Scale alpha) {
        PatchWalk walk = transfers.begin("GaArray.stridedAcc", lo, hi);
        checks.number("GaArray.stridedAcc", "alpha", alpha);
        walk.skip(skip);
        walk.local(buf, offset, ld, false);
        walk.accumulate(alpha, null);
        transfers.giveBack(walk);
    }

    /** As {@link #put}, noted in the handle. Source: NGA_NbPut. */
    public void nbPut(long[] lo, long[] hi, MemorySegment buf, long offset, long[] ld, GaNbHandle handle) {
        PatchWalk walk = transfers.begin("GaArray.nbPut", lo, hi);
        walk.local(buf, offset, ld, false);
        walk.put(checks.handle("GaArray.nbPut", handle));
        transfers.giveBack(walk);
    }

    /** As {@link #get}, noted in the handle. Source: NGA_NbGet. */
    public void nbGet(long[] lo, long[] hi, MemorySegment buf, long offset, long[] ld, GaNbHandle handle) {
        PatchWalk walk = transfers.begin("GaArray.nbGet", lo, hi);
        walk.local(buf, offset, ld, true);
        walk.get(checks.handle("GaArray.nbGet", handle));
        transfers.giveBack(walk);
    }

    /** As {@link #acc}, noted in the handle. Source: NGA_NbAcc. */
    public void nbAcc(long[] lo, long[] hi, MemorySegment buf, long offset, long[] ld, Scale alpha,
            GaNbHandle handle) {
        PatchWalk walk = transfers.begin("GaArray.nbAcc", lo, hi);
        checks.number("GaArray.nbAcc", "alpha", alpha);
        walk.local(buf, offset, ld, false);
        walk.accumulate(alpha, checks.handle("GaArray.nbAcc", handle));
        transfers.giveBack(walk);
    }

    /**
     * Puts {@code n} elements of local memory, one behind the other, where {@code subscripts} say: that of element i
     * begins at entry {@code i * ndim()}. Of an element that is named more than once, one of the values stays.
     * Blocking. Source: NGA_Scatter, NGA_Scatter_flat.
     */
    public void scatter(MemorySegment v, long offset, long[] subscripts, int n) {
        elements.move(new ElementTransfers.Elements("GaArray.scatter", TransferWay.PUT, null, v, offset, subscripts,
                n));
    }

    /** As {@link #scatter}, gets. Source: NGA_Gather, NGA_Gather_flat. */
    public void gather(MemorySegment v, long offset, long[] subscripts, int n) {
        elements.move(new ElementTransfers.Elements("GaArray.gather", TransferWay.GET, null, v, offset, subscripts,
                n));
    }

    /**
     * As {@link #scatter}, adds {@code alpha} times each, atomically; an element that is named more than once gets all
     * of it. Source: NGA_Scatter_acc, NGA_Scatter_acc_flat.
     */
    public void scatterAcc(MemorySegment v, long offset, long[] subscripts, int n, Scale alpha) {
        checks.number("GaArray.scatterAcc", "alpha", alpha);
        elements.move(new ElementTransfers.Elements("GaArray.scatterAcc", TransferWay.ACCUMULATE, alpha, v, offset,
                subscripts, n));
    }

    /**
     * Adds {@code inc} to an element and answers the value before, atomically towards all other such calls. An acquire
     * and a release. Any thread; not collective. Of arrays of integers; those of C_INT take an int. Source:
     * NGA_Read_inc.
     */
    public long readInc(long[] subscript, long inc) {
        return elements.readInc("GaArray.readInc", subscript, inc);
    }

    // Access in place.

    /**
     * This process' memory of a patch that it has in one of its blocks, for loads and stores: from the first element
     * on, in native byte order; {@code ld} gets the extents there of all dimensions but the first. Others see what is
     * stored after a {@link #releaseUpdate} and a {@link Ga#sync}. Not collective; until {@link #destroy}. Error: the
     * patch is not in one block of this process. Source: NGA_Access.
     */
    public MemorySegment access(long[] lo, long[] hi, long[] ld) {
        return accessed("GaArray.access", lo, hi, ld);
    }

    private MemorySegment accessed(String call, long[] lo, long[] hi, long[] ld) {
        checks.patch(call, lo, hi);
        checks.leadRoom(call, ld);
        OwnPart part = OwnPart.of(this, lo, hi);
        if (part == null) {
            throw checks.bad(call, new GaPatch(this, lo, hi) + " is not in one block of this process, " + core.me
                    + " (GaArray.distribution tells what is)");
        }
        return view(part.at(), part.extents(), part.strides(), ld);
    }

    private MemorySegment view(long at, long[] extents, long[] strides, long[] ld) {
        long bytes = layout.type.bytes();
        for (int d = 0; d < extents.length; d++) {
            bytes += (extents[d] - 1) * strides[d];
            if (d > 0) {
                ld[d - 1] = strides[d - 1] / strides[d];
            }
        }
        return own.asSlice(at, bytes);
    }

    /**
     * This process' memory of block {@code block}, a number 0..{@link #totalBlocks}-1, as {@link #access} of it. Error:
     * another process has it. Source: NGA_Access_block.
     */
    public MemorySegment accessBlock(long block, long[] ld) {
        String call = "GaArray.accessBlock";
        checks.open(call);
        if (block < 0 || block >= totalBlocks()) {
            throw checks.bad(call, "block is " + block + ": legal are 0.." + (totalBlocks() - 1));
        }
        int[] named = new int[layout.ndim];
        Dealing.named(layout.axes, block, named);
        long[] lo = new long[layout.ndim];
        long[] hi = new long[layout.ndim];
        layout.bounds(named, lo, hi);
        return accessed(call, lo, hi, ld);
    }

    /** All of this process' memory of the array; empty where it has nothing. Source: NGA_Access_block_segment. */
    public MemorySegment accessBlockSegment() {
        checks.open("GaArray.accessBlockSegment");
        return own;
    }

    /**
     * This process' block with the ghost cells around it, as {@link #access}; {@code ld} are its extents with these.
     * Null where it has no block. Source: NGA_Access_ghosts.
     */
    public MemorySegment accessGhosts(long[] ld) {
        String call = "GaArray.accessGhosts";
        checks.open(call);
        checks.leadRoom(call, ld);
        if (layout.isCyclic()) {
            throw checks.bad(call, "its blocks are dealt in turn, without ghost cells");
        }
        if (layout.dealing.count(core.me) == 0) {
            return null;
        }
        int[] block = new int[layout.ndim];
        layout.dealing.block(core.me, 0, block);
        long[] strides = new long[layout.ndim];
        layout.dealing.place(block, strides);
        long[] extents = new long[layout.ndim];
        for (int d = 0; d < extents.length; d++) {
            extents[d] = layout.axes[d].length(block[d]) + 2 * layout.ghosts[d];
        }
        return view(0, extents, strides, ld);
    }

    /** Ends an {@link #access} for loads alone. Error: as of that. Source: NGA_Release. */
    public void release(long[] lo, long[] hi) {
        checkReleased("GaArray.release", lo, hi);
    }

    /**
     * Ends an {@link #access} in which something was stored: a process that is told afterwards, by a call that
     * orders, sees it.
     * Error: as of that. Source: NGA_Release_update.
     */
    public void releaseUpdate(long[] lo, long[] hi) {
        checkReleased("GaArray.releaseUpdate", lo, hi);
        core.rma.fence();
    }

    private void checkReleased(String call, long[] lo, long[] hi) {
        core.enter(call);
        checks.patch(call, lo, hi);
        if (OwnPart.of(this, lo, hi) == null) {
            throw checks.bad(call, new GaPatch(this, lo, hi) + " is not in one block of this process, " + core.me);
        }
    }

    // Ghost cells.

    /** Whether blocks have ghost cells. Source: GA_Has_ghosts. */
    public boolean hasGhosts() {
        return layout.hasGhosts();
    }

    /** How many ghost cells lie at either end of each dimension of a block. */
    public long[] ghostWidths() {
        return layout.ghosts.clone();
    }

    /**
     * Fills all ghost cells with the elements that lie there in the array; at its edges with those of the other edge,
     * as if it went round. Collective. Source: GA_Update_ghosts.
     */
    public void updateGhosts() {
        new Ghosts(this, "GaArray.updateGhosts").updateAll();
    }

    /**
     * As {@link #updateGhosts}, those at one end of one dimension alone: the lower one for {@code idir} -1, the upper
     * one for 1; with {@code corners} also where they lie beyond the block in other dimensions. Collective. Source:
     * NGA_Update_ghost_dir.
     */
    public void updateGhostDir(int dimension, int idir, boolean corners) {
        new Ghosts(this, "GaArray.updateGhostDir").update(dimension, idir, corners);
    }

    // Operations on all of it, and on patches of it.

    /** Makes all elements 0. Collective. Source: GA_Zero. */
    public void zero() {
        fill("GaArray.zero", whole(), layout.type.number(0));
    }

    /** Makes all elements {@code value}. Collective. Source: GA_Fill. */
    public void fill(Scale value) {
        fill("GaArray.fill", whole(), value);
    }

    /** As the other form; a number of the array's type. */
    public void fill(double value) {
        fill(layout.type.number(value));
    }

    /** As {@link #zero}, a patch. Source: NGA_Zero_patch. */
    public void zeroPatch(long[] lo, long[] hi) {
        fill("GaArray.zeroPatch", patch(lo, hi), layout.type.number(0));
    }

    /** As {@link #fill(Scale)}, a patch. Source: NGA_Fill_patch. */
    public void fillPatch(long[] lo, long[] hi, Scale value) {
        fill("GaArray.fillPatch", patch(lo, hi), value);
    }

    private void fill(String call, GaPatch patch, Scale value) {
        checks.number(call, "value", value);
        ElementRows rows = layout.type.rows();
        operations.update(call, patch, value, (row, count) -> rows.fill(row, count, value));
    }

    /** Multiplies all elements by {@code factor}. Collective. Source: GA_Scale. */
    public void scale(Scale factor) {
        scale("GaArray.scale", whole(), factor);
    }

    /** As the other form; a number of the array's type. */
    public void scale(double factor) {
        scale(layout.type.number(factor));
    }

    /** As {@link #scale(Scale)}, a patch. Source: NGA_Scale_patch. */
    public void scalePatch(long[] lo, long[] hi, Scale factor) {
        scale("GaArray.scalePatch", patch(lo, hi), factor);
    }

    private void scale(String call, GaPatch patch, Scale factor) {
        checks.number(call, "factor", factor);
        ElementRows rows = layout.type.rows();
        operations.update(call, patch, factor, (row, count) -> rows.scale(row, count, factor));
    }

    /** Adds {@code addend} to all elements. Collective. Source: GA_Add_constant. */
    public void addConstant(Scale addend) {
        addConstant("GaArray.addConstant", whole(), addend);
    }

    /** As {@link #addConstant(Scale)}, a patch. Source: GA_Add_constant_patch. */
    public void addConstantPatch(long[] lo, long[] hi, Scale addend) {
        addConstant("GaArray.addConstantPatch", patch(lo, hi), addend);
    }

    private void addConstant(String call, GaPatch patch, Scale addend) {
        checks.number(call, "addend", addend);
        ElementRows rows = layout.type.rows();
        operations.update(call, patch, addend, (row, count) -> rows.increase(row, count, addend));
    }

    /**
     * Replaces all elements by their absolute values, of a complex number its modulus. Collective. Source:
     * GA_Abs_value.
     */
    public void absValue() {
        operations.update("GaArray.absValue", whole(), null, layout.type.rows()::absolute);
    }

    /** As {@link #absValue}, a patch. Source: GA_Abs_value_patch. */
    public void absValuePatch(long[] lo, long[] hi) {
        operations.update("GaArray.absValuePatch", patch(lo, hi), null, layout.type.rows()::absolute);
    }

    /** Replaces all elements x by 1 / x. Collective. Error, of integers: one is 0. Source: GA_Recip. */
    public void recip() {
        operations.update("GaArray.recip", whole(), null, layout.type.rows()::reciprocal);
    }

    /** As {@link #recip}, a patch. Source: GA_Recip_patch. */
    public void recipPatch(long[] lo, long[] hi) {
        operations.update("GaArray.recipPatch", patch(lo, hi), null, layout.type.rows()::reciprocal);
    }

    /** Adds {@code c} to all elements (i, i) of a matrix. Collective. Source: GA_Shift_diagonal. */
    public void shiftDiagonal(Scale c) {
        core.diagonals.shift(this, c);
    }

    /** Makes all elements (i, i) of a matrix 0. Collective. Source: GA_Zero_diagonal. */
    public void zeroDiagonal() {
        core.diagonals.zero(this);
    }

    /**
     * Copies the elements (i, i) of a matrix to {@code v}, which has one dimension, as many elements as there are of
     * these, and the same type. Collective. Source: GA_Get_diag.
     */
    public void getDiag(GaArray v) {
        core.diagonals.get(this, v);
    }

    /**
     * Copies {@code v} to the elements (i, i), as {@link #getDiag} the other way. Collective. Source: GA_Set_diagonal.
     */
    public void setDiagonal(GaArray v) {
        core.diagonals.set(this, v);
    }

    /** Adds {@code v} to the elements (i, i), as {@link #setDiagonal}. Collective. Source: GA_Add_diagonal. */
    public void addDiagonal(GaArray v) {
        core.diagonals.add(this, v);
    }

    /** Multiplies each row i of a matrix by {@code v[i]}. Collective. Source: GA_Scale_rows. */
    public void scaleRows(GaArray v) {
        core.diagonals.scaleRows(this, v);
    }

    /** Multiplies each column j of a matrix by {@code v[j]}. Collective. Source: GA_Scale_cols. */
    public void scaleCols(GaArray v) {
        core.diagonals.scaleColumns(this, v);
    }

    /**
     * Replaces a square matrix A by (A + A') / 2. Collective; not of integers. Takes as much memory as this process has
     * of it. Source: GA_Symmetrize.
     */
    public void symmetrize() {
        core.operations.symmetrize(this);
    }

    /**
     * The greatest sum of absolute values of a column of a matrix; of an array of one dimension the sum of all.
     * Collective, the same on all processes. Error: more dimensions. Source: GA_Norm1.
     */
    public double norm1() {
        return core.folds.norm("GaArray.norm1", this, false);
    }

    /** As {@link #norm1}, of a row; of one dimension the greatest absolute value. Source: GA_Norm_infinity. */
    public double normInfinity() {
        return core.folds.norm("GaArray.normInfinity", this, true);
    }

    /**
     * Finds the greatest element ({@code op} "max") or the least ("min"), of complex numbers by modulus: {@code value}
     * gets it, as it lies in the array, and {@code index} its subscript; of several, the first in the order of the
     * processes. Collective, the same on all processes. Source: NGA_Select_elem.
     */
    public void selectElem(String op, MemorySegment value, long[] index) {
        core.folds.select(this, op, value, index);
    }

    /** Prints all elements on process 0, to standard output. Collective. Source: GA_Print. */
    public void print() {
        new Printing(this).elements("GaArray.print", whole());
    }

    /** As {@link #print}, a patch. Source: NGA_Print_patch. */
    public void printPatch(long[] lo, long[] hi) {
        new Printing(this).elements("GaArray.printPatch", patch(lo, hi));
    }

    /** Prints on process 0 which process has what, to standard output. Collective. Source: GA_Print_distribution. */
    public void printDistribution() {
        new Printing(this).distribution();
    }

    /**
     * Another array of the same type, extents and distribution. Its elements are undefined. Collective. Errors as of
     * {@link Ga#create}. Source: GA_Duplicate.
     */
    public GaArray duplicate(String otherName) {
        checks.open("GaArray.duplicate");
        return GaHandle.make(core, "GaArray.duplicate", otherName, () -> layout);
    }

    /**
     * Ends the array, when all processes have called it, and gives its memory back. Collective; what any process has
     * begun with it is waited for before. Source: GA_Destroy.
     */
    public void destroy() {
        String call = "GaArray.destroy";
        checks.open(call);
        core.begin(call, this);
        core.sync();
        refuseAccess();
        core.remove(this);
        core.named(call, () -> core.armci.free(pointers));
    }

    /** From now on all calls are refused. */
    void refuseAccess() {
        checks.close();
    }

    /** A number of this type; the same one as long as it stays the same. */
    private Scale number(double value) {
        Scale last = lastNumber;
        Scale found = last != null && layout.type.isNumber(last, value) ? last : layout.type.number(value);
        lastNumber = found;
        return found;
    }

    /** {@code "global array forces (C_DBL 864 x 3)"}. */
    @Override
    public String toString() {
        return "global array " + name + " (" + layout.extents() + ")";
    }
}
