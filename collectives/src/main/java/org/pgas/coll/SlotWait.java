package org.pgas.coll;

import java.util.Arrays;
import java.util.stream.IntStream;

import org.pgas.wait.SharedCondition;

/**
 * A wait of the short ways: for the slot of a member that is read, or for slots of this member that can be written
 * again. One object, since a member's thread waits for one thing at a time.
 */
final class SlotWait implements SharedCondition {
    private static final int NOBODY = -1;

    private final Member member;
    private final Slots slots;
    private Form form;
    private int root;
    private long sequence;

    /** Whose slot, or {@link #NOBODY} in a wait for own ones. */
    private int peer;

    SlotWait(Member member) {
        this.member = member;
        this.slots = member.slots;
    }

    /** For the slot of {@code writer}. */
    SlotWait published(Form nextForm, int nextRoot, long nextSequence, int writer) {
        form = nextForm;
        root = nextRoot;
        sequence = nextSequence;
        peer = writer;
        return this;
    }

    SlotWait free(Form nextForm, int nextRoot, long nextSequence) {
        return published(nextForm, nextRoot, nextSequence, NOBODY);
    }

    @Override
    public boolean isMet() {
        return peer == NOBODY ? slots.isFree(sequence) : slots.isPublished(peer, slots.slot(peer, sequence), sequence);
    }

    private IntStream late() {
        return peer == NOBODY ? IntStream.range(0, member.size).filter(other -> slots.holdsUp(other, sequence))
                : IntStream.of(peer).filter(other -> !Slots.isPublished(slots.slot(other, sequence), sequence));
    }

    @Override
    public boolean needsAll() {
        return true;
    }

    @Override
    public int[] needed() {
        return late().map(member.around::jobRank).toArray();
    }

    @Override
    public int[] absent() {
        return peer != NOBODY ? needed()
                : late().filter(other -> !slots.hasBegunBefore(other, sequence)).map(member.around::jobRank)
                        .toArray();
    }

    @Override
    public String describe() {
        return form.call() + (root < 0 ? "" : " with root " + root) + ", collective " + sequence
                + " of the team: waiting for team ranks " + Arrays.toString(late().toArray())
                + (peer == NOBODY ? ", which are " + Slots.COUNT + " collectives behind" : "");
    }
}
