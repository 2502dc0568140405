package org.pgas.ga;

import java.lang.foreign.MemorySegment;

import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.Opcode;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.armci.Armci;
import org.pgas.atomics.Scale;
import org.pgas.coll.Reduction;

/**
 * Global Arrays, for one job.
 *
 * <pre>{@code
 * try (Job job = Job.join()) {
 *     Ga ga = Ga.initialize(job);
 *     GaArray a = ga.create(GaType.C_DBL, new long[]{1000, 1000}, "A", null);
 *     a.fill(1);
 *     a.acc(new long[]{10, 20}, new long[]{19, 39}, block, 0.5);      // 10 x 20 elements, wherever they lie
 *     ga.dgemm(false, false, 1, a, b, 0, c);
 *     ga.terminate();
 * }
 * }</pre>
 *
 * <p>A process is a rank of the job, by its job rank. Calls of the toolkit that take an array first are methods of
 * {@link GaArray}; the others are here. Any thread of a process may make any call, but the collective ones by one
 * thread of each process at a time; none in a restricted context (see {@link Job}). Errors are {@link PgasException}s.
 * Several of these may live for one job at a time; none knows of the others' arrays.
 *
 * <p>Operations on several arrays are collective, and begin and end with a {@link #sync}; see {@link GaArray}. Arrays
 * and patches of one such call have the same type, and were made by this object. Where a source is the target, or a
 * patch of it, it is the same patch; sources of copies, transposes and products have nothing in common with the target.
 * What does not keep to this is undefined.
 *
 * <p>Source: the Global Arrays toolkit; Nieplocha, Harrison, Littlefield, "Global Arrays: a nonuniform memory access
 * programming model for high-performance computers", J. Supercomputing 10, 1996.
 */
public final class Ga {
    private final GaCore core;

    private Ga(GaCore core) {
        this.core = core;
    }

    /**
     * Starts the library, with as much memory for arrays on each process as the setting {@code pgas.segment} says, 64
     * MiB by default. Collective. Legal any number of times for one job. Errors as of {@link Armci#init(Job)}. Source:
     * GA_Initialize.
     */
    public static Ga initialize(Job job) {
        return new Ga(new GaCore(Armci.init(job)));
    }

    /**
     * As {@link #initialize}, with {@code limit} bytes for the arrays on this process, which are reserved now; may
     * differ. Of blocks of memory, up to 80 bytes each are used otherwise. Source: GA_Initialize_ltd.
     */
    public static Ga initializeLtd(Job job, long limit) {
        return new Ga(new GaCore(Armci.init(job, limit)));
    }

    /** Whether it can be used: it is neither terminated nor its job closed. Source: GA_Initialized. */
    public boolean isInitialized() {
        return core.isUsable();
    }

    /** Ends the library: waits for all processes, and ends all arrays and mutexes. Collective. Source: GA_Terminate. */
    public void terminate() {
        core.terminate();
    }

    /** This process, 0-based: the job rank. Source: GA_Nodeid. */
    public int nodeid() {
        return core.me;
    }

    /** How many processes there are: all of the job. Source: GA_Nnodes. */
    public int nnodes() {
        return core.nproc;
    }

    /** The job. */
    public Job job() {
        return core.job;
    }

    /** The team of all processes, of an endpoint of this library's own, for collectives; team rank equals process. */
    public Team team() {
        return core.team;
    }

    /**
     * Prints {@code message} to standard error and ends the job, all its processes; never returns. A code outside
     * 1..255 becomes 1. Any thread, at any time. Source: GA_Error.
     */
    public RuntimeException error(String message, int code) {
        throw core.armci.error(message, code);
    }

    // Making arrays.

