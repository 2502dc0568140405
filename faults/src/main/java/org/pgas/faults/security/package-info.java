/** Another user of the same host, who tries to get at a job or to lead it astray. */
package org.pgas.faults.security;
