---- MODULE SmallCrash ----
EXTENDS MC
SmallFaults == [NoFaults EXCEPT !.crash["a"] = 1, !.lostR = 1, !.dirty = 1]
====
