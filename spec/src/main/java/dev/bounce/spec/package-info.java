/// The command line of the specification: `check` runs the model checker TLC on the models, the
/// planted bugs and the rare situations of the folder `spec/`.
package dev.bounce.spec;
