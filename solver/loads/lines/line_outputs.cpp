#include "solver/loads/lines/line_outputs.hpp"

#include <string>

namespace raftup::solver {

namespace {

constexpr Eigen::Index kAxes = 3;  ///< of the world

Eigen::Index row_of(std::size_t node) { return kAxes * static_cast<Eigen::Index>(node); }

}  // namespace

LineOutputs::LineOutputs(const rods::DiscreteRod& rod, const std::vector<Vector3>& position,
                         const std::array<Vector3, 2>& end_force)
    : rod_(rod),
      pull_{end_force[0].normalized(), end_force[1].normalized()},
      first_(rod.kept_first() == 2 ? 1 : 0),
      last_(rod.nodes().size() - (rod.kept_last() == 2 ? 2 : 1)) {
  for (std::size_t e = 0; e + 1 < position.size(); ++e) {
    const rods::Element& element = rod.elements()[e];
    const Vector3 span = position[e + 1] - position[e];
    const bool slack = span.norm() < element.length && !element.carries_compression;
    along_.push_back(slack ? Vector3(Vector3::Zero()) : span.normalized());
    stiffness_.push_back(rods::elastic_stiffness(element, span.norm()));
  }
}

const std::vector<std::string>& LineOutputs::names() {
  static const std::vector<std::string> kNames{"tension", "anchor_tension", "shape", "tensions"};
  return kNames;
}

MatrixXcd LineOutputs::of(std::string_view output, const LineOscillation& motion) const {
  if (output == "shape") return shape(motion);
  if (output == "tensions") return tensions(motion);
  return end_tension(output == "tension" ? 0 : 1, motion);
}

MatrixXcd LineOutputs::of_node(std::size_t node, const LineOscillation& motion) const {
  const std::size_t inner_end = rod_.nodes().size() - rod_.kept_last();
  if (node < rod_.kept_first()) return motion.kept.middleRows(row_of(node), kAxes);
  if (node < inner_end) {
    return motion.inner.middleRows(row_of(node - rod_.kept_first()), kAxes);
  }
  return motion.kept.middleRows(row_of(node - inner_end + rod_.kept_first()), kAxes);
}

MatrixXcd LineOutputs::shape(const LineOscillation& motion) const {
  MatrixXcd rows(row_of(last_ - first_ + 1), motion.inner.cols());
  for (std::size_t i = first_; i <= last_; ++i) {
    rows.middleRows(row_of(i - first_), kAxes) = of_node(i, motion);
  }
  return rows;
}

MatrixXcd LineOutputs::tensions(const LineOscillation& motion) const {
  MatrixXcd rows(static_cast<Eigen::Index>(last_ - first_), motion.inner.cols());
  for (std::size_t e = first_; e < last_; ++e) {
    const rods::Element& element = rod_.elements()[e];
    const Complex stiffness = stiffness_[e] * Complex(1.0, motion.omega * element.damping_time) +
                              rods::creep_stiffness(element, motion.omega);
    rows.row(static_cast<Eigen::Index>(e - first_)) = stiffness *
                                                      along_[e].cast<Complex>().transpose() *
                                                      (of_node(e + 1, motion) - of_node(e, motion));
  }
  return rows;
}

MatrixXcd LineOutputs::end_tension(std::size_t end, const LineOscillation& motion) const {
  const std::size_t begin = end == 0 ? 0 : rod_.kept_first();
  const std::size_t count = end == 0 ? rod_.kept_first() : rod_.kept_last();
  MatrixXcd force = MatrixXcd::Zero(kAxes, motion.end_force.cols());
  for (std::size_t k = begin; k < begin + count; ++k) {
    force += motion.end_force.middleRows(row_of(k), kAxes);
  }
  return pull_[end].cast<Complex>().transpose() * force;
}

}  // namespace raftup::solver
