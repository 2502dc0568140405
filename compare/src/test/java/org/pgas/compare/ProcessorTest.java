package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProcessorTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            GenuineIntel             | intel        | Intel
            AuthenticAMD             | amd          | AMD
            Intel(R) Xeon(R) Gold    | intel        | Intel
            AMD EPYC 9B45            | amd          | AMD
            arm-0x41                 | arm-0x41     | arm-0x41
            HygonGenuine             | hygongenuine | hygongenuine
            ''                       | unknown      | unknown
            0x41                     | unknown      | unknown
            """)
    void shouldTellTheKindByTheNameOfAVendorOrOfAProcessor(String name, String word, String title) {
        assertEquals(word, Processor.of(name).word());
        assertEquals(title, Processor.of(name).title());
        assertEquals(Processor.of(name), Processor.of(title));
    }

    /** A model's name may be of whoever made the virtual machine. */
    @Test
    void shouldTakeTheVendorOfTheKernelsDescription() {
        assertEquals("amd", Processor.told(
                List.of("processor\t: 0", "vendor_id\t: AuthenticAMD", "model name\t: Virtual CPU like Intel")).word());
        assertEquals("arm-0x41", Processor.told(List.of("processor\t: 0", "CPU implementer\t: 0x41")).word());
        assertEquals("unknown", Processor.told(List.of("processor\t: 0")).word());
    }

    @Test
    void shouldBeAWordOnEveryHost() {
        assertTrue(Processor.isWord(Processor.ofThisHost().word()), Processor.ofThisHost()::word);
    }
}
