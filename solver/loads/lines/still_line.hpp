#pragma once

#include <memory>

#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

struct ElasticLine;

/// Makes the line of a linear model: its static shape and stiffness [N/m], and LineDynamics about it.
std::unique_ptr<ForceElement> make_still_line(const ElasticLine& load, const LoadSite& site);

}  // namespace raftup::solver