    /**
     * Makes an array that is cut in one block for each process, as even as may be. Collective, arguments single-valued;
     * the elements are undefined. Errors as of {@link GaHandle#allocate}. Source: NGA_Create.
     *
     * @param dims the extents, 1 to 7 of them
     * @param name for messages
     * @param chunk the least that a block has of each dimension; null, or entries below 1, leave it open
     */
    public GaArray create(GaType type, long[] dims, String name, long[] chunk) {
        return new GaHandle(core, "Ga.create").setData(type, dims).setArrayName(name).setChunk(chunk).allocate();
    }

    /**
     * As {@link #create}, in blocks of any size: {@code nblock[d]} of them along dimension d, which begin at the next
     * {@code nblock[d]} entries of {@code map}. Source: NGA_Create_irreg; its {@code block} is {@code nblock}.
     */
    public GaArray createIrreg(GaType type, long[] dims, String name, int[] nblock, long[] map) {
        return new GaHandle(core, "Ga.createIrreg").setData(type, dims).setArrayName(name)
                .setIrregDistr(map, nblock).allocate();
    }

    /**
     * As {@link #create}, with {@code width[d]} ghost cells at either end of dimension d. Source: NGA_Create_ghosts.
     */
    public GaArray createGhosts(GaType type, long[] dims, long[] width, String name, long[] chunk) {
        return new GaHandle(core, "Ga.createGhosts").setData(type, dims).setArrayName(name).setChunk(chunk)
                .setGhosts(width).allocate();
    }

    /** As {@link #createIrreg}, with ghost cells. Source: NGA_Create_ghosts_irreg. */
    public GaArray createGhostsIrreg(GaType type, long[] dims, long[] width, String name, int[] nblock, long[] map) {
        return new GaHandle(core, "Ga.createGhostsIrreg").setData(type, dims).setArrayName(name)
                .setIrregDistr(map, nblock).setGhosts(width).allocate();
    }

    /** Begins the description of an array. Not collective. Source: GA_Create_handle. */
    public GaHandle createHandle() {
        return new GaHandle(core, "GaHandle.allocate");
    }

    // Synchronisation.

    /**
     * Waits for all processes; what each of them has put, accumulated, stored or waited for before is then seen by all.
     * Collective. Source: GA_Sync.
     */
    public void sync() {
        core.begin("Ga.sync");
        core.sync();
    }

    /**
     * Begins what the next {@link #fence} of this thread completes. That completes all that the thread has done, before
     * this too: nothing is noted here. Source: GA_Init_fence.
     */
    public void initFence() {
        core.enter("Ga.initFence");
    }

    /**
     * Completes at their targets the puts and accumulates of this thread, waited for or not: a process that is told
     * afterwards sees them. Source: GA_Fence.
     */
    public void fence() {
        core.enter("Ga.fence");
        core.rma.fence();
    }

    /**
     * Returns when the transfers noted in the handle are complete here, and clears it; of one that is clear, at once.
     * By the thread that began them. Source: NGA_NbWait.
     */
    public void nbWait(GaNbHandle handle) {
        checkHandle("Ga.nbWait", handle).complete(true);
    }

    /** Whether they are complete; true clears the handle. Takes in messages once if not. Source: NGA_NbTest. */
    public boolean nbTest(GaNbHandle handle) {
        return checkHandle("Ga.nbTest", handle).complete(false);
    }

    private GaNbHandle checkHandle(String call, GaNbHandle handle) {
        core.enter(call);
        if (handle == null) {
            throw core.refusals.bad(call, "the handle is null: give the one that the transfers were begun with");
        }
        return handle;
    }

    /**
     * Makes {@code number} mutexes, 0..number-1. Collective, single-valued. Errors, with none made: there are some
     * already; less than 1; no room for them. Source: GA_Create_mutexes.
     */
    public void createMutexes(int number) {
        core.mutexes.create(number);
    }

    /** Ends them. Collective. Errors, on all processes: there are none; one is held. Source: GA_Destroy_mutexes. */
    public void destroyMutexes() {
        core.mutexes.destroy();
    }

    /**
     * Returns when the calling thread holds the mutex. Fair; not reentrant; an acquire. Errors: no such mutex; the
     * thread holds it already. Source: GA_Lock.
     */
    public void lock(int mutex) {
        core.mutexes.lock(mutex);
    }

