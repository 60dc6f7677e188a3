#pragma once

#include <variant>

#include "solver/nonsmooth/first_order_system.hpp"
#include "solver/nonsmooth/second_order_system.hpp"

namespace raftup::solver::nonsmooth {

/// What interactions couple.
using DynamicalSystem = std::variant<FirstOrderSystem, SecondOrderSystem>;

enum class SystemOrder { kFirst, kSecond };

const std::string& name_of(const DynamicalSystem& system);
SystemOrder order_of(const DynamicalSystem& system);

/// q or x at t = 0: what an interaction concatenates.
const VectorXd& coordinates_of(const DynamicalSystem& system);

/// @throws Error(kInvalidArgument) where sizes do not fit, a function is missing, a number is not
///         finite, or the mass at t = 0 is not symmetric positive definite
void check(const DynamicalSystem& system);

}  // namespace raftup::solver::nonsmooth
