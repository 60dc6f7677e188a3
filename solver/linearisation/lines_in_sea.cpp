#include "solver/linearisation/lines_in_sea.hpp"

#include <fmt/format.h>

#include "hydro/base/cancellation.hpp"
#include "solver/linearisation/motion_in_sea.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostDragFits = 30;      ///< of the motion and the drag in it; chosen, not swept
constexpr double kDragSettled = 1e-3;  ///< change of the largest drag
constexpr double kDragOpen = 0.02;     ///< change of the last iteration that is told

std::vector<std::string> about_each(const LinearLines& lines, const std::string& what) {
  std::vector<std::string> sentences;
  for (const std::string& name : lines.names_with_drag()) {
    sentences.push_back(fmt::format("line {}: its drag is linear, that of {}", name, what));
  }
  return sentences;
}

void add_motions(const WaveForceModel& model, const WavesOfSea& waves, const MotionInSea& motion,
                 LinearLines& lines) {
  for (Eigen::Index n = 0; n < waves.amplitudes.size(); ++n) {
    check_cancelled();
    const auto wave = model.unit_wave(waves.selection.omega[n], waves.selection.direction[n]);
    if (wave)
      lines.add_motion(*wave, waves.amplitudes[n], motion.dofs[static_cast<std::size_t>(n)]);
  }
}

}  // namespace

std::vector<std::string> fit_lines(const Linearization& linear, LinearLines& lines,
                                   LinearMatrices& matrices) {
  const Model& model = linear.model();
  if (lines.names_with_drag().empty()) return {};
  if (!model.sea || model.sea->components().empty()) {
    return about_each(lines, "small motions in the current, as there are no waves");
  }
  const std::size_t count = model.sea->components().size();
  if (count > kMostSeaComponents) {
    return about_each(
        lines, fmt::format("small motions in the current: the sea has {} components, more than {}",
                           count, kMostSeaComponents));
  }
  const MatrixXd damping = matrices.linear_damping;
  double change = 1.0;
  for (int i = 0; i < kMostDragFits && change > kDragSettled; ++i) {
    const WavesOfSea waves = waves_of_sea(linear);
    const MotionInSea motion = motion_in_sea(linear, waves);
    add_motions(linear.waves(), waves, motion, lines);
    change = lines.fit_drag(count == 1);
    matrices.linear_damping = damping + drag_of_equal_work(matrices, motion);
  }
  matrices.linear_damping = damping;
  std::string what = "equal work in the model's sea";
  if (change > kDragOpen) what += fmt::format("; it still changed by {:.0f} %", 100.0 * change);
  return about_each(lines, what);
}

}  // namespace raftup::solver
