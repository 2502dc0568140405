package org.pgas.message;

import java.util.Objects;
import java.util.function.Function;

import org.pgas.refusal.Refusals;
import org.pgas.spi.MessageHead;

/**
 * What handles messages to one index, and what is promised of it. Immutable.
 *
 * <p>{@code HandlerEntry} of the API is its face; the library's own handlers have none.
 */
public final class Handler {
    /** What runs for a short message. */
    @FunctionalInterface
    public interface ShortCode {
        void run(Delivery message);
    }

    /** What runs for a medium message. */
    @FunctionalInterface
    public interface MediumCode {
        void run(Delivery message, PayloadCore payload);
    }

    /** What runs for a long message. */
    @FunctionalInterface
    public interface LongCode {
        void run(Delivery message, long targetOffset, long bytes);
    }

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

    private final ShortCode shortCode;
    private final MediumCode mediumCode;
    private final LongCode longCode;
    private final int index;
    private final int kinds;
    private final int argumentCount;
    private final String name;
    private final Object data;
    private final int description;

    /** The type of the API that stands for it; null of the library's own. */
    private final Object face;

    /** Makes the face of this one and of what is derived from it; null of the library's own. */
    private final Function<Handler, ?> faces;

    private Handler(Function<Handler, ?> faces, ShortCode shortCode, MediumCode mediumCode, LongCode longCode,
            int index, int kinds, int argumentCount, String name, Object data) {
        this.faces = faces;
        this.shortCode = shortCode;
        this.mediumCode = mediumCode;
        this.longCode = longCode;
        this.index = index;
        this.kinds = kinds;
        this.argumentCount = argumentCount;
        this.name = name;
        this.data = data;
        this.description = describe();
        face = faces == null ? null : faces.apply(this);
    }

    /** The type of the API that stands for it; null of the library's own. */
    public Object face() {
        return face;
    }

    private static Handler of(ShortCode shorts, MediumCode mediums, LongCode longs) {
        return ofFace(null, shorts, mediums, longs);
    }

    /** A program's, for each category with code that is not null; {@code faces} makes what stands for it in the API. */
    public static Handler ofFace(Function<Handler, ?> faces, ShortCode shorts, MediumCode mediums, LongCode longs) {
        return new Handler(faces, shorts, mediums, longs, DONT_CARE, REQUEST | REPLY, ANY_COUNT, null, null);
    }

    /** A handler of short messages. */
    public static Handler ofShort(ShortCode handler) {
        return of(Objects.requireNonNull(handler, "handler"), null, null);
    }

    /** A handler of medium messages. */
    public static Handler ofMedium(MediumCode handler) {
        return of(null, Objects.requireNonNull(handler, "handler"), null);
    }

    /** A handler of long messages. */
    public static Handler ofLong(LongCode handler) {
        return of(null, null, Objects.requireNonNull(handler, "handler"));
    }

    /** With this index: {@value #INDEX_BASE}..{@value #INDEX_MAX}, or {@link #DONT_CARE}. */
    public Handler index(int newIndex) {
        if (newIndex != DONT_CARE && (newIndex < INDEX_BASE || newIndex > INDEX_MAX)) {
            throw Refusals.OF_NO_RANK.bad("HandlerEntry.index", newIndex + " is outside " + INDEX_BASE
                    + ".." + INDEX_MAX + " (" + DONT_CARE + " asks for any free one)");
        }
        return new Handler(faces, shortCode, mediumCode, longCode, newIndex, kinds, argumentCount, name, data);
    }

    /** As {@link #index(int)}, for the library's own handlers: their indices are below the program's. */
    public Handler internalIndex(int newIndex) {
        return new Handler(faces, shortCode, mediumCode, longCode, newIndex, kinds, argumentCount, name, data);
    }

    /** Serves requests only. */
    public Handler request() {
        return kinds(REQUEST);
    }

    /** Serves replies only. */
    public Handler reply() {
        return kinds(REPLY);
    }

    /** Serves requests and replies. */
    public Handler requestOrReply() {
        return kinds(REQUEST | REPLY);
    }

    private Handler kinds(int newKinds) {
        return new Handler(faces, shortCode, mediumCode, longCode, index, newKinds, argumentCount, name, data);
    }

    /** Takes exactly {@code count} arguments, 0..{@link ActiveMessages#maxArguments}. */
    public Handler arguments(int count) {
        if (count < 0 || count > MessageHead.MAX_ARGUMENTS) {
            throw Refusals.OF_NO_RANK.bad("HandlerEntry.arguments", count + " is outside 0.."
                    + MessageHead.MAX_ARGUMENTS);
        }
        return new Handler(faces, shortCode, mediumCode, longCode, index, kinds, count, name, data);
    }

    /** Takes any number of arguments. */
    public Handler anyArguments() {
        return new Handler(faces, shortCode, mediumCode, longCode, index, kinds, ANY_COUNT, name, data);
    }

    /** With a name for messages. */
    public Handler name(String newName) {
        return new Handler(faces, shortCode, mediumCode, longCode, index, kinds, argumentCount, newName, data);
    }

    /** With an object of the program's own, which the handler finds as {@code token.entry().clientData()}. */
    public Handler clientData(Object newData) {
        return new Handler(faces, shortCode, mediumCode, longCode, index, kinds, argumentCount, name, newData);
    }

    /** Whether a program may have a handler there. */
    public static boolean isIndex(int index) {
        return (index & -INDEX_BASE) == INDEX_BASE;
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

    ShortCode shortCode() {
        return shortCode;
    }

    MediumCode mediumCode() {
        return mediumCode;
    }

    LongCode longCode() {
        return longCode;
    }

    /** As an int that is not 0: what peers may know of it, in the form {@link #refusal} reads. */
    public int description() {
        return description;
    }

    private int describe() {
        return 1 | kinds << 1 | (shortCode == null ? 0 : 8) | (mediumCode == null ? 0 : 16)
                | (longCode == null ? 0 : 32) | (argumentCount + 1) << 8;
    }

    /**
     * A handler of the program's and the endpoints of a message to it, as in a head, for a message of the library's
     * that has it run.
     */
    public static int code(int handler, long between) {
        return MessageHead.ends(between) << CODE_SHIFT | handler;
    }

    /** The head of the message that a {@link #code} stands for: medium, with {@code argumentCount} arguments. */
    public static long headOf(int code, int argumentCount) {
        return MessageHead.withEnds(MessageHead.of(MessageHead.MEDIUM, code & INDEX_MAX, argumentCount),
                code >>> CODE_SHIFT);
    }

    public boolean accepts(long head, boolean asReply) {
        return (description & (4 << MessageHead.category(head))) != 0
                && (kinds & (asReply ? REPLY : REQUEST)) != 0
                && (argumentCount == ANY_COUNT || argumentCount == MessageHead.argumentCount(head));
    }

    /** Why a handler of this description does not take such a message, or null if it does. */
    public static String refusal(int description, long head, boolean reply) {
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
