package org.pgas.faults.corruption;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import org.pgas.faults.jobs.FileLayouts;
import org.pgas.faults.work.Workload;

/**
 * Which changed bytes may make a program's result wrong without a word of the library: those that docs/TRUST.md names
 * under "What is not noticed". After any other blow a wrong result that the library has not told of is a failure.
 *
 * <table>
 * <caption>Bytes that are excused</caption>
 * <tr><th>file</th><th>place</th><th>checks off</th><th>checks on</th></tr>
 * <tr><td>{@code seg}</td><td>all: data of programs, and locks and positions that are only compared</td><td>yes</td>
 * <td>yes</td></tr>
 * <tr><td>FILE segment</td><td>all behind the header</td><td>yes</td><td>yes</td></tr>
 * <tr><td>{@code am}</td><td>the records in the rings: payloads have no checksum then</td><td>yes</td>
 * <td>no</td></tr>
 * <tr><td>{@code slabs}</td><td>all: payloads</td><td>yes</td><td>no</td></tr>
 * <tr><td>{@code am}</td><td>tail and head of a ring: messages may come never</td><td>yes</td><td>yes</td></tr>
 * <tr><td>{@code area}</td><td>all: data of collectives, and words that are only compared</td><td>yes</td>
 * <td>where the program uses such words: epochs of MPI windows, the directory of endpoints</td></tr>
 * <tr><td>{@code board}</td><td>all: handlers, and counts that are only compared</td><td>yes</td><td>no</td></tr>
 * <tr><td>all others</td><td></td><td>no</td><td>no</td></tr>
 * </table>
 *
 * <p>No other length, name, kind, owner or mode of a file is excused, nor its replacement: those of what is mapped are
 * looked at. Nor is a message that a program writes in place, in checked mode: the time before it is committed is too
 * short to be hit.
 */
final class Excuse {
    private final boolean checks;
    private final boolean comparedOnly;

    /** Of the file of messages, as it was before any blow; 0 where there is none. */
    private long firstRing;
    private long slabBytes;

    Excuse(boolean checks, Workload program) {
        this.checks = checks;
        comparedOnly = program == Workload.WINDOWS || program == Workload.SEGMENTS;
    }

    /** Looks at a file before anything is done to it. */
    void learn(SharedFile file) throws IOException {
        if (file.kind().equals("am")) {
            ByteBuffer header = ByteBuffer.wrap(file.read(0, FileLayouts.MESSAGES_HEADER_BYTES))
                    .order(ByteOrder.nativeOrder());
            firstRing = FileLayouts.MESSAGES_HEADER_BYTES
                    + (long) header.getInt(FileLayouts.MESSAGES_RANKS) * FileLayouts.HANDLERS_BYTES;
            slabBytes = header.getInt(FileLayouts.MESSAGES_SLAB_BYTES);
        }
    }

    /** Whether a wrong result may come of it that nobody notices. */
    boolean covers(SharedFile file, Dealt dealt) {
        if (!dealt.changesBytes() || dealt.blow() == Blow.CUT) {
            return false;
        }
        return switch (file.kind()) {
            case "seg" -> true;
            case SharedFile.FILE_SEGMENT -> dealt.to() > FileLayouts.FILE_HEADER_BYTES;
            case "am" -> touchesPositions(dealt) || !checks && touchesRecords(dealt);
            case "area" -> !checks || comparedOnly;
            case "board", "slabs" -> !checks;
            default -> false;
        };
    }

    private boolean touchesPositions(Dealt dealt) {
        long first = firstRing + slabBytes / FileLayouts.SLAB_FACTOR + FileLayouts.RING_POSITIONS;
        long lane = lane();
        long lastLane = Math.floorDiv(dealt.to() - 1 - first, lane);
        return lastLane >= 0 && dealt.from() < first + lastLane * lane + FileLayouts.RING_POSITIONS_BYTES;
    }

    private long lane() {
        return slabBytes / FileLayouts.SLAB_FACTOR + FileLayouts.RING_END_BYTES;
    }

    private boolean touchesRecords(Dealt dealt) {
        long ring = slabBytes / FileLayouts.SLAB_FACTOR;
        long lane = lane();
        long from = dealt.from() - firstRing;
        long to = dealt.to() - firstRing;
        if (to <= 0) {
            return false;
        }
        // all of a lane but the ring's end
        return from < 0 || from / lane < (to - 1) / lane || from % lane < ring;
    }
}
