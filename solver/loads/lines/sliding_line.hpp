#pragma once

#include <memory>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

struct ElasticLine;

/// Makes a line with eyes: in a simulation its pieces with their slip, in a linear model its pieces at
/// rest, held at the eyes.
std::unique_ptr<ForceElement> make_sliding_line(const ElasticLine& load, const LoadSite& site);

}  // namespace raftup::solver
