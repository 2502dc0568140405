package org.pgas.examples.exchange;

import java.lang.foreign.MemorySegment;

/**
 * The exchange with a send and a receive for one neighbour after the other. Blocks with gaps are packed into a buffer,
 * sent, and unpacked from where they arrive.
 */
final class MessageExchange implements Exchange {
    private final SendReceive messages;
    private final Neighbourhood neighbourhood;
    private final Block block;
    private final MemorySegment supplied;
    private final MemorySegment received;
    private final MemorySegment[] from;
    private final MemorySegment[] to;
    private final MemorySegment packed;
    private final MemorySegment arrived;

    /**
     * @param packed room for the data of one block that is packed; {@link SendReceive#staging} has some for what
     * arrives
     */
    MessageExchange(SendReceive messages, Neighbourhood neighbourhood, Block block, MemorySegment supplied,
            MemorySegment received, MemorySegment packed) {
        this.messages = messages;
        this.neighbourhood = neighbourhood;
        this.block = block;
        this.supplied = supplied;
        this.received = received;
        this.from = new MemorySegment[neighbourhood.count()];
        this.to = new MemorySegment[neighbourhood.count()];
        for (int j = 1; j <= neighbourhood.count(); j++) {
            from[j - 1] = block.slice(supplied, j);
            to[j - 1] = block.slice(received, j);
        }
        boolean gaps = block.layout() != Layout.CONTIGUOUS;
        this.packed = gaps ? packed.asSlice(0, block.bytes()) : null;
        this.arrived = gaps ? messages.staging().asSlice(0, block.bytes()) : null;
    }

    @Override
    public void run(int epochs) {
        for (int epoch = 0; epoch < epochs; epoch++) {
            for (int j = 1; j <= neighbourhood.count(); j++) {
                if (packed == null) {
                    messages.exchange(neighbourhood.target(j), from[j - 1], neighbourhood.source(j), to[j - 1]);
                } else {
                    block.pack(from[j - 1], packed);
                    messages.exchange(neighbourhood.target(j), packed, neighbourhood.source(j), arrived);
                    block.unpack(arrived, to[j - 1]);
                }
            }
        }
    }

    @Override
    public MemorySegment supplied() {
        return supplied;
    }

    @Override
    public MemorySegment received() {
        return received;
    }

    @Override
    public String toString() {
        return "Sendrecv";
    }
}
