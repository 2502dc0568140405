package org.pgas.faults.soak;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.MemoryKind;
import org.pgas.Segment;
import org.pgas.Team;

/**
 * Endpoints with segments of their own, of many sizes, mapped, in files, and of client memory: made, published, written
 * to by all, read, and ended.
 */
final class EndpointOperations extends Operations {
    EndpointOperations(Stage stage) {
        super(stage, "endpoints");
    }

    @Override
    boolean isOneSided() {
        return false;
    }

    @Override
    boolean isCollective() {
        return true;
    }

    @Override
    void together(SplittableRandom shared, Strand main) throws IOException {
        main.does(this);
        int ranks = stage().ranks();
        long bytes = 4096L << shared.nextInt(7);
        int kind = shared.nextInt(5);
        Path file = stage().file("segment");
        Endpoint endpoint = job().endpoints().create(Capabilities.RMA | Capabilities.AM | Capabilities.COLL);
        Segment segment = create(kind, bytes, file);
        endpoint.bind(segment);
        long index = stage().sums(new long[]{endpoint.index()})[0] / ranks;
        world().publish(endpoint);
        main.same("the index of new endpoints", stage().rank(), 0, index, endpoint.index());
        Team pair = endpoint.pair(endpoint.index());
        for (int rank = 0; rank < ranks; rank++) {
            long at = 8 * ((long) shared.nextInt((int) (bytes / 8 / ranks)) * ranks + stage().rank());
            main.does(this);
            main.same("a word of a new segment", rank, at, 0, pair.rma().getLong(rank, at));
            pair.rma().putLong(rank, at, at + stage().rank());
            main.same("a word of a segment", rank, at, at + stage().rank(), pair.rma().getLong(rank, at));
        }
        world().barrier();
        blocks(main, pair, (int) (bytes / ranks));
        world().barrier();
        if (shared.nextBoolean()) {
            world().unpublish(endpoint);
        }
        endpoint.unbind();
        segment.destroy();
        endpoint.destroy();
        Files.deleteIfExists(file);
        world().barrier();
    }

    private Segment create(int kind, long bytes, Path file) {
        return switch (kind) {
            case 0 ->
                job().segments().create(bytes,
                        MemoryKind.create(job(), new MemoryKind.File(file, MemoryKind.FileUse.CREATE), 0));
            // of arenas that nobody closes by hand
            case 1, 2 -> job().segments().create(Arena.ofAuto().allocate(bytes, 8));
            case 3 -> job().segments().create(MemorySegment.ofArray(new long[(int) (bytes / 8)]));
            default -> job().segments().create(bytes);
        };
    }

    /** Of all lengths, in a part of each segment that is this rank's. */
    private void blocks(Strand main, Team team, int part) {
        for (int rank = 0; rank < stage().ranks(); rank++) {
            byte[] data = new byte[main.length(part)];
            main.random().nextBytes(data);
            long at = (long) stage().rank() * part + main.below(part - data.length + 1);
            main.does(this);
            team.rma().put(rank, at, data, 0, data.length);
            MemorySegment found = Arena.ofAuto().allocate(data.length + 1L, 8);
            team.rma().get(found, 0, rank, at, data.length);
            for (int i = 0; i < data.length; i++) {
                main.same("a byte of a block in a segment", rank, at + i, data[i], found.get(ValueLayout.JAVA_BYTE, i));
            }
        }
    }
}