    /** Gives it back; a release. Errors: no such mutex; the calling thread does not hold it. Source: GA_Unlock. */
    public void unlock(int mutex) {
        core.mutexes.unlock(mutex);
    }

    // Collectives on local memory.

    /**
     * Copies what {@code buf} holds on process {@code root} to that of all others, which is as large. Collective.
     * Source: GA_Brdcst.
     */
    public void brdcst(MemorySegment buf, int root) {
        core.begin("Ga.brdcst", root);
        core.named("Ga.brdcst", () -> core.collectives.broadcast(root, buf, buf));
    }

    /**
     * Combines the numbers of all processes, one by one, and gives the results to all: {@code op} is "+", "*", "max",
     * "min", "absmax" or "absmin", the greatest and the least absolute value; of complex numbers "+". Collective; a
     * left fold in the order of the processes. Error: another op. Source: GA_Gop.
     *
     * @param x whole elements of that type, as many on all processes
     */
    public void gop(GaType type, MemorySegment x, String op) {
        gop("Ga.gop", type, x, op);
    }

    /** {@link #gop} of doubles. Source: GA_Dgop. */
    public void dgop(double[] x, String op) {
        gop("Ga.dgop", GaType.C_DBL, MemorySegment.ofArray(x), op);
    }

    /** {@link #gop} of floats. Source: GA_Fgop. */
    public void fgop(float[] x, String op) {
        gop("Ga.fgop", GaType.C_FLT, MemorySegment.ofArray(x), op);
    }

    /** {@link #gop} of ints. Source: GA_Igop. */
    public void igop(int[] x, String op) {
        gop("Ga.igop", GaType.C_INT, MemorySegment.ofArray(x), op);
    }

    /** {@link #gop} of longs. Source: GA_Lgop. */
    public void lgop(long[] x, String op) {
        gop("Ga.lgop", GaType.C_LONG, MemorySegment.ofArray(x), op);
    }

    private void gop(String call, GaType type, MemorySegment x, String op) {
        core.begin(call, type, op);
        if (type == null || op == null || x == null) {
            throw core.refusals.bad(call, (type == null ? "the type" : op == null ? "op" : "x") + " is null");
        }
        Opcode opcode = switch (op) {
            case "+" -> Opcode.ADD;
            case "*" -> Opcode.MULT;
            case "max", "absmax" -> Opcode.MAX;
            case "min", "absmin" -> Opcode.MIN;
            default -> throw refusedOp(call, type, op);
        };
        if (type.isComplex() && opcode != Opcode.ADD) {
            throw refusedOp(call, type, op);
        }
        if (op.startsWith("abs")) {
            type.rows().absolute(Cursor.at(x, 0), x.byteSize() / type.bytes());
        }
        DataType components = type.components();
        core.named(call, () -> core.collectives.reduceToAll(x, x, Reduction.of(components, opcode)));
    }

    private PgasException refusedOp(String call, GaType type, String op) {
        return core.refusals.bad(call, "op is " + op + ", of numbers of type " + type + ": legal are +"
                + (type.isComplex() ? "" : ", *, max, min, absmax and absmin"));
    }

    // Operations on several arrays.

    /**
     * Copies an array to another one of the same extents, however they are distributed. Collective. Source: GA_Copy.
     */
    public void copy(GaArray a, GaArray b) {
        core.operations.copy("Ga.copy", false, whole("Ga.copy", a), whole("Ga.copy", b));
    }

    /**
     * Copies a patch to another one of as many elements, in the order of their indices; with {@code trans} to one that
     * has its dimensions in reverse order, of a matrix its transpose. Collective. Source: NGA_Copy_patch.
     */
    public void copyPatch(boolean trans, GaPatch a, GaPatch b) {
        core.operations.copy("Ga.copyPatch", trans, given("Ga.copyPatch", a), given("Ga.copyPatch", b));
    }

