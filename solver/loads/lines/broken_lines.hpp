#pragma once

#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/loads/lines/line_record.hpp"
#include "solver/model/model.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

struct ElasticLine;

/// A line of a model that has broken.
struct BrokenLoad {
  std::size_t load = 0;  ///< index in the model
  BreakRecord at;
};

/// Returns the lines that have broken up to a state, in the order of time; not those that had broken
/// in a state of a version that kept no BreakRecord.
std::vector<BrokenLoad> broken_loads(const Model& model, const State& state);

/// Says in words when [s], where [m] and at which tension [N] a line has broken.
std::string text_of(const BrokenLoad& broken, const Model& model);

/// Returns the findings "line_strength", which tell the random strengths that were drawn for a line [N].
Findings strength_findings(const std::string& name, const ElasticLine& line);

}  // namespace raftup::solver
