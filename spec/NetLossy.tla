------------------------------ MODULE NetLossy ------------------------------
(* A network that forgets a message when it is received, and may lose any   *)
(* message at any time, as often as the model says.  What must arrive has   *)
(* to be sent again.  Right for liveness.                                   *)
LossyReceived(net, m) == net \ {m}
LossyLoses == TRUE
=============================================================================
