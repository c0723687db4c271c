/// Configuration: one record per component, one table of keys with their defaults and bounds
/// ([dev.bounce.model.config.ConfigKey]), and the relations between them, checked together at start
/// ([dev.bounce.model.config.BounceConfig]).
package dev.bounce.model.config;
