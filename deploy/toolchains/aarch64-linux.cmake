# Linux on 64-bit Arm: deploy/platforms.sh.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
# Eigen multiplies and adds in one instruction where the compiler says that the processor can, by intrinsics, which
# -ffp-contract=off does not reach (decision 13); it then takes two. Its kernel for products of large matrices is
# written for the one: the loop over coefficients takes its place.
set(CMAKE_CXX_FLAGS_INIT "-U__ARM_FEATURE_FMA -DEIGEN_GEMM_TO_COEFFBASED_THRESHOLD=100000")
include("${CMAKE_CURRENT_LIST_DIR}/packages.cmake")
