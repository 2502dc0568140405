package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;

import org.pgas.Team;

/** Whether an exchange brings what it should: blocks that tell their origin and number, different ones each time. */
final class ExchangeCheck {
    private final Team team;
    private int round;
    private long checked;

    ExchangeCheck(Team team) {
        this.team = team;
    }

    /** Blocks of all ranks that were looked at since the last call. */
    long takeChecked() {
        long taken = checked;
        checked = 0;
        return taken;
    }

    /** Exchanges once. Collective, outside epochs. Throws where a block is not what its origin has supplied. */
    void run(Exchange exchange, Neighbourhood neighbourhood, Block block) {
        round++;
        MemorySegment supplied = exchange.supplied();
        Block.clear(exchange.received());
        for (int j = 1; j <= neighbourhood.count(); j++) {
            block.fill(block.slice(supplied, j), seed(neighbourhood.rank(), j));
        }
        // barriers are a release and an acquire
        team.barrier();
        exchange.run(1);
        team.barrier();
        for (int j = 1; j <= neighbourhood.count(); j++) {
            int source = neighbourhood.source(j);
            String problem = block.problem(block.slice(exchange.received(), j), seed(source, j));
            if (problem != null) {
                throw new IllegalStateException("rank " + neighbourhood.rank() + ": " + exchange + " of " + block + ", "
                        + neighbourhood.count() + " neighbours: block " + j + " of rank " + source + ": " + problem);
            }
        }
        checked += (long) neighbourhood.count() * neighbourhood.size();
    }

    private int seed(int origin, int j) {
        return (origin * 4099 + j) * 65_537 + round * 7919;
    }
}
