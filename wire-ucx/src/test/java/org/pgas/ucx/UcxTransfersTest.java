package org.pgas.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.wire.OneSidedLaws;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.spi.OneSidedMode;

/** The laws of transfers past messages, which UCX does by software where these tests run. */
class UcxTransfersTest extends OneSidedLaws {
    @BeforeAll
    static void thereIsUcx() {
        assumeTrue(Ucp.refusal() == null, Ucp::refusal);
    }

    @Override
    protected WireProvider provider() {
        return WireProvider.named("ucx");
    }

    @Override
    protected boolean isPlain() {
        return true;
    }

    @Test
    void theyAreThereWhereTheyAreWantedAndByThemselvesWhereThereIsADevice() throws IOException {
        for (OneSidedMode mode : OneSidedMode.values()) {
            try (UcxCarriers carriers = new UcxCarriers(2, mode)) {
                carriers.listen(1);
                boolean isWanted = mode == OneSidedMode.ON || mode == OneSidedMode.AUTO && Devices.areThere();
                assertEquals(isWanted, carriers.oneSided().isPresent(), mode::toString);
            }
        }
    }

    /** UCX's software takes nobody's place unasked: it would be slower than messages, and fear deaths. */
    @Test
    void whereThereIsNoDeviceNothingIsCarriedOutByDevicesAlone() {
        assumeFalse(Devices.areThere());
        ReentrantLock lock = new ReentrantLock();
        IOException refused = assertThrows(IOException.class, () -> UcxTransfers.open(2, lock, true));
        assertTrue(refused.getMessage().startsWith("UCX gives no "), refused.getMessage());
    }

    @Test
    void aDeviceIsWhatTheSystemLists(@TempDir Path directory) throws IOException {
        assertFalse(Devices.areListed(directory.resolve("none")));
        assertFalse(Devices.areListed(directory));
        Files.createDirectory(directory.resolve("mlx5_0"));
        assertTrue(Devices.areListed(directory));
    }
}
