/// Descriptors, the gate that admits them, and the plan that cuts them into chunks.
package dev.bounce.model.plan;
