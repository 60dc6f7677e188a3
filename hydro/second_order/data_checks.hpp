#pragma once

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// How far T is from T_mn = T_nm* (a sum: P_mn = P_nm) in pairs of one direction, over the largest
/// value on the same body of the same kind, force or moment.
double asymmetry(const QuadraticTransferFunction& qtf, bool difference);

/// Which share of a sea's variance lies in components outside an ascending grid of frequencies, as
/// one sees them who goes with the water.
double variance_outside(const Sea& sea, const VectorXd& omega);

}  // namespace raftup::hydro
