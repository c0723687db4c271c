------------------------------ MODULE NetGrow -------------------------------
(* A network that keeps every message for ever.  A message may be received  *)
(* late, often, in any order, or never: loss, delay, duplication and        *)
(* reordering need no actions.  Right for safety.                           *)
GrowReceived(net, m) == net
GrowLoses == FALSE
=============================================================================
