package org.pgas.conformance;

import java.lang.foreign.MemorySegment;

import org.pgas.Event;
import org.pgas.coll.Blocks;
import org.pgas.coll.Collectives;

/** The call that a {@link CollectiveModel} stands for. */
final class CollectiveCalls {
    private CollectiveCalls() {}

    static void call(Collectives on, CollectiveModel model, int rank, MemorySegment target, MemorySegment source) {
        Blocks targetBlocks = model.targetBlocks(rank);
        Blocks sourceBlocks = model.sourceBlocks(rank);
        switch (model.kind) {
            case BROADCAST -> on.broadcast(model.root, target, source);
            case GATHER -> on.gather(model.root, target, source);
            case SCATTER -> on.scatter(model.root, target, source);
            case ALL_GATHER -> on.allGather(target, source);
            case EXCHANGE -> on.exchange(target, source);
            case GATHER_V -> on.gatherV(model.root, target, targetBlocks, source);
            case SCATTER_V -> on.scatterV(model.root, target, source, sourceBlocks);
            case ALL_GATHER_V -> on.allGatherV(target, targetBlocks, source);
            case EXCHANGE_V -> on.exchangeV(target, targetBlocks, source, sourceBlocks);
            case REDUCE_TO_ONE -> on.reduceToOne(model.root, target, source, model.reduction());
            case REDUCE_TO_ALL -> on.reduceToAll(target, source, model.reduction());
            case SCAN -> on.scan(target, source, model.reduction());
            case EXSCAN -> on.exscan(target, source, model.reduction());
        }
    }

    static Event callNb(Collectives on, CollectiveModel model, int rank, MemorySegment target, MemorySegment source) {
        Blocks targetBlocks = model.targetBlocks(rank);
        Blocks sourceBlocks = model.sourceBlocks(rank);
        return switch (model.kind) {
            case BROADCAST -> on.broadcastNb(model.root, target, source);
            case GATHER -> on.gatherNb(model.root, target, source);
            case SCATTER -> on.scatterNb(model.root, target, source);
            case ALL_GATHER -> on.allGatherNb(target, source);
            case EXCHANGE -> on.exchangeNb(target, source);
            case GATHER_V -> on.gatherVNb(model.root, target, targetBlocks, source);
            case SCATTER_V -> on.scatterVNb(model.root, target, source, sourceBlocks);
            case ALL_GATHER_V -> on.allGatherVNb(target, targetBlocks, source);
            case EXCHANGE_V -> on.exchangeVNb(target, targetBlocks, source, sourceBlocks);
            case REDUCE_TO_ONE -> on.reduceToOneNb(model.root, target, source, model.reduction());
            case REDUCE_TO_ALL -> on.reduceToAllNb(target, source, model.reduction());
            case SCAN -> on.scanNb(target, source, model.reduction());
            case EXSCAN -> on.exscanNb(target, source, model.reduction());
        };
    }
}
