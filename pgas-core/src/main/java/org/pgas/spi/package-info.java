/** What a conduit provides; for the modules of this library only. */
package org.pgas.spi;
