/// The pool of KV blocks, the table of index rows and the life of a request between a prefill and a
/// decode worker (design section 7): what drives the transport, without cache policy or model
/// execution.
///
/// The lives are tables: [dev.bounce.model.kv.ContextRequest#next] and
/// [dev.bounce.model.kv.GenerationRequest#next] map a state and an event to a state and effects, or
/// refuse. [dev.bounce.model.kv.PrefillWorker] and [dev.bounce.model.kv.DecodeWorker] perform the
/// effects on [dev.bounce.model.kv.Holdings] and hand to the host what the transport and the client
/// have to do. [dev.bounce.model.kv.KvInvariants] says what must hold after every step.
package dev.bounce.model.kv;
