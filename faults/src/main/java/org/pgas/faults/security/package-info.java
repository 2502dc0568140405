/** Attacks by another user of the same host, to get at a job or to lead it astray. */
package org.pgas.faults.security;
