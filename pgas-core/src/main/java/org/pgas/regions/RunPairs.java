package org.pgas.regions;

/**
 * Walks two sets of regions of equal volume together: each step is a range of bytes that lies in one run of either.
 * From any position of the packed form to any other. For one thread.
 */
public final class RunPairs {
    private final Regions source;
    private final Regions target;
    private long sourceRun;
    private long targetRun;

    /** What earlier steps have taken of the runs in which the next step begins. */
    private long sourceDone;

    private long targetDone;
    private long rest;
    private long sourceOffset;
    private long targetOffset;
    private long bytes;

    public RunPairs(Regions source, Regions target) {
        this(source, target, 0, source.bytes());
    }

    /** {@code bytes} bytes from {@code position} of the packed form on. */
    public RunPairs(Regions source, Regions target, long position, long bytes) {
        this.source = source;
        this.target = target;
        this.rest = bytes;
        if (bytes > 0) {
            sourceRun = source.runAt(position);
            sourceDone = position - source.position(sourceRun);
            targetRun = target.runAt(position);
            targetDone = position - target.position(targetRun);
        }
    }

    /** Goes to the next range; says whether there is one. */
    public boolean next() {
        if (rest == 0) {
            return false;
        }
        long sourceLeft = source.length(sourceRun) - sourceDone;
        long targetLeft = target.length(targetRun) - targetDone;
        sourceOffset = source.offset(sourceRun) + sourceDone;
        targetOffset = target.offset(targetRun) + targetDone;
        bytes = Math.min(rest, Math.min(sourceLeft, targetLeft));
        sourceDone += bytes;
        targetDone += bytes;
        rest -= bytes;
        if (bytes == sourceLeft) {
            sourceRun++;
            sourceDone = 0;
        }
        if (bytes == targetLeft) {
            targetRun++;
            targetDone = 0;
        }
        return true;
    }

    public long sourceOffset() {
        return sourceOffset;
    }

    public long targetOffset() {
        return targetOffset;
    }

    public long bytes() {
        return bytes;
    }
}
