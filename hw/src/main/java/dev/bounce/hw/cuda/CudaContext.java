package dev.bounce.hw.cuda;

import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUpointer_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One device in use: its primary context, which UCX expects too, retained once and released once.
/// Any thread; calls that CUDA binds to the context of the calling thread bind it first.
public final class CudaContext implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CudaContext.class);
    private static final int NAME_BYTES = 256;
    private static final int DEVICE_MEMORY = 2; // CU_MEMORYTYPE_DEVICE
    private static final int FABRIC_HANDLE = 8; // CU_MEM_HANDLE_TYPE_FABRIC

    private final int ordinal;
    private final CUdevice device = new CUdevice();
    private final CUcontext context = new CUcontext();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final PostedWaits waits;
    private final DeviceUuid uuid;
    private final String name;

    private CudaContext(final int ordinal) {
        this.ordinal = ordinal;
        Driver.check("cuInit", JCudaDriver.cuInit(0));
        Driver.check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        uuid = uuidOf(device);
        name = nameOf(device);
        waits = new PostedWaits();
        Driver.check(
                "cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device));
    }

    /// Takes a device into use.
    ///
    /// @param ordinal counted as `CUDA_VISIBLE_DEVICES` leaves them
    /// @throws CudaException in one line, if there is no driver, no such device, or it does not
    /// work
    public static CudaContext open(final int ordinal) {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            throw new CudaException(probe.reason(), 0);
        }
        if (ordinal < 0 || ordinal >= probe.devices()) {
            throw new CudaException(
                    "no CUDA device %d; there are %d, counted from 0"
                            .formatted(ordinal, probe.devices()),
                    0);
        }
        try {
            return new CudaContext(ordinal);
        } catch (final LinkageError broken) {
            throw new CudaException("JCuda cannot be loaded: " + broken, 0);
        }
    }

    private static DeviceUuid uuidOf(final CUdevice device) {
        final CUuuid found = new CUuuid();
        Driver.check("cuDeviceGetUuid", JCudaDriver.cuDeviceGetUuid(found, device));
        final ByteBuffer bytes = ByteBuffer.wrap(found.bytes).order(ByteOrder.LITTLE_ENDIAN);
        return new DeviceUuid(bytes.getLong(0), bytes.getLong(Long.BYTES));
    }

    private static String nameOf(final CUdevice device) {
        final byte[] text = new byte[NAME_BYTES];
        Driver.check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(text, text.length, device));
        int length = 0;
        while (length < text.length && text[length] != 0) {
            length++;
        }
        return new String(text, 0, length, StandardCharsets.US_ASCII);
    }

    /// Its number among the devices of this process.
    public int ordinal() {
        return ordinal;
    }

    /// Names the device everywhere.
    public DeviceUuid uuid() {
        return uuid;
    }

    /// What the vendor calls it.
    public String name() {
        return name;
    }

    /// How many multiprocessors the device has.
    public int multiprocessors() {
        final int[] count = new int[1];
        Driver.check(
                "cuDeviceGetAttribute(MULTIPROCESSOR_COUNT)",
                JCudaDriver.cuDeviceGetAttribute(
                        count,
                        CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
                        device));
        return count[0];
    }

    /// Binds the context to this thread.
    public void makeCurrent() {
        Driver.check("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(context));
    }

    /// Binds the context to this thread, one of Bounce's own. While the application captures
    /// streams, what this thread calls is not refused and ends no capture.
    public void useOnThisThread() {
        makeCurrent();
        Driver.check(
                "cuThreadExchangeStreamCaptureMode",
                JCudaDriver.cuThreadExchangeStreamCaptureMode(
                        new int[] {CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_RELAXED}));
    }

    /// Waits until everything that this process has posted on the device by now has ended, on a
    /// thread of Bounce's own. Others may use the driver meanwhile; with drivers before CUDA 12.5,
    /// all but what maps memory. No such wait can begin while the application captures a stream,
    /// and a capture that is under way when it is tried, once in half a second, fails.
    ///
    /// @throws CudaException if the device has failed, or the context is closed
    public void awaitPosted() {
        waits.await(this);
    }

    /// The stream priority that is nearest to `wanted`: smaller is more urgent, 0 is ordinary.
    public int priority(final int wanted) {
        makeCurrent();
        final int[] least = new int[1];
        final int[] greatest = new int[1];
        Driver.check(
                "cuCtxGetStreamPriorityRange",
                JCudaDriver.cuCtxGetStreamPriorityRange(least, greatest));
        return Math.clamp(wanted, greatest[0], least[0]);
    }

    /// Allocates memory of the device, aligned to 256 bytes at least.
    ///
    /// @param bytes at least 1
    /// @return its address; give it back with [#free]
    public long allocate(final long bytes) {
        makeCurrent();
        final Driver.DevicePointer pointer = new Driver.DevicePointer();
        Driver.check("cuMemAlloc", JCudaDriver.cuMemAlloc(pointer, bytes));
        return pointer.address();
    }

    /// Gives memory back; waits for whatever runs on the device.
    public void free(final long address) {
        makeCurrent();
        Driver.release("cuMemFree", JCudaDriver.cuMemFree(Driver.device(address)));
    }

    /// The device that an address belongs to, -1 if it is of none.
    public int deviceOf(final long address) {
        makeCurrent();
        final ByteBuffer number =
                ByteBuffer.allocateDirect(Integer.BYTES).order(ByteOrder.nativeOrder());
        final int result =
                JCudaDriver.cuPointerGetAttribute(
                        Pointer.to(number),
                        CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                        Driver.device(address));
        if (result == CUresult.CUDA_ERROR_INVALID_VALUE || number.getInt(0) != DEVICE_MEMORY) {
            return -1;
        }
        Driver.check("cuPointerGetAttribute(MEMORY_TYPE)", result);
        Driver.check(
                "cuPointerGetAttribute(DEVICE_ORDINAL)",
                JCudaDriver.cuPointerGetAttribute(
                        Pointer.to(number),
                        CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                        Driver.device(address)));
        return number.getInt(0);
    }

    /// Whether UCX can map the memory behind an address into another process: memory with a handle
    /// of CUDA IPC, which is plain memory, and virtual memory that was created with a handle for a
    /// fabric. UCX 1.22 passes on no file descriptors. (UCX, `cuda_ipc_md.c`; tried on an H200,
    /// whose driver gives file descriptors and no fabric.)
    public boolean isMappableElsewhere(final long address) {
        makeCurrent();
        return attribute(
                                CUpointer_attribute.CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE,
                                address)
                        != 0
                || (attribute(
                                        CUpointer_attribute
                                                .CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES,
                                        address)
                                & FABRIC_HANDLE)
                        != 0;
    }

    /// 0 if the driver does not say.
    private static long attribute(final int attribute, final long address) {
        final ByteBuffer value =
                ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
        final int result =
                JCudaDriver.cuPointerGetAttribute(
                        Pointer.to(value), attribute, Driver.device(address));
        return result == CUresult.CUDA_SUCCESS ? value.getLong(0) : 0;
    }

    /// Sets bytes of the device and waits for the end.
    public void fill(final long address, final byte value, final long bytes) {
        makeCurrent();
        Driver.check("cuMemsetD8", JCudaDriver.cuMemsetD8(Driver.device(address), value, bytes));
        synchronizeDefaultStream();
    }

    /// Copies bytes of the device to native memory of the host and waits for the end.
    public void copyToHost(final long source, final MemorySegment target) {
        makeCurrent();
        Driver.check(
                "cuMemcpyDtoH",
                JCudaDriver.cuMemcpyDtoH(
                        Driver.host(target.address()), Driver.device(source), target.byteSize()));
    }

    /// Copies native memory of the host to the device and waits for the end.
    public void copyToDevice(final MemorySegment source, final long target) {
        makeCurrent();
        Driver.check(
                "cuMemcpyHtoD",
                JCudaDriver.cuMemcpyHtoD(
                        Driver.device(target), Driver.host(source.address()), source.byteSize()));
        synchronizeDefaultStream();
    }

    /// Copies within the device and waits for the end.
    public void copy(final long source, final long target, final long bytes) {
        makeCurrent();
        Driver.check(
                "cuMemcpyDtoD",
                JCudaDriver.cuMemcpyDtoD(Driver.device(target), Driver.device(source), bytes));
        synchronizeDefaultStream();
    }

    private static void synchronizeDefaultStream() {
        Driver.check("cuStreamSynchronize", JCudaDriver.cuStreamSynchronize(null));
    }

    /// Names a range of the device as a segment. It stands for address and length only: reading or
    /// writing through it would end the process.
    @SuppressWarnings("restricted")
    public static MemorySegment segment(final long address, final long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /// Only when nothing of this context is used through this object any more, but for waits that
    /// are about to end: they are waited for, bounded, and if one does not end the context is kept.
    /// A second call does nothing. This thread is left without a context if this one was its own:
    /// the last release ends a context, and whatever looks at the current one then, as UCX does,
    /// would fault.
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        if (!waits.end()) {
            LOG.warn("device={} is still waited for; its context is kept", ordinal);
            return;
        }
        final CUcontext current = new CUcontext();
        if (JCudaDriver.cuCtxGetCurrent(current) == CUresult.CUDA_SUCCESS
                && current.equals(context)) {
            Driver.release("cuCtxSetCurrent", JCudaDriver.cuCtxSetCurrent(new CUcontext()));
        }
        Driver.release("cuDevicePrimaryCtxRelease", JCudaDriver.cuDevicePrimaryCtxRelease(device));
    }
}
