#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// How far T is from T_mn = T_nm* (a sum: P_mn = P_nm) in pairs of one direction, over the largest
/// value on the same body of the same kind, force or moment.
double asymmetry(const QuadraticTransferFunction& qtf, bool difference);

}  // namespace raftup::hydro
