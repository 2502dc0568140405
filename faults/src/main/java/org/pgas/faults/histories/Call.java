package org.pgas.faults.histories;

/**
 * What a rank calls.
 *
 * @param first argument, 0 if there is none
 * @param second argument, 0 if there is none
 */
record Call(Subject subject, Kind kind, long first, long second) {
    /** For people, such as {@code swap(7)}. */
    String words() {
        return kind.words() + switch (kind.arguments()) {
            case 0 -> "()";
            case 1 -> "(" + first + ")";
            default -> "(" + first + ", " + second + ")";
        };
    }
}
