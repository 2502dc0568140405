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

    /** The member that has the slot; {@link #NOBODY} in a wait for own ones; the first of a group, for its bundle. */
    private int peer;

    /** In a wait for a bundle; else null. */
    private Groups groups;

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
        groups = null;
        return this;
    }

    /** For the bundle of a group; met also when it will have none. */
    SlotWait collected(Form nextForm, int nextRoot, long nextSequence, int group, Groups nextGroups) {
        published(nextForm, nextRoot, nextSequence, nextGroups.first(group));
        groups = nextGroups;
        return this;
    }

    SlotWait free(Form nextForm, int nextRoot, long nextSequence) {
        return published(nextForm, nextRoot, nextSequence, NOBODY);
    }

    @Override
    public boolean isMet() {
        if (peer == NOBODY) {
            return slots.isFree(sequence);
        }
        if (groups == null) {
            return slots.isPublished(peer, slots.slot(peer, sequence), sequence);
        }
        int group = groups.of(peer);
        return groups.isPublished(group, sequence) || groups.lacksBundle(group, sequence);
    }

    /** Nobody when all have written, and one of them is about to make the bundle: others may have left. */
    private IntStream late() {
        return peer == NOBODY ? IntStream.range(0, member.size).filter(other -> slots.holdsUp(other, sequence))
                : writers().filter(other -> !Slots.isPublished(slots.slot(other, sequence), sequence));
    }

    private IntStream writers() {
        return groups == null ? IntStream.of(peer) : IntStream.range(peer, groups.end(groups.of(peer)));
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
        int[] late = late().toArray();
        return form.call() + (root < 0 ? "" : " with root " + root) + ", collective " + sequence
                + " of the team: waiting for " + (groups == null || late.length > 0
                        ? "team ranks " + Arrays.toString(late)
                        : "what one of team ranks " + Arrays.toString(writers().toArray()) + " makes of all they wrote")
                + (peer == NOBODY ? ", which have not finished what used the slots before" : "");
    }
}
