package org.pgas.mpi.comm;

import java.util.Arrays;

/**
 * Operations that peers name by a number, which no other operation of the table ever had. Everything under the lock of
 * the engine.
 */
final class OperationTable<T> {
    private static final int FIRST_PLACES = 16;

    /** A place's use is above, the place below. */
    private static final int USE_SHIFT = 32;

    private Object[] operations = new Object[FIRST_PLACES];
    private int[] uses = new int[FIRST_PLACES];

    /** Of a free place the next free one, or none. */
    private int[] nextFree = new int[FIRST_PLACES];

    private int firstFree = -1;
    private int filled;

    long add(T operation) {
        int place = firstFree;
        if (place >= 0) {
            firstFree = nextFree[place];
        } else {
            place = filled++;
            if (place == operations.length) {
                operations = Arrays.copyOf(operations, 2 * place);
                uses = Arrays.copyOf(uses, 2 * place);
                nextFree = Arrays.copyOf(nextFree, 2 * place);
            }
        }
        operations[place] = operation;
        return (long) uses[place] << USE_SHIFT | place;
    }

    /** Null if the number is none, or no more. */
    @SuppressWarnings("unchecked") // add has put it there
    T get(long number) {
        int place = (int) number;
        return place >= 0 && place < filled && uses[place] == (int) (number >>> USE_SHIFT) ? (T) operations[place]
                : null;
    }

    /** As {@link #get}; the number is none from now on. */
    T remove(long number) {
        T operation = get(number);
        if (operation != null) {
            int place = (int) number;
            operations[place] = null;
            uses[place]++;
            nextFree[place] = firstFree;
            firstFree = place;
        }
        return operation;
    }
}
