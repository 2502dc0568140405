/** Files of running jobs and of jobs that are about to start, damaged by somebody else. */
package org.pgas.faults.corruption;
