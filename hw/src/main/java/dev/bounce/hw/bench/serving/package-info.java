/// `bounce bench --workload serving`: prefill and decode workers whose lifecycles
/// ([dev.bounce.model.kv]) drive real agents over real memory, every byte compared.
package dev.bounce.hw.bench.serving;
