/// Virtual memory of a device whose physical memory comes chunk by chunk: the calls of a driver,
/// over a GPU or over memory of this process, and the pool that grows and shrinks with them (design
/// section 7).
package dev.bounce.hw.vmm;
