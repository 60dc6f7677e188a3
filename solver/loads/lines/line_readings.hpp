#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "solver/loads/base/drawing.hpp"
#include "solver/loads/rods/bottom_contact.hpp"
#include "solver/model/loads/elastic_line.hpp"

namespace raftup::solver {

/// What the outputs and the drawing of a line say of its rod. Nodes and elements are those of the
/// line, from its first end to its second, without the director nodes of clamps.
class LineReadings {
 public:
  /// All arguments must outlive the object.
  /// @param end_force forces of the line on what holds its ends [N, world frame]
  /// @param contact null without bottom
  LineReadings(const rods::DiscreteRod& rod, const rods::RodState& state,
               const std::array<Vector3, 2>& end_force, const rods::BottomContact* contact);

  /// Says where the line has broken [m], unstretched length from its first end.
  void set_broken(double arc) { broken_ = arc; }

  /// The outputs of a line of that many elements.
  static std::vector<LoadOutput> outputs(int elements);
  /// Writes the outputs in the order of outputs().
  void write(std::span<double> outputs) const;
  Drawing drawing(const std::string& name) const;

 private:
  Vector3 touchdown() const;
  double curvature(std::size_t node, double arc) const;

  const rods::DiscreteRod& rod_;
  const rods::RodState& state_;
  std::array<Vector3, 2> end_force_;
  const rods::BottomContact* contact_;
  double broken_ = 0.0;       ///< [m]; 0 = whole
  std::size_t first_, last_;  ///< numbers of the end nodes of the line in the rod
};

}  // namespace raftup::solver
