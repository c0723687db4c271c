/// CUDA through JCuda's driver API: the context, memory of a device, and the copy kernels. The only
/// package that touches JCuda, and only after [dev.bounce.hw.cuda.CudaProbe] found a device. Every
/// failing call is logged with its name and code.
package dev.bounce.hw.cuda;
