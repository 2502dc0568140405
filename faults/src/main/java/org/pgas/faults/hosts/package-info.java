/**
 * Faults of jobs on several hosts: network namespaces of this machine, with a link each to a common switch and an sshd
 * of their own, where there is root; or addresses of this machine, where there is none.
 */
package org.pgas.faults.hosts;
