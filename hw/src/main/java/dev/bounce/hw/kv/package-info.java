/// Pools of KV slots in real memory: what the lifecycles of [dev.bounce.model.kv] name by block and
/// agents move by address (design section 7).
package dev.bounce.hw.kv;
