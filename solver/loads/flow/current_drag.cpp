#include "solver/model/loads/current_drag.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/flow/flow_coefficients.hpp"
#include "solver/loads/flow/flow_force.hpp"
#include "solver/model/faded_current.hpp"

namespace raftup::solver {

namespace {

class CurrentDragElement final : public ForceElement {
 public:
  CurrentDragElement(const CurrentDrag& load, const Model& model)
      : load_(load),
        point_(load.body, load.point, model),
        current_(model, 0.5 * load.draught),
        half_density_(0.5 * model.water_density) {
    if (load.coefficients) table_.emplace(*load.coefficients);
  }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    const Flow flow(current_.at(conditions.at.time), point_, bodies);
    const Vector3 drag = by_table(flow) + by_turning(flow, bodies);
    add_heading_wrench({drag.x(), drag.y(), 0.0}, {0.0, 0.0, drag.z()}, point_, bodies,
                       forces.total);
  }

  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const Flow flow(current_.at(conditions.at.time), point_, bodies);
    outputs[0] = flow.speed;
    outputs[1] = flow.direction;
  }

 private:
  /// Returns the forces X, Y and the moment N from the table of coefficients.
  Vector3 by_table(const Flow& flow) const {
    if (!table_ || flow.speed == 0.0) return Vector3::Zero();
    const Vector3 areas(load_.breadth * load_.draught, load_.length * load_.draught,
                        load_.length * load_.length * load_.draught);
    const Vector3 coefficients = table_->at(flow.direction / kRadiansPerDegree);
    return half_density_ * flow.speed * flow.speed * areas.cwiseProduct(coefficients);
  }

  Vector3 by_turning(const Flow& flow, const Kinematics& bodies) const {
    if (load_.yaw_drag == 0.0) return Vector3::Zero();
    const double turning = bodies[*point_.body()].velocity[5];
    Vector2 integral = cross_flow(-flow.y, turning, load_.length);
    if (table_) integral -= cross_flow(-flow.y, 0.0, load_.length);
    const double scale = -half_density_ * load_.yaw_drag * load_.draught;
    return {0.0, scale * integral.x(), scale * integral.y()};
  }

  CurrentDrag load_;
  Attachment point_;
  std::optional<FlowCoefficients> table_;
  FadedCurrent current_;
  double half_density_;
};

}  // namespace

Vector2 cross_flow(double v, double r, double length) {
  const double half = 0.5 * length;
  const auto over = [&](double from, double to) -> Vector2 {
    const auto upto = [&](double x) -> Vector2 {
      return Vector2(
          v * v * x + v * r * x * x + r * r * x * x * x / 3.0,
          v * v * x * x / 2.0 + 2.0 * v * r * x * x * x / 3.0 + r * r * x * x * x * x / 4.0);
    };
    return std::copysign(1.0, v + 0.5 * (from + to) * r) * (upto(to) - upto(from));
  };
  // The flow across the hull changes its direction where v + x r = 0.
  if (std::abs(v) >= half * std::abs(r)) return over(-half, half);
  return over(-half, -v / r) + over(-v / r, half);
}

void CurrentDrag::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(coefficients || yaw_drag != 0.0, path,
                     "must have coefficients, yaw_drag or both", "neither");
  if (!coefficients) return;
  check_cover(*coefficients, model.current.velocity(0.5 * draught), body, point, model,
              path + ".coefficients", violations);
}

std::unique_ptr<ForceElement> make_element(const CurrentDrag& load, const LoadSite& site) {
  return std::make_unique<CurrentDragElement>(load, site.model);
}

}  // namespace raftup::solver
