package org.pgas.examples.uts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class OfferTest {
    private static final int CHUNK = 3;

    private final Offer offer = new Offer(CHUNK);
    private final NodeStack stack = new NodeStack(1);

    @Test
    void shouldKeepAsManyNodesAsItPutsAside() {
        stack.push(new byte[5 * NodeStack.NODE_BYTES], 5);
        offer.refill(stack);
        assertTrue(offer.isEmpty());
        assertEquals(5, stack.size());
        stack.push(new byte[NodeStack.NODE_BYTES], 1);
        offer.refill(stack);
        assertFalse(offer.isEmpty());
        assertEquals(3, stack.size());
    }

    @Test
    void shouldGiveNodesToTheThiefOrBackButNotToBoth() {
        stack.push(new byte[12 * NodeStack.NODE_BYTES], 12);
        offer.refill(stack);
        assertTrue(offer.take());
        assertFalse(offer.take());
        assertFalse(offer.takeBack(stack));
        offer.refill(stack);
        assertFalse(offer.isEmpty(), "nodes on their way are not gone yet");
        assertEquals(9, stack.size());
        offer.given();
        assertTrue(offer.isEmpty());
        offer.refill(stack);
        assertTrue(offer.takeBack(stack));
        assertFalse(offer.take());
        assertEquals(9, stack.size());
    }
}
