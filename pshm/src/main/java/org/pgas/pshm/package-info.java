/** The shared-memory conduit. */
package org.pgas.pshm;
