package org.pgas.spi;

/**
 * What a message is and which handler it runs, packed into the positive int that a ring stores with each record.
 *
 * <pre>
 * bits 30..16  0
 * bits 15..14  category: 1 short, 2 medium, 3 long
 * bit  13      1
 * bits 12..8   argument count, 0..16
 * bits 7..0    handler index
 * </pre>
 */
public final class MessageHead {
    public static final int SHORT = 1;
    public static final int MEDIUM = 2;
    public static final int LONG = 3;

    /** Most int arguments of a message. */
    public static final int MAX_ARGUMENTS = 16;

    private static final int MARK = 1 << 13;

    private MessageHead() {}

    public static int of(int category, int handler, int argumentCount) {
        return category << 14 | MARK | argumentCount << 8 | handler;
    }

    /** Whether a head read from shared memory can be one: the rest may be asked of it only then. */
    public static boolean isLegal(int head) {
        return head >>> 16 == 0 && (head & MARK) != 0 && category(head) != 0 && argumentCount(head) <= MAX_ARGUMENTS;
    }

    public static int category(int head) {
        return head >>> 14;
    }

    public static int argumentCount(int head) {
        return head >>> 8 & 31;
    }

    public static int handler(int head) {
        return head & 255;
    }

    /** "short", "medium" or "long". */
    public static String categoryName(int head) {
        return switch (category(head)) {
            case SHORT -> "short";
            case MEDIUM -> "medium";
            case LONG -> "long";
            default -> "unknown";
        };
    }
}
