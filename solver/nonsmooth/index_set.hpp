#pragma once

#include <vector>

#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver::nonsmooth {

/// I1, the interactions that a step of length h solves: those whose gap y (row 0) is forecast to be
/// closed (gap_forecast.hpp), and all whose law is not unilateral or whose systems are of
/// first order. A subset of I0, ascending.
std::vector<std::size_t> active_set(const NonsmoothSystem& system, const State& state, double step);

}  // namespace raftup::solver::nonsmooth
