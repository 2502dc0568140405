package org.pgas.mpi;

import java.lang.foreign.MemorySegment;

import org.pgas.ActiveMessages;
import org.pgas.LocalCompletion;
import org.pgas.team.TeamCore;

/**
 * Gives operations the numbers of their targets' datatypes, and sends the descriptions that targets do not have. For
 * any thread.
 */
final class TypeSender {
    private final WindowCore core;
    private final ActiveMessages messages;
    private final TypeTable types;
    private final OperationCounts counts;
    private final int fragment;
    private final TakenIn vacancy = new Vacancy();

    TypeSender(WindowCore core, TypeTable types, OperationCounts counts, int fragment) {
        this.core = core;
        this.messages = core.team.am();
        this.types = types;
        this.counts = counts;
        this.fragment = fragment;
    }

    /** Waits until there is a number, if need be for the end of operations. */
    TypeTable.Entry acquire(Datatype type) {
        TypeTable.Entry entry = types.acquire(type);
        while (entry == null) {
            TeamCore.of(core.team).await(vacancy);
            entry = types.acquire(type);
        }
        return entry;
    }

    /** Nothing was sent of an operation that has acquired the entry, but for its description. */
    void failed(TypeTable.Entry entry, int target) {
        types.failed(entry, target);
        TeamCore.of(core.team).ring(core.rank); // another thread may wait for a place
    }

    /**
     * Sees to it that {@code target} has the description before the operation: sends it in messages of its own, or
     * writes it to the beginning of the staging memory, {@code room} bytes, and answers how many bytes it has; 0 when
     * nothing is to go along.
     */
    int describe(TypeTable.Entry entry, int target, SendBuffer buffer, int room) {
        if (!types.isUnknown(entry, target)) {
            return 0;
        }
        byte[] description = entry.description();
        MemorySegment source = MemorySegment.ofArray(description);
        if (description.length <= Protocol.inlineBytes(fragment)) {
            MemorySegment.copy(source, 0, buffer.staging(room), 0, description.length);
            return description.length;
        }
        for (int at = 0; at < description.length; at += fragment) {
            buffer.piece(core.rank, entry.id(), at, description.length);
            messages.requestMedium(target, Protocol.TYPE, source, at, Math.min(fragment, description.length - at),
                    LocalCompletion.NOW, buffer.arguments, Protocol.TYPE_ARGUMENTS);
        }
        return 0;
    }

    /** That an operation has ended, and its type may give its number to another. */
    private final class Vacancy implements TakenIn {
        @Override
        public boolean isMet() {
            return !types.isFull();
        }

        @Override
        public int[] needed() {
            return counts.missing();
        }

        @Override
        public String describe() {
            return "the end of one of the operations under way, which have " + (1 << TypeTable.PLACE_BITS)
                    + " datatypes";
        }
    }
}
