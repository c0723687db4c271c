package dev.bounce.sim.world;

/// Families of the decisions that are no faults. They start above the keys of [Fault]; a number is
/// never used again for something else, since that would change every seed.
final class Topic {
    static final int FAULT_ENABLED = 101;
    static final int FAULT_STRENGTH = 102;
    static final int FAULT_DETAIL = 103;
    static final int FAULT_TIME = 104;
    static final int FAULT_VALUE = 105;
    static final int FAULT_SUBJECT = 106;
    static final int SETTINGS = 110;
    static final int LIFE = 111;
    static final int WORKLOAD = 120;
    static final int LAYOUT = 121;
    static final int PERMUTATION = 122;
    static final int LATENCY = 130;
    static final int CODEC = 131;
    static final int COPY = 140;
    static final int WRITE = 141;
    static final int PLANE = 142;
    static final int DIRECT = 143;
    static final int APPLICATION = 150;
    static final int CANCELLING = 151;
    static final int HOSTILE = 152;
    static final int CORE = 153;
    static final int SERVING = 160;

    private Topic() {}
}