    /** Makes {@code b} the transpose of the matrix {@code a}. Collective. Source: GA_Transpose. */
    public void transpose(GaArray a, GaArray b) {
        core.operations.copy("Ga.transpose", true, whole("Ga.transpose", a), whole("Ga.transpose", b));
    }

    /** {@code c = alpha * a + beta * b}, one by one. Collective. Source: GA_Add. */
    public void add(Scale alpha, GaArray a, Scale beta, GaArray b, GaArray c) {
        add("Ga.add", alpha, whole("Ga.add", a), beta, whole("Ga.add", b), whole("Ga.add", c));
    }

    /** As the other form; numbers of the arrays' type. */
    public void add(double alpha, GaArray a, double beta, GaArray b, GaArray c) {
        GaPatch whole = whole("Ga.add", c);
        add(whole.array.type().number(alpha), a, whole.array.type().number(beta), b, c);
    }

    /** As {@link #add(Scale, GaArray, Scale, GaArray, GaArray)}, of patches. Source: NGA_Add_patch. */
    public void addPatch(Scale alpha, GaPatch a, Scale beta, GaPatch b, GaPatch c) {
        String call = "Ga.addPatch";
        add(call, alpha, given(call, a), beta, given(call, b), given(call, c));
    }

    private void add(String call, Scale alpha, GaPatch a, Scale beta, GaPatch b, GaPatch c) {
        c.array.checks.number(call, "alpha", alpha);
        c.array.checks.number(call, "beta", beta);
        ElementRows rows = c.array.type().rows();
        core.operations.combine(call, alpha + " " + beta,
                (row, count) -> rows.add(row[0], alpha, row[1], beta, row[2], count), c, a, b);
    }

    /** {@code c = a * b}, one by one. Collective. Source: GA_Elem_multiply. */
    public void elemMultiply(GaArray a, GaArray b, GaArray c) {
        String call = "Ga.elemMultiply";
        elemMultiply(call, whole(call, a), whole(call, b), whole(call, c));
    }

    /** As {@link #elemMultiply}, of patches. Source: GA_Elem_multiply_patch. */
    public void elemMultiplyPatch(GaPatch a, GaPatch b, GaPatch c) {
        elemMultiply("Ga.elemMultiplyPatch", a, b, c);
    }

    private void elemMultiply(String call, GaPatch a, GaPatch b, GaPatch c) {
        ElementRows rows = given(call, c).array.type().rows();
        core.operations.combine(call, null, (row, count) -> rows.multiply(row[0], row[1], row[2], count), c,
                given(call, a), given(call, b));
    }

    /** {@code c = a / b}, one by one. Collective. Error, of integers: a divisor is 0. Source: GA_Elem_divide. */
    public void elemDivide(GaArray a, GaArray b, GaArray c) {
        String call = "Ga.elemDivide";
        elemDivide(call, whole(call, a), whole(call, b), whole(call, c));
    }

    /** As {@link #elemDivide}, of patches. Source: GA_Elem_divide_patch. */
    public void elemDividePatch(GaPatch a, GaPatch b, GaPatch c) {
        elemDivide("Ga.elemDividePatch", a, b, c);
    }

    private void elemDivide(String call, GaPatch a, GaPatch b, GaPatch c) {
        ElementRows rows = given(call, c).array.type().rows();
        core.operations.combine(call, null, (row, count) -> rows.divide(row[0], row[1], row[2], count), c,
                given(call, a), given(call, b));
    }

    /**
     * {@code c = max(a, b)}, one by one, of complex numbers that of the greater modulus. Collective. Source:
     * GA_Elem_maximum.
     */
    public void elemMaximum(GaArray a, GaArray b, GaArray c) {
        String call = "Ga.elemMaximum";
        elemMaximum(call, whole(call, a), whole(call, b), whole(call, c));
    }

