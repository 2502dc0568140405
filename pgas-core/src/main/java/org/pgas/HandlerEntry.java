package org.pgas;

import java.util.Objects;

import org.pgas.spi.MessageHead;

/**
 * One handler and what is promised of it: its category, whether it serves requests, replies or both (the default), how many
 * arguments it takes (any number by default), an index of choice, a name for messages, and an object of the program's own.
 *
 * <pre>{@code
 * HandlerEntry.ofShort(token -> hits.add(token.argument(0))).name("hit").request().arguments(1)
 * }</pre>
 *
 * <p>Immutable; every method that changes something returns a new entry. Source: GASNet-EX gex_AM_Entry_t.
 */
public final class HandlerEntry {
    /** Smallest index a program may choose. Source: GASNet-EX GEX_AM_INDEX_BASE. */
    public static final int INDEX_BASE = 128;

    /** Largest index. */
    public static final int INDEX_MAX = 255;

    /** The index that asks for any free one. */
    public static final int DONT_CARE = 0;

    private static final int ANY_COUNT = -1;
    private static final int CODE_SHIFT = 8;
    private static final int REQUEST = 1;
    private static final int REPLY = 2;

    private final ShortHandler shortHandler;
    private final MediumHandler mediumHandler;
    private final LongHandler longHandler;
    private final int index;
    private final int kinds;
    private final int argumentCount;
    private final String name;
    private final Object data;
    private final int description;

    private HandlerEntry(
            ShortHandler shortHandler, MediumHandler mediumHandler, LongHandler longHandler, int index, int kinds,
            int argumentCount, String name, Object data) {
        this.shortHandler = shortHandler;
        this.mediumHandler = mediumHandler;
        this.longHandler = longHandler;
        this.index = index;
        this.kinds = kinds;
        this.argumentCount = argumentCount;
        this.name = name;
        this.data = data;
        this.description = describe();
    }

    private static HandlerEntry of(ShortHandler shorts, MediumHandler mediums, LongHandler longs) {
        return new HandlerEntry(shorts, mediums, longs, DONT_CARE, REQUEST | REPLY, ANY_COUNT, null, null);
    }

    /** A handler of short messages. */
    public static HandlerEntry ofShort(ShortHandler handler) {
        return of(Objects.requireNonNull(handler, "handler"), null, null);
    }

    /** A handler of medium messages. */
    public static HandlerEntry ofMedium(MediumHandler handler) {
        return of(null, Objects.requireNonNull(handler, "handler"), null);
    }

    /** A handler of long messages. */
    public static HandlerEntry ofLong(LongHandler handler) {
        return of(null, null, Objects.requireNonNull(handler, "handler"));
    }

    /** One entry for medium and long messages. Source: GASNet-EX GEX_FLAG_AM_MEDLONG. */
    public static HandlerEntry ofMediumOrLong(MediumHandler mediumHandler, LongHandler longHandler) {
        return of(null, Objects.requireNonNull(mediumHandler, "mediumHandler"),
                Objects.requireNonNull(longHandler, "longHandler"));
    }

