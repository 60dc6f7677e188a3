#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A point of a body or of the world over which a line slides: a fairlead, a roller, a bitt or a ring,
/// whose radius is small beside the line. With the angle theta by which the line bends there, the line
/// is held as long as the tensions of both sides differ by less than the factor exp(mu theta), and
/// slides towards the greater one with that factor beyond it.
struct LineEye {
  double arc = 0.0;                 ///< unstretched length from the first end at t = 0 [m]
  std::string body;                 ///< name of the body with the point; empty = the world
  Vector3 point = Vector3::Zero();  ///< in the model frame of `body`, or in the world [m]
  double friction = 0.0;            ///< coefficient mu of the line on it [1]
  double further_turns = 0.0;       ///< full turns around it besides the angle theta [1]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("arc", self.arc, {"m", Bound::kPositive});
    field("body", self.body, Reference::kAnyBody);
    field("point", self.point, "m");
    field("friction", self.friction, Bound::kNotNegative);
    field("further_turns", self.further_turns, Bound::kNotNegative);
  }
};

}  // namespace raftup::solver
