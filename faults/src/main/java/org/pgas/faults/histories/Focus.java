package org.pgas.faults.histories;

import java.util.List;

/** What the calls of a job are made on: the fewer objects, the more calls meet at each. */
enum Focus {
    /** Words. */
    WORDS("words", Subject.WORD, Subject.OTHER_WORD, Subject.ORDERED_WORD),
    /** Elements of a window. */
    ELEMENTS("elements of a window", Subject.ELEMENT),
    /** Locks, and a word that is changed under them, too. */
    LOCKS("locks", Subject.LOCK, Subject.OTHER_LOCK, Subject.WORD),
    /** A queue. */
    QUEUE("a queue", Subject.QUEUE),
    /** A heap. */
    HEAP("a heap", Subject.HEAP),
    /** Messages. */
    MESSAGES("messages", Subject.MESSAGES),
    /** All of these. */
    ALL("all at once", Subject.values());

    private final String words;
    private final List<Subject> subjects;

    Focus(String words, Subject... subjects) {
        this.words = words;
        this.subjects = List.of(subjects);
    }

    /** Its name for people. */
    String words() {
        return words;
    }

    List<Subject> subjects() {
        return subjects;
    }
}