    /** As {@link #elemMaximum}, of patches. Source: GA_Elem_maximum_patch. */
    public void elemMaximumPatch(GaPatch a, GaPatch b, GaPatch c) {
        elemMaximum("Ga.elemMaximumPatch", a, b, c);
    }

    private void elemMaximum(String call, GaPatch a, GaPatch b, GaPatch c) {
        ElementRows rows = given(call, c).array.type().rows();
        core.operations.combine(call, null, (row, count) -> rows.maximum(row[0], row[1], row[2], count), c,
                given(call, a), given(call, b));
    }

    /** As {@link #elemMaximum}, the lesser. Collective. Source: GA_Elem_minimum. */
    public void elemMinimum(GaArray a, GaArray b, GaArray c) {
        String call = "Ga.elemMinimum";
        elemMinimum(call, whole(call, a), whole(call, b), whole(call, c));
    }

    /** As {@link #elemMinimum}, of patches. Source: GA_Elem_minimum_patch. */
    public void elemMinimumPatch(GaPatch a, GaPatch b, GaPatch c) {
        elemMinimum("Ga.elemMinimumPatch", a, b, c);
    }

    private void elemMinimum(String call, GaPatch a, GaPatch b, GaPatch c) {
        ElementRows rows = given(call, c).array.type().rows();
        core.operations.combine(call, null, (row, count) -> rows.minimum(row[0], row[1], row[2], count), c,
                given(call, a), given(call, b));
    }

    /** {@code m} = that of a, b and c which lies between the others, one by one. Collective. Source: GA_Median. */
    public void median(GaArray a, GaArray b, GaArray c, GaArray m) {
        String call = "Ga.median";
        medianPatch(whole(call, a), whole(call, b), whole(call, c), whole(call, m));
    }

    /** As {@link #median}, of patches. Source: GA_Median_patch. */
    public void medianPatch(GaPatch a, GaPatch b, GaPatch c, GaPatch m) {
        String call = "Ga.medianPatch";
        ElementRows rows = given(call, m).array.type().rows();
        core.operations.combine(call, null,
                (row, count) -> rows.median(row[0], row[1], row[2], row[3], count), m, given(call, a),
                given(call, b), given(call, c));
    }

    /** The sum of the products of all pairs. Collective; a left fold, see {@link #gop}. Source: GA_Idot. */
    public int idot(GaPatch a, GaPatch b) {
        return (int) dot("Ga.idot", GaType.C_INT, a, b)[0];
    }

    /** As {@link #idot}, of longs. Source: GA_Ldot. */
    public long ldot(GaPatch a, GaPatch b) {
        return dot("Ga.ldot", GaType.C_LONG, a, b)[0];
    }

    /** As {@link #idot}, of floats, in double precision. Source: GA_Fdot. */
    public float fdot(GaPatch a, GaPatch b) {
        return (float) Double.longBitsToDouble(dot("Ga.fdot", GaType.C_FLT, a, b)[0]);
    }

    /** As {@link #idot}, of doubles. Source: GA_Ddot, NGA_Ddot_patch. */
    public double ddot(GaPatch a, GaPatch b) {
        return Double.longBitsToDouble(dot("Ga.ddot", GaType.C_DBL, a, b)[0]);
    }

    /** As the other form, of whole arrays. */
    public double ddot(GaArray a, GaArray b) {
        return ddot(whole("Ga.ddot", a), whole("Ga.ddot", b));
    }

    /** As {@link #idot}, of complex numbers of floats: the real part and the imaginary one. Source: GA_Cdot. */
    public float[] cdot(GaPatch a, GaPatch b) {
        long[] bits = dot("Ga.cdot", GaType.C_SCPL, a, b);
        return new float[]{(float) Double.longBitsToDouble(bits[0]), (float) Double.longBitsToDouble(bits[1])};
    }

    /** As {@link #idot}, of complex numbers, of which none is conjugated: both parts. Source: GA_Zdot. */
    public double[] zdot(GaPatch a, GaPatch b) {
        long[] bits = dot("Ga.zdot", GaType.C_DCPL, a, b);
        return new double[]{Double.longBitsToDouble(bits[0]), Double.longBitsToDouble(bits[1])};
    }

