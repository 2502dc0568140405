package org.pgas.faults.histories;

/** What the calls of a job are made on. There is one of each in every job, and each has a history of its own. */
enum Subject {
    /** A word of a domain of atomic operations. */
    WORD("words", "the word"),
    /** Another one. */
    OTHER_WORD("words", "the other word"),
    /** A word that is put and got in order, and never updated. */
    ORDERED_WORD("words of ordered puts and gets", "the word of ordered puts and gets"),
    /** An element of an MPI window. */
    ELEMENT("elements of windows", "the element of the window"),
    /** A mutex. */
    LOCK("locks", "the lock"),
    /** Another one. No rank holds both. */
    OTHER_LOCK("locks", "the other lock"),
    /** A queue of messages, of few places. */
    QUEUE("queues", "the queue"),
    /** A heap that has always room. */
    HEAP("heaps", "the heap"),
    /** Messages from all to all. */
    MESSAGES("messages", "the messages");

    private final String title;
    private final String words;

    Subject(String title, String words) {
        this.title = title;
        this.words = words;
    }

    /** All of its sort, for people. */
    String title() {
        return title;
    }

    /** This one, for people. */
    String words() {
        return words;
    }

    /** How it behaves when one call comes after the other; null for messages, which have an order of their own. */
    Model<?> model() {
        return switch (this) {
            case WORD, OTHER_WORD, ORDERED_WORD, ELEMENT -> new WordModel();
            case LOCK, OTHER_LOCK -> new LockModel();
            case QUEUE -> new QueueModel(Objects.QUEUE_CAPACITY);
            case HEAP -> new HeapModel(Objects.HEAP, Objects.HEAP + Objects.HEAP_BYTES);
            case MESSAGES -> null;
        };
    }
}
