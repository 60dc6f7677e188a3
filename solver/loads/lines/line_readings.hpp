#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "solver/loads/base/drawing.hpp"
#include "solver/loads/lines/line_values.hpp"
#include "solver/loads/rods/bottom_contact.hpp"

namespace raftup::solver {

/// What the outputs and the drawing of a line say of its rod. Nodes and elements are those of the
/// line, from its first end to its second, without the director nodes of clamps. Those that a drum
/// stores are at the first end and have no tension.
class LineReadings {
 public:
  /// All arguments must outlive the object.
  /// @param end_force forces of the line on what holds its ends [N, world frame]
  /// @param contact null without bottom
  LineReadings(const rods::DiscreteRod& rod, const rods::RodState& state,
               const std::array<Vector3, 2>& end_force, const rods::BottomContact* contact);

  /// Says where the line has broken.
  /// @param arc unstretched length from the first end [m]
  /// @param node number of the node in the rod
  void set_broken(double arc, std::size_t node) {
    broken_ = arc;
    broken_node_ = node;
  }
  /// Says what a drum at the first end does.
  void set_drum(const SlidingEnd& drum) { drum_ = drum; }

  void set_torque(double torque) { torque_ = torque; }  ///< of a line with torsion [N m]

  /// Writes the outputs in the order of ElasticLine::outputs().
  void write(std::span<double> outputs) const;
  Drawing drawing(const std::string& name) const;

 private:
  Vector3 touchdown() const;
  double curvature(std::size_t node) const;
  double* write_nodes(std::size_t on_drum, double* next) const;
  void write_drum(double* next) const;

  const rods::DiscreteRod& rod_;
  const rods::RodState& state_;
  std::array<Vector3, 2> end_force_;
  const rods::BottomContact* contact_;
  double broken_ = 0.0;  ///< [m]; 0 = whole
  std::size_t broken_node_ = 0;
  std::optional<SlidingEnd> drum_;
  std::optional<double> torque_;  ///< [N m]
  std::size_t first_, last_;      ///< numbers of the end nodes of the line in the rod
};

}  // namespace raftup::solver