    private long[] dot(String call, GaType type, GaPatch a, GaPatch b) {
        return core.folds.dot(call, type, given(call, a), given(call, b));
    }

    /**
     * {@code c = alpha * op(a) * op(b) + beta * c}, of matrices of doubles; op is the transpose where {@code transa} or
     * {@code transb} says so. Where beta is 0, what c held does not count. Collective. Each element is the sum of its
     * products in the order of their index, so that its bits are the same on any number of processes.
     *
     * <p>Errors: extents that do not fit, other types. Source: GA_Dgemm; its m, n and k are the extents.
     */
    public void dgemm(boolean transa, boolean transb, double alpha, GaArray a, GaArray b, double beta, GaArray c) {
        gemm("Ga.dgemm", transa, transb, new Factors(GaType.C_DBL, alpha, beta), a, b, c);
    }

    /** As {@link #dgemm}, of floats. Source: GA_Sgemm. */
    public void sgemm(boolean transa, boolean transb, float alpha, GaArray a, GaArray b, float beta, GaArray c) {
        gemm("Ga.sgemm", transa, transb, new Factors(GaType.C_FLT, alpha, beta), a, b, c);
    }

    /** As {@link #dgemm}, of complex numbers of floats. Source: GA_Cgemm. */
    public void cgemm(boolean transa, boolean transb, Scale alpha, GaArray a, GaArray b, Scale beta, GaArray c) {
        gemm("Ga.cgemm", transa, transb, new Factors(GaType.C_SCPL, alpha, beta), a, b, c);
    }

    /** As {@link #dgemm}, of complex numbers of doubles. Source: GA_Zgemm. */
    public void zgemm(boolean transa, boolean transb, Scale alpha, GaArray a, GaArray b, Scale beta, GaArray c) {
        gemm("Ga.zgemm", transa, transb, new Factors(GaType.C_DCPL, alpha, beta), a, b, c);
    }

    private record Factors(GaType type, Scale alpha, Scale beta) {
        Factors(GaType type, double alpha, double beta) {
            this(type, type.number(alpha), type.number(beta));
        }
    }

    private void gemm(String call, boolean transa, boolean transb, Factors factors, GaArray a, GaArray b,
            GaArray c) {
        GaPatch target = whole(call, c);
        if (c.type() != factors.type) {
            throw core.refusals.bad(call, c + ": its elements are of type " + c.type() + ": legal is "
                    + factors.type);
        }
        core.multiplication.run(new Multiplication.Product(call, factors.alpha,
                new Multiplication.Factor(whole(call, a), transa), new Multiplication.Factor(whole(call, b), transb),
                factors.beta, target));
    }

    /**
     * As {@link #dgemm}, of patches of two dimensions, of any type but integers. Collective. Source: NGA_Matmul_patch.
     */
    public void matmulPatch(boolean transa, boolean transb, Scale alpha, Scale beta, GaPatch a, GaPatch b,
            GaPatch c) {
        String call = "Ga.matmulPatch";
        core.multiplication.run(new Multiplication.Product(call, alpha,
                new Multiplication.Factor(given(call, a), transa), new Multiplication.Factor(given(call, b), transb),
                beta, given(call, c)));
    }

    private GaPatch whole(String call, GaArray array) {
        if (array == null) {
            throw core.refusals.bad(call, "an array is null");
        }
        array.checks.open(call);
        return array.whole();
    }

    private GaPatch given(String call, GaPatch patch) {
        if (patch == null) {
            throw core.refusals.bad(call, "a patch is null: GaArray.patch makes one");
        }
        return patch;
    }

    /** {@code "Global Arrays of 4 processes, process 1"}. */
    @Override
    public String toString() {
        return "Global Arrays of " + nnodes() + " processes, process " + nodeid();
    }
}
