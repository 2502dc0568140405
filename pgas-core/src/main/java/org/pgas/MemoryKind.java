package org.pgas;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import org.pgas.place.KindCore;
import org.pgas.rank.Face;
import org.pgas.refusal.Refusals;

/**
 * What sort of memory a segment is, and where that is found: memory of this host, a file, a device.
 *
 * <p>{@link #HOST} always exists; others are made for one membership, not collectively, and are destroyed when none of
 * their segments is left. Usable by any thread.
 *
 * <p>Source: GASNet-EX Memory Kinds 6 (gex_MK_t).
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class MemoryKind extends Face<KindCore> {
    /** Memory of this host, which ends with the job. Source: GASNet-EX GEX_MK_HOST. */
    public static final MemoryKind HOST = new MemoryKind(null, Class.HOST, null, KindCore.HOST);

    /** The ways in which memory is reached. Source: GASNet-EX gex_MK_Class_t. */
    public enum Class {
        /** Memory of this host. */
        HOST,
        /** A file that is mapped, and stays. Beyond the documents, which imagine it. */
        FILE,
        /** Memory of a CUDA device. No such kind can be made: this library moves memory of the host. */
        CUDA_UVA,
        /** Memory of a HIP device. As CUDA_UVA. */
        HIP,
        /** Memory of a Level Zero device. As CUDA_UVA. */
        ZE
    }

    /** What a kind is made from. Source: GASNet-EX gex_MK_Create_args_t. */
    public sealed interface Arguments permits File, CudaUva, Hip, Ze {}

    /** What is to be done with a file. */
    public enum FileUse {
        /** Make it, of zeros. Something that has the name already is an error. */
        CREATE,
        /**
         * Open a file that was made before. The rank that had it last must have closed it; else
         * {@link ErrorCode#NOT_CLOSED}.
         */
        OPEN,
        /**
         * Open it also when it was not closed, because a process or a job that had it has died: its contents may be
         * half written. A process that lives keeps the file, in whatever container it runs. So does a process of
         * another container on a file system without locks, which does not tell whether that process lives.
         */
        FORCE
    }

    /**
     * A segment in a file. It has a name, and survives the job; one rank of one job has it at a time, and its peers
     * reach it like any other mapped memory. Whether it was closed, is whole and of this version of the library is
     * checked when it is opened again.
     *
     * <p>{@link Segment#destroy} closes it, or {@link Job#close} of its rank, but not while a peer still has it mapped.
     * The call first takes it from the peers; they notice that a few times a second, and the call waits for them, up to
     * two seconds. When a peer has the file even then, as a process that is stopped does, it is left as one that was
     * not closed. {@link Team#unpublish} takes it from all peers at once: then the call waits for nothing. A file is
     * not closed either when the job ends by a failure.
     *
     * @param path made absolute, and not changed otherwise: symbolic links in it mean what they mean to the system; on
     *        a file system of this host that files can be mapped from; of a directory that exists
     */
    public record File(Path path, FileUse use) implements Arguments {
        public File {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(use, "use");
        }
    }

    /**
     * Memory of a CUDA device with unified addressing.
     *
     * @param device its number
     */
    public record CudaUva(int device) implements Arguments {}

    /**
     * Memory of a HIP device.
     *
     * @param device its number
     */
    public record Hip(int device) implements Arguments {}

    /**
     * Memory of a Level Zero device.
     *
     * @param device handle of the device
     * @param context handle of the context
     * @param memoryOrdinal which memory of the device
     */
    public record Ze(long device, long context, int memoryOrdinal) implements Arguments {}

    /** Null of {@link #HOST}. */
    private final Job job;

    private final Class memoryClass;

    /** Null of other classes. */
    private final File file;

    private final KindCore core;

    private MemoryKind(Job job, Class memoryClass, File file, KindCore core) {
        super(core);
        this.job = job;
        this.memoryClass = memoryClass;
        this.file = file;
        this.core = core;
    }

    /** The type of the API that stands for {@code core}. */
    static MemoryKind of(KindCore core) {
        return core == KindCore.HOST ? HOST : (MemoryKind) core.face();
    }

    private static MemoryKind of(Job job, File file) {
        File absolute = new File(file.path().toAbsolutePath(), file.use());
        KindCore core = KindCore.file(job.self(), absolute.path(), file.use() == FileUse.CREATE,
                file.use() == FileUse.FORCE);
        MemoryKind kind = new MemoryKind(job, Class.FILE, absolute, core);
        core.face(kind);
        return kind;
    }

    /**
     * Makes a kind. Not collective; a file is not touched yet.
     *
     * <p>Errors: flags other than 0; arguments that are null or, of a device, name none; and every device, of whatever
     * class: this library moves memory of the host alone ({@link ErrorCode#RESOURCE}).
     *
     * @param flags reserved, 0
     */
    public static MemoryKind create(Job job, Arguments arguments, int flags) {
        String call = "MemoryKind.create";
        Refusals refusals = job.self().refusals();
        job.self().checkOpen();
        if (flags != 0) {
            throw refusals.bad(call, "flags 0x" + Integer.toHexString(flags) + ": legal is 0");
        }
        return switch (arguments) {
            case null -> throw refusals.bad(call,
                    "no arguments were given (null): give those of a class, such as MemoryKind.File");
            case File file -> of(job, file);
            case CudaUva cuda ->
                throw noDevice(refusals, call, Class.CUDA_UVA, cuda.device(), "/dev/nvidia" + cuda.device());
            case Hip hip -> throw noDevice(refusals, call, Class.HIP, hip.device(), "/dev/kfd");
            case Ze ze -> throw noDevice(refusals, call, Class.ZE, ze.memoryOrdinal(), "/dev/dri");
        };
    }

    private static PgasException noDevice(Refusals refusals, String call, Class memoryClass, int number, String node) {
        String device = "class " + memoryClass + ", device " + number + ": ";
        if (number < 0) {
            return refusals.bad(call, device + "a device has a number from 0 on");
        }
        return refusals.error(ErrorCode.RESOURCE, call, device
                + (Files.exists(Path.of(node)) ? ""
                        : "this host shows no such device (" + node + " does not exist), and ")
                + "this library moves memory of the host only: make a segment of kind HOST, and copy between it "
                + "and the device with the device's own library");
    }

    /** How its memory is reached. */
    public Class memoryClass() {
        return memoryClass;
    }

    /** The file, with its absolute path, of class FILE; else null. */
    public File file() {
        return file;
    }

    /** The membership that it was made for; null of {@link #HOST}. */
    public Job job() {
        return job;
    }

    /** How many segments of this kind there are; always 0 for {@link #HOST}, which does not count its segments. */
    public int segmentCount() {
        return core.segmentCount();
    }

    /**
     * Ends the kind. Errors: {@link #HOST}; segments of it that are not destroyed; a second destruction. Source:
     * GASNet-EX gex_MK_Destroy.
     */
    public void destroy() {
        core.destroy();
    }

    /** Whether {@link #destroy} has ended it. */
    public boolean isDestroyed() {
        return core.isDestroyed();
    }

    /** "kind HOST", "kind FILE (/data/table)". */
    @Override
    public String toString() {
        return core.toString();
    }
}
