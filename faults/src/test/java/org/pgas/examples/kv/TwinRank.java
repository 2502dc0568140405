package org.pgas.examples.kv;

import java.util.SplittableRandom;

import org.pgas.faults.power.PowerRank;
import org.pgas.heap.SharedHeap;

/** Ranks whose store lacks one thing that it needs to survive a loss of power. */
public final class TwinRank {
    private TwinRank() {}

    /** A store of which every third sync brings nothing to the device. */
    public static final class SkipsSyncs {
        private SkipsSyncs() {}

        /** As of {@link PowerRank}. */
        public static void main(String[] arguments) {
            SplittableRandom random = new SplittableRandom(1);
            PowerRank.run(arguments, options -> options.on(segment -> {
                StoreDevice device = options.device((StoreSegment) segment);
                return () -> {
                    if (random.nextInt(3) > 0) {
                        device.sync();
                    }
                };
            }));
        }
    }

    /** A store that uses the places of records for others before what replaces them is on the device. */
    public static final class WritesOver {
        private WritesOver() {}

        /** As of {@link PowerRank}. */
        public static void main(String[] arguments) {
            PowerRank.run(arguments, options -> options.with(new StoreParts() {
                @Override
                Retired retired(SharedHeap heap, Records records) {
                    return new Retired(heap, records) {
                        @Override
                        synchronized void replaced(long record, long version, long epoch) {
                            records.drop(record, version, epoch);
                            heap.free(record);
                        }
                    };
                }
            }));
        }
    }

    /** A store whose marks do not say of which version of a record they are. */
    public static final class MarksAny {
        private MarksAny() {}

        /** As of {@link PowerRank}. */
        public static void main(String[] arguments) {
            PowerRank.run(arguments, options -> options.with(new StoreParts() {
                @Override
                RecordFormat format() {
                    return new RecordFormat() {
                        @Override
                        long mark(long version, long dropped) {
                            return super.mark(0, dropped);
                        }
                    };
                }
            }));
        }
    }
}
