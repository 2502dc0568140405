package org.pgas.faults.soak;

import java.util.SplittableRandom;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.Segment;
import org.pgas.Team;

/** Endpoints with segments of their own, of many sizes: made, published, written to by all, read, and ended. */
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
    void together(SplittableRandom shared, Strand main) {
        main.does(this);
        int ranks = stage().ranks();
        long bytes = 4096L << shared.nextInt(6);
        Endpoint endpoint = job().endpoints().create(Capabilities.RMA | Capabilities.AM | Capabilities.COLL);
        Segment segment = job().segments().create(bytes);
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
        if (shared.nextBoolean()) {
            world().unpublish(endpoint);
        }
        endpoint.unbind();
        segment.destroy();
        endpoint.destroy();
        world().barrier();
    }
}
