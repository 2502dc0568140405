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

    /** Whose slot, or {@link #NOBODY} in a wait for own ones; a leader in a wait for its bundle. */
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

    /** For the bundle of a leader; met also when that has published its slot and has none. */
    SlotWait collected(Form nextForm, long nextSequence, int leader, Groups nextGroups) {
        published(nextForm, NOBODY, nextSequence, leader);
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
        return groups == null ? isPublished(peer)
                : groups.isPublished(peer, sequence)
                        || isPublished(peer) && !Slots.hasBundle(slots.slot(peer, sequence));
    }

    private boolean isPublished(int writer) {
        return slots.isPublished(writer, slots.slot(writer, sequence), sequence);
    }

    private IntStream late() {
        if (groups != null) {
            int[] missing = missing();
            // all have written, and the leader has not looked
            return missing.length == 0 ? IntStream.of(peer) : Arrays.stream(missing);
        }
        return peer == NOBODY ? IntStream.range(0, member.size).filter(other -> slots.holdsUp(other, sequence))
                : IntStream.of(peer).filter(other -> !Slots.isPublished(slots.slot(other, sequence), sequence));
    }

    /** Of the group that is waited for: those that have not written. */
    private int[] missing() {
        return IntStream.range(peer, groups.end(groups.of(peer)))
                .filter(other -> !Slots.isPublished(slots.slot(other, sequence), sequence)).toArray();
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
        if (groups != null && missing().length == 0) {
            return new int[0];
        }
        return peer != NOBODY ? needed()
                : late().filter(other -> !slots.hasBegunBefore(other, sequence)).map(member.around::jobRank)
                        .toArray();
    }

    @Override
    public String describe() {
        return form.call() + (root < 0 ? "" : " with root " + root) + ", collective " + sequence
                + " of the team: waiting for team ranks " + Arrays.toString(late().toArray())
                + (peer == NOBODY ? ", which have not finished what used the slots before" : "");
    }
}
