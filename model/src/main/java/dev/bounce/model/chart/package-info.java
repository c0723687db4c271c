/// Charts as text, for reports of simulations and benchmarks.
package dev.bounce.model.chart;
