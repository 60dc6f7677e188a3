#pragma once

#include <vector>

namespace raftup::solver {

struct Input;
struct Model;

/// What acts in place of an input until its first sample, as the model describes it: the command of
/// a load or drive, 0 or 1 for what may act or not, a body's velocity or pose at t = 0, a shape's
/// surface velocity; zeros for forces, gains and waves, which are not there.
/// @param model checked
/// @returns the values of one sample
std::vector<double> start_value(const Model& model, const Input& input);

}  // namespace raftup::solver
