/// Configuration: one record per component, checked together at start.
package dev.bounce.model.config;
