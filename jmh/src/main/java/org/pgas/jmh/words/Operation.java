package org.pgas.jmh.words;

/** What is done to a word. */
enum Operation {
    FETCH_ADD("fetch-add"), INCREMENT("increment by compare-and-swap"), GET("get"), SET("set");

    private final String title;

    Operation(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** As the benchmark's method is called. */
    String method() {
        return switch (this) {
            case FETCH_ADD -> "fetchAdd";
            case INCREMENT -> "increment";
            case GET -> "get";
            case SET -> "set";
        };
    }

    /** That of a benchmark, by its full name. */
    static Operation ofBenchmark(String name) {
        for (Operation operation : values()) {
            if (name.endsWith("." + operation.method())) {
                return operation;
            }
        }
        throw new IllegalArgumentException("no operation is measured by " + name);
    }

    /** The loop of a worker outside the harness; each operation has its own. Returns something of what was read. */
    long run(AtomicWord word, int times) {
        long sum = 0;
        switch (this) {
            case FETCH_ADD -> {
                for (int i = 0; i < times; i++) {
                    sum += word.getAndAdd(1);
                }
            }
            case INCREMENT -> {
                for (int i = 0; i < times; i++) {
                    sum += word.increment();
                }
            }
            case GET -> {
                for (int i = 0; i < times; i++) {
                    sum += word.get();
                }
            }
            case SET -> {
                for (int i = 0; i < times; i++) {
                    word.set(i);
                }
            }
        }
        return sum;
    }
}
