-------------------------------- MODULE MCKv ---------------------------------
(* Values of models of KvLifecycle that a configuration file cannot write.   *)
EXTENDS KvLifecycle

Alone == [g \in Gen |-> 0]
Paired == [g \in Gen |-> g - 10]
OneEach == [q \in Ctx \cup Gen |-> 1]
TwoEach == [q \in Ctx \cup Gen |-> 2]
=============================================================================
