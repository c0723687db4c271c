package dev.bounce.hw.kv;

class HostKvPoolTest extends KvPoolContract {
    @Override
    KvMemory open() {
        return KvMemory.ofHost();
    }
}
