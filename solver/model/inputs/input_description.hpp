#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/variable.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/inputs/input_series.hpp"

/// @file What the description of every input is made with. Beside its fields (fields.hpp) one has
///
///   Variable variable(const std::string& name, const Model&) const   what its samples are;
///   Interpolation interpolation() const                              where it is not held;
///   void check(const Model&, path, Violations&) const                where rules are between
///                                                                    fields or with the model;
///   void check_sample(const Model&, std::span<const double>) const   where not every finite
///                                                                    sample will do, @throws
///                                                                    Error(kInvalidArgument);
namespace raftup::solver {

struct Model;

/// Units of each of `count` items: "m,m/s" twice is "m,m/s,m,m/s".
std::string repeated(const std::string& units, std::size_t count);

/// The most components or points of one input.
inline constexpr int kMostStreamed = 10000;

}  // namespace raftup::solver
