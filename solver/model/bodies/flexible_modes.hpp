#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/description/fields.hpp"

namespace raftup::solver {

/// A point of a flexible body whose displacement by the modes is an output.
struct DeflectionPoint {
  std::string name;
  Vector3 point = Vector3::Zero();  ///< position in the model frame, body at rest [m]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("point", self.point, "m");
  }
};

/// A stress, or any other quantity, that is linear in the coordinates q of the modes: sum factors q.
struct ModalStress {
  std::string name;
  std::vector<double> factors;  ///< factor of each mode [Pa/m]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("factors", self.factors, "Pa/m");
  }
};

/// The modes in which a body bends besides its motion as a rigid body. Their shapes, masses and
/// stiffnesses are those of its hydrodynamic database.
struct FlexibleModes {
  std::optional<int> count;  ///< number of modes, the first of the database; default: all
  /// Damping of the structure relative to critical damping, for each mode; default: that of the
  /// database.
  std::vector<double> damping_ratio;
  std::vector<double> displacement;  ///< coordinate q of each mode at t = 0 [m]; default: 0
  std::vector<double> damping;  ///< of each mode besides that of the structure [N s/m]; default: 0
  std::vector<double> stiffness;  ///< of each mode besides that of the database [N/m]; default: 0
  std::vector<DeflectionPoint> deflections;
  std::vector<ModalStress> stresses;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("count", self.count, Bound::kPositive);
    field("damping_ratio", self.damping_ratio, Bound::kFraction);
    field("displacement", self.displacement, "m");
    field("damping", self.damping, {"N s/m", Bound::kNotNegative});
    field("stiffness", self.stiffness, {"N/m", Bound::kNotNegative});
    field("deflections", self.deflections);
    field("stresses", self.stresses);
  }
};

}  // namespace raftup::solver
