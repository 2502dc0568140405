package org.pgas.conformance.bytes;

import java.nio.ByteBuffer;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesMarshallable;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.bytes.SegmentBytes;
import org.pgas.bytes.TypeRegistry;
import org.pgas.bytes.TypedMessages;

/** A job of one rank that uses messages and, if it is told to, Chronicle in many ways. For {@link ChronicleStartIT}. */
final class QuietProgram {
    record Reading(int sensor, double value, String place) {}

    /** Chronicle copies its fields. */
    static final class Fields implements BytesMarshallable {
        private int number = 5;
        private String text = "five";
    }

    private QuietProgram() {}

    public static void main(String[] arguments) {
        try (Job job = Job.join()) {
            job.attach(4096);
            int print = job.endpoint().handlers()
                    .register(HandlerEntry.ofShort(token -> System.out.println("message")).request());
            job.world().am().requestShort(0, print);
            if (arguments.length > 0) {
                ChronicleUse.of(job);
            }
        }
    }

    /** A class of its own: to look at one that uses Chronicle, the virtual machine loads some of it. */
    private static final class ChronicleUse {
        static void of(Job job) {
            TypeRegistry types = TypeRegistry.builder().record(Reading.class).marshallable(Fields.class, Fields::new)
                    .build();
            TypedMessages messages = TypedMessages.of(job.world(), types);
            int reading = messages.onRequest(Reading.class, (token, value) -> System.out.println(value));
            int fields = messages.onRequest(Fields.class,
                    (token, value) -> System.out.println(value.number + " " + value.text));
            messages.request(0, reading, new Reading(1, 2.5, "caf\u00e9"));
            messages.request(0, fields, new Fields());
            Bytes<Void> view = SegmentBytes.of(job.world(), 0, 0, 256).bytesForWrite();
            view.append(1.5).append(' ').append(7).append(' ').append("text");
            System.out.println(view);
            Bytes<?> direct = Bytes.allocateDirect(64);
            direct.writeUtf8("direct");
            System.out.println(direct.readUtf8());
            direct.releaseLast();
            Bytes<ByteBuffer> buffer = Bytes.elasticByteBuffer();
            buffer.writeUtf8("buffer");
            System.out.println(buffer.readUtf8());
            buffer.releaseLast();
        }
    }
}
