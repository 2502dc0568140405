package org.pgas.examples.kv;

import org.pgas.heap.SharedHeap;

/** What a store is put together from. Tests put in weaker parts, to see that they are found. */
class StoreParts {
    RecordFormat format() {
        return new RecordFormat();
    }

    Retired retired(SharedHeap heap, Records records) {
        return new Retired(heap, records);
    }
}
