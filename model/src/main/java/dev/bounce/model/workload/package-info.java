/// Workloads by the shapes of real models (design section 7): which pieces of whose KV cache go
/// where, when prefill and decode are parallel in different ways.
package dev.bounce.model.workload;
