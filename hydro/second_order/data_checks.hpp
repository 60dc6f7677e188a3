#pragma once

#include "hydro/database/database.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/second_order/second_order_options.hpp"

namespace raftup::hydro {

/// Which share of a sea's variance lies in components outside an ascending grid of frequencies, as
/// one sees them who goes with the water.
double variance_outside(const Sea& sea, const VectorXd& omega);

/// The frequencies that a method has data for; from 0 where it takes mean drift forces.
VectorXd second_order_range(const Database& database, const SecondOrderOptions& options);

/// Of a sea's variance, what may lie outside them.
inline constexpr double kVarianceOutside = 0.01;

/// @throws Error(kInvalidArgument) where more of it does
void require_second_order_range(const Sea& sea, const Database& database,
                                const SecondOrderOptions& options);

}  // namespace raftup::hydro
