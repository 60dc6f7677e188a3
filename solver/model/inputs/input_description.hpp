#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/variable.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/inputs/input_series.hpp"

/// @file The members that the description of an input has. Besides the list of its fields
///       (fields.hpp), these are
///
///   Variable variable(const std::string& name, const Model&) const   the meaning of its samples;
///   Interpolation interpolation() const                              if samples are not held;
///   void check(const Model&, path, Violations&) const                if there are rules between
///                                                                    fields or with the model;
///   void check_sample(const Model&, std::span<const double>) const   if not every finite sample
///                                                                    is permitted, @throws
///                                                                    Error(kInvalidArgument);
namespace raftup::solver {

struct Model;

/// Repeats the units of one item `count` times: "m,m/s" twice is "m,m/s,m,m/s".
std::string repeated(const std::string& units, std::size_t count);

/// Largest permitted number of wave components or points of one input.
inline constexpr int kMostStreamed = 10000;

}  // namespace raftup::solver
