#include "solver/model/loads/point_spring.hpp"

#include <fmt/format.h>

#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/springs/force_curve.hpp"

namespace raftup::solver {

namespace {

class PointSpringElement final : public ForceElement {
 public:
  PointSpringElement(const PointSpring& load, const LoadSite& site)
      : point1_(load.body1, load.point1, site.model),
        point2_(load.body2, load.point2, site.model),
        stiffness_(load.stiffness),
        damping_(load.damping),
        rest_length_(
            load.rest_length
                ? *load.rest_length
                : (point2_.position(site.initial) - point1_.position(site.initial)).norm()),
        tension_only_(load.tension_only || !load.strain.empty()) {
    if (load.strain.empty()) return;
    std::vector<double> stretch = load.strain;
    for (double& value : stretch) value *= rest_length_;
    curve_.emplace(std::move(stretch), load.tension, ForceCurve::Beyond::kLastSlope);
  }

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    const StraightLine line(point1_, point2_, bodies);
    if (acts(line)) line.add_tension(tension(line), forces.total);
  }

  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    const StraightLine line(point1_, point2_, bodies);
    const double stretch = line.length() - rest_length_;
    if (tension_only_ && stretch <= 0.0) return {};
    return {curve_ ? curve_->work(stretch) : 0.5 * stiffness_ * stretch * stretch,
            elastic(stretch) * line.rate()};
  }

  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    const StraightLine line(point1_, point2_, bodies);
    if (!acts(line)) return;
    const double stretch = line.length() - rest_length_;
    line.add_jacobian(elastic(stretch), curve_ ? curve_->slope(stretch) : stiffness_, damping_,
                      jacobian);
  }

  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const StraightLine line(point1_, point2_, bodies);
    outputs[0] = acts(line) && line.length() > 0.0 ? tension(line) : 0.0;
  }

 private:
  /// Returns true if the spring exerts a force. A slack line does not.
  bool acts(const StraightLine& line) const {
    return !tension_only_ || (line.length() > rest_length_ && tension(line) > 0.0);
  }
  double tension(const StraightLine& line) const {
    return elastic(line.length() - rest_length_) + damping_ * line.rate();
  }
  double elastic(double stretch) const {
    return curve_ ? curve_->force(stretch) : stiffness_ * stretch;
  }

  Attachment point1_, point2_;
  double stiffness_, damping_, rest_length_;
  bool tension_only_;
  std::optional<ForceCurve> curve_;  ///< force over stretch
};

}  // namespace

void PointSpring::complete(const Model& model) {
  if (!rest_length) rest_length = initial_distance(model, *this);
}

void PointSpring::check(const Model& /*model*/, const std::string& path,
                        Violations& violations) const {
  if (strain.empty() && tension.empty()) return;
  ForceCurve::check(strain, tension, path + ".strain", path + ".tension", violations);
  violations.require(stiffness == 0.0, path + ".stiffness",
                     "must be omitted where a curve is given", fmt::format("{}", stiffness));
  violations.require(!rest_length || *rest_length > 0.0, path + ".rest_length",
                     "must be positive where a curve is given", "0");
}

std::optional<CurveEnd> PointSpring::curve_end(const Model& model, std::size_t /*load*/) const {
  if (strain.empty()) return std::nullopt;
  const double unstretched =
      rest_length ? *rest_length : initial_distance(model, *this).value_or(0.0);
  const std::array<Attachment, 2> ends{Attachment(body1, point1, model),
                                       Attachment(body2, point2, model)};
  return CurveEnd{CurveEnd::Over::kStrain, strain.back(),
                  "line '{}' should keep to its curve, which ends at a strain of {:.4g}, was "
                  "stretched to {:.4g}",
                  "give the curve further, or take a stronger line",
                  [ends, unstretched](const State& state, Kinematics& bodies) {
                    for (const Attachment& end : ends) {
                      for (const std::size_t body : end.moved_by()) {
                        read_motion(state.bodies[body], bodies[body]);
                      }
                    }
                    const double length =
                        (ends[1].position(bodies) - ends[0].position(bodies)).norm();
                    return length / unstretched - 1.0;
                  }};
}

std::string PointSpring::linear_limit(const std::string& name) const {
  if (!tension_only && strain.empty()) return {};
  return fmt::format("line {} is linear: tight or slack as in the mean", name);
}

std::unique_ptr<ForceElement> make_element(const PointSpring& load, const LoadSite& site) {
  return std::make_unique<PointSpringElement>(load, site);
}

}  // namespace raftup::solver
