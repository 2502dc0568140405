package org.pgas.spi;

/**
 * What a message is, which handler it runs, and which endpoints it goes between, packed into a positive long.
 *
 * <pre>
 * bits 63..40  0
 * bits 39..28  index of the endpoint that sends, 0..4095
 * bits 27..16  index of the endpoint that it is for, 0..4095
 * bits 15..14  category: 1 short, 2 medium, 3 long
 * bit  13      1
 * bits 12..8   argument count, 0..16
 * bits 7..0    handler index
 * </pre>
 *
 * <p>Bits 39..16 are the message's ends. Between primordial endpoints, of index 0 both, they are 0, and a head is what
 * {@link #of} says. Other messages take one int more, which is counted as an argument is where room is concerned
 * ({@link #words}).
 */
public final class MessageHead {
    public static final int SHORT = 1;
    public static final int MEDIUM = 2;
    public static final int LONG = 3;

    /** Most int arguments of a message. */
    public static final int MAX_ARGUMENTS = 16;

    /** Most {@link #words} of a message. */
    public static final int MAX_WORDS = MAX_ARGUMENTS + 1;

    /** How many endpoints a head can name. */
    public static final int ENDPOINTS = 1 << 12;

    private static final int MARK = 1 << 13;
    private static final int ENDS_SHIFT = 16;
    private static final int INDEX_BITS = 12;
    private static final int INDEX_MASK = (1 << INDEX_BITS) - 1;

    private MessageHead() {}

    /** Between primordial endpoints. */
    public static int of(int category, int handler, int argumentCount) {
        return category << 14 | MARK | argumentCount << 8 | handler;
    }

    /** The bits that name the endpoints, to be combined with a head by or; {@link #ends(long)} reads them back. */
    public static long between(int sourceEndpoint, int targetEndpoint) {
        return (long) (sourceEndpoint << INDEX_BITS | targetEndpoint) << ENDS_SHIFT;
    }

    /** Whether a head read from shared memory can be one: the rest may be asked of it only then. */
    public static boolean isLegal(long head) {
        return head >>> ENDS_SHIFT + 2 * INDEX_BITS == 0 && (head & MARK) != 0 && category(head) != 0
                && argumentCount(head) <= MAX_ARGUMENTS;
    }

    public static int category(long head) {
        return (int) head >>> 14 & 3;
    }

    public static int argumentCount(long head) {
        return (int) head >>> 8 & 31;
    }

    public static int handler(long head) {
        return (int) head & 255;
    }

    /** Whether it goes to or from an endpoint that is not primordial. */
    public static boolean hasEnds(long head) {
        return head >>> ENDS_SHIFT != 0;
    }

    /** The indices of both endpoints, 0 between primordial ones: what {@link #between} made, shifted down. */
    public static int ends(long head) {
        return (int) (head >>> ENDS_SHIFT);
    }

    /** A head with these {@linkplain #ends ends}, of one that has none. */
    public static long withEnds(int head, int ends) {
        return (long) ends << ENDS_SHIFT | head;
    }

    public static int sourceEndpoint(long head) {
        return (int) (head >>> ENDS_SHIFT + INDEX_BITS) & INDEX_MASK;
    }

    public static int targetEndpoint(long head) {
        return (int) (head >>> ENDS_SHIFT) & INDEX_MASK;
    }

    /** Ints of a message besides its payload: its arguments, and one for its ends if it has them. */
    public static int words(long head) {
        return argumentCount(head) + (hasEnds(head) ? 1 : 0);
    }

    /** "short", "medium" or "long". */
    public static String categoryName(long head) {
        return switch (category(head)) {
            case SHORT -> "short";
            case MEDIUM -> "medium";
            case LONG -> "long";
            default -> "unknown";
        };
    }
}
