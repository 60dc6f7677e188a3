#include "hydro/numerics/product_kernels.hpp"

RAFTUP_PRODUCT_KERNELS(template)
