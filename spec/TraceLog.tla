------------------------------ MODULE TraceLog ------------------------------
(* What TraceCheck reads and writes; Java replaces both definitions.        *)
Logs == <<>>
Reached(trace, entry) == TRUE
=============================================================================
