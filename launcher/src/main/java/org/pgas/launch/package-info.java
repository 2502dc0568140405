/** Starts and observes jobs. */
package org.pgas.launch;
