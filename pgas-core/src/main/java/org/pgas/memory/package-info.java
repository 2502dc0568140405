/** Raw access to mapped memory; for the modules of this library only. */
package org.pgas.memory;