    /** With this index: {@value #INDEX_BASE}..{@value #INDEX_MAX}, or {@link #DONT_CARE}. */
    public HandlerEntry index(int newIndex) {
        if (newIndex != DONT_CARE && (newIndex < INDEX_BASE || newIndex > INDEX_MAX)) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT,
                    "HandlerEntry.index: " + newIndex + " is outside " + INDEX_BASE
                            + ".." + INDEX_MAX + " (" + DONT_CARE + " asks for any free one)");
        }
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, newIndex, kinds, argumentCount, name, data);
    }

    /** As {@link #index(int)}, for the library's own handlers, whose indices are below the program's. */
    HandlerEntry internalIndex(int newIndex) {
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, newIndex, kinds, argumentCount, name, data);
    }

    /** Serves requests only. */
    public HandlerEntry request() {
        return kinds(REQUEST);
    }

    /** Serves replies only. */
    public HandlerEntry reply() {
        return kinds(REPLY);
    }

    /** Serves requests and replies. */
    public HandlerEntry requestOrReply() {
        return kinds(REQUEST | REPLY);
    }

    private HandlerEntry kinds(int newKinds) {
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, index, newKinds, argumentCount, name, data);
    }

    /** Takes exactly {@code count} arguments, 0..{@link ActiveMessages#maxArguments}. */
    public HandlerEntry arguments(int count) {
        if (count < 0 || count > MessageHead.MAX_ARGUMENTS) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "HandlerEntry.arguments: " + count + " is outside 0.."
                    + MessageHead.MAX_ARGUMENTS);
        }
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, index, kinds, count, name, data);
    }

    /** Takes any number of arguments. */
    public HandlerEntry anyArguments() {
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, index, kinds, ANY_COUNT, name, data);
    }

    /** With a name for messages. */
    public HandlerEntry name(String newName) {
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, index, kinds, argumentCount, newName, data);
    }

    /** With an object of the program's own, which the handler finds as {@code token.entry().clientData()}. */
    public HandlerEntry clientData(Object newData) {
        return new HandlerEntry(shortHandler, mediumHandler, longHandler, index, kinds, argumentCount, name, newData);
    }

    /** Its index; {@link #DONT_CARE} before an entry that asked for any was registered. */
    public int index() {
        return index;
    }

    /** Its name, or null. */
    public String name() {
        return name;
    }

    /** What {@link #clientData(Object)} gave; null without. */
    public Object clientData() {
        return data;
    }

    /** How many arguments it takes; -1 when any number. */
    public int argumentCount() {
        return argumentCount;
    }

    public boolean servesRequests() {
        return (kinds & REQUEST) != 0;
    }

    public boolean servesReplies() {
        return (kinds & REPLY) != 0;
    }

    ShortHandler shortHandler() {
        return shortHandler;
    }

    MediumHandler mediumHandler() {
        return mediumHandler;
    }

    LongHandler longHandler() {
        return longHandler;
    }

    /** As an int that is not 0: what peers may know of it, in the form {@link #refusal} reads. */
    int description() {
        return description;
    }

    private int describe() {
        return 1 | kinds << 1 | (shortHandler == null ? 0 : 8) | (mediumHandler == null ? 0 : 16)
                | (longHandler == null ? 0 : 32) | (argumentCount + 1) << 8;
    }

    /** A handler of the program's and the endpoints of a message to it, as in a head, for a message of the library's that has it run. */
    static int code(int handler, long between) {
        return MessageHead.ends(between) << CODE_SHIFT | handler;
    }

    /** The head of the message that a {@link #code} stands for: medium, with {@code argumentCount} arguments. */
    static long headOf(int code, int argumentCount) {
        return MessageHead.withEnds(MessageHead.of(MessageHead.MEDIUM, code & INDEX_MAX, argumentCount),
                code >>> CODE_SHIFT);
    }

    boolean accepts(long head, boolean asReply) {
        return (description & (4 << MessageHead.category(head))) != 0
                && (kinds & (asReply ? REPLY : REQUEST)) != 0
                && (argumentCount == ANY_COUNT || argumentCount == MessageHead.argumentCount(head));
    }

    /** Why a handler of this description does not take such a message, or null if it does. */
    static String refusal(int description, long head, boolean reply) {
        if (description == 0) {
            return "which is not registered there: register it on that rank, and synchronise, before sending";
        }
        if ((description & (4 << MessageHead.category(head))) == 0) {
            return "which takes " + categories(description) + " messages";
        }
        if ((description >> 1 & (reply ? REPLY : REQUEST)) == 0) {
            return reply ? "which serves requests only" : "which serves replies only";
        }
        int count = (description >>> 8) - 1;
        if (count >= 0 && count != MessageHead.argumentCount(head)) {
            return "which takes " + count + " arguments, not " + MessageHead.argumentCount(head);
        }
        return null;
    }

    private static String categories(int description) {
        return switch (description >> 3 & 7) {
            case 1 -> "short";
            case 2 -> "medium";
            case 4 -> "long";
            default -> "medium and long";
        };
    }

    @Override
    public String toString() {
        return "handler " + index + (name == null ? "" : " '" + name + "'");
    }
}
