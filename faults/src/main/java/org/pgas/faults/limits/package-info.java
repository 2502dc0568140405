/** Jobs in places that have too little of something: memory, files, processes, rights. */
package org.pgas.faults.limits;
