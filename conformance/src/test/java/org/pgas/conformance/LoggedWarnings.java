package org.pgas.conformance;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** What the library logs, where {@link System.Logger} goes to the JDK's own logging. */
final class LoggedWarnings {
    private LoggedWarnings() {}

    /** The messages of level WARNING that the logger "org.pgas" is given while {@code body} runs, by any thread. */
    static List<String> during(Runnable body) {
        return during(body, text -> {
        });
    }

    /** As {@link #during(Runnable)}; {@code each} gets every message as it comes, in the thread that logs it. */
    static List<String> during(Runnable body, Consumer<String> each) {
        List<String> messages = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord record) {
                if (record.getLevel() == Level.WARNING) {
                    messages.add(record.getMessage());
                    each.accept(record.getMessage());
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("org.pgas");
        logger.addHandler(handler);
        try {
            body.run();
        } finally {
            logger.removeHandler(handler);
        }
        return messages;
    }
}
