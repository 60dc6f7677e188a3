#include "solver/model/loads/fender.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/springs/fender_past.hpp"
#include "solver/loads/springs/force_curve.hpp"

namespace raftup::solver {

namespace {

/// A curve of reaction over compression that returns only part of the absorbed energy.
class LossyCurve {
 public:
  LossyCurve(ForceCurve curve, double loss) : curve_(std::move(curve)), kept_(1.0 - loss) {}

  const ForceCurve& curve() const { return curve_; }

  /// Returns R(c) (c/c_b)^p R_b/R(c_b) for a decreasing compression. The exponent p is such that
  /// the share `kept_` of the work up to c_b is returned.
  double on_the_way_back(double c, double c_b, double R_b) const {
    const double R_there = curve_.force(c_b);
    if (c <= 0.0 || R_there <= 0.0) return 0.0;
    const double scale = R_b / R_there * curve_.force(c);
    return kept_ == 1.0 ? scale : scale * power(c / c_b, exponent(c_b));
  }
  /// Returns the reaction for a compression that increases again: from (c_a, R_a) to the curve at
  /// c_p, and along the curve beyond c_p.
  double pressed_anew(double c, double c_a, double R_a, double c_p) const {
    const double R = curve_.force(c);
    return c >= c_p || c_p <= c_a ? R : R - (curve_.force(c_a) - R_a) * (c_p - c) / (c_p - c_a);
  }

 private:
  /// Returns the exponent p. The last one is stored, since every stage of a return from one
  /// compression needs it.
  double exponent(double c_b) const {
    if (c_b != known_at_) {
      known_ = find_exponent(c_b);
      known_at_ = c_b;
    }
    return known_;
  }
  double find_exponent(double c_b) const {
    const double wanted = kept_ * curve_.work(c_b);
    double least = 0.0, most = 2.0 / kept_;
    while (curve_.weighted_work(c_b, most) > wanted) most *= 2.0;
    while (true) {
      const double middle = 0.5 * (least + most);
      const bool between = middle > least && middle < most;  // false for NaN
      if (!between) return middle;
      (curve_.weighted_work(c_b, middle) > wanted ? least : most) = middle;
    }
  }

  ForceCurve curve_;
  double kept_;
  /// The compression c_b [m] of the stored exponent, 0 for none, and the exponent.
  mutable double known_at_ = 0.0, known_ = 0.0;
};

class FenderElement final : public ForceElement {
 public:
  FenderElement(const Fender& load, const LoadSite& site);

  void initialize(const Kinematics& bodies, State& state) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;

 private:
  struct Contact {
    Vector3 normal;      ///< outward normal of the face, world frame
    Vector3 base, foot;  ///< positions, world frame [m]
    double compression;  ///< m, negative if the fender does not touch the face
    double rate;         ///< rate of the compression [m/s]
    Vector3 slip;        ///< velocity along the face, at the foot [m/s]
  };

  Contact contact(const Kinematics& bodies) const;
  /// Returns the force of the curve at a compression, for the past of the fender.
  double on_curve(double compression, const FenderPast& past) const;
  double factor(double touched) const;
  double reaction(const Contact& contact, const StageConditions& conditions) const;
  Vector3 friction(const Contact& contact, double reaction) const;
  std::array<PointForce, 2> at(const Vector3& point, const Vector3& force,
                               const Kinematics& bodies) const;

  Fender load_;
  Attachment base_, face_;
  Vector3 normal_;  ///< unit vector, frame of body 2 or of the world
  LossyCurve curve_;
  std::size_t place_;
  std::vector<double> at_end_;
};

FenderElement::FenderElement(const Fender& load, const LoadSite& site)
    : load_(load),
      base_(load.body1, load.point1, site.model),
      face_(load.body2, load.point2, site.model),
      normal_(load.normal.normalized()),
      curve_(ForceCurve(load.compression, load.reaction, ForceCurve::Beyond::kSteepest), load.loss),
      place_(site.place),
      at_end_(FenderPast().values()) {}

void FenderElement::initialize(const Kinematics& bodies, State& state) const {
  FenderPast past;
  const Contact at = contact(bodies);
  past.touched = std::max(at.rate, 0.0);
  past.last = at.compression;
  state.loads[place_].values = past.values();
}

FenderElement::Contact FenderElement::contact(const Kinematics& bodies) const {
  Contact at;
  at.normal = face_.body() ? Vector3(bodies[*face_.body()].rotation * normal_) : normal_;
  at.base = base_.position(bodies);
  const double distance = at.normal.dot(at.base - face_.position(bodies));
  at.foot = at.base - distance * at.normal;
  at.compression = load_.thickness - distance;
  const auto velocity_at_foot = [&](const Attachment& side) -> Vector3 {
    if (!side.body()) return Vector3::Zero();
    const BodyKinematics& body = bodies[*side.body()];
    return body.velocity.head<3>() + body.velocity.tail<3>().cross(at.foot - body.position);
  };
  const Vector3 relative = velocity_at_foot(base_) - velocity_at_foot(face_);
  const double leaving = at.normal.dot(relative);
  at.rate = -leaving;
  at.slip = relative - leaving * at.normal;
  return at;
}

double FenderElement::on_curve(double compression, const FenderPast& past) const {
  const double start = past.last;
  if (past.returns) {
    if (compression <= start) {
      return curve_.on_the_way_back(compression, past.turned_at, past.reaction);
    }
    const double there = curve_.on_the_way_back(start, past.turned_at, past.reaction);
    return curve_.pressed_anew(compression, start, there, past.peak);
  }
  if (compression >= start || start <= 0.0) {
    return curve_.pressed_anew(compression, past.turned_at, past.reaction, past.peak);
  }
  const double there = curve_.pressed_anew(start, past.turned_at, past.reaction, past.peak);
  return curve_.on_the_way_back(compression, start, there);
}

double FenderElement::factor(double touched) const {
  double factor = load_.temperature_factor;
  if (load_.speed.empty()) return factor;
  const auto after = std::upper_bound(load_.speed.begin(), load_.speed.end(), touched);
  const auto i = static_cast<std::size_t>(after - load_.speed.begin());
  if (i == 0) return factor * load_.speed_factor.front();
  if (i == load_.speed.size()) return factor * load_.speed_factor.back();
  const double fraction = (touched - load_.speed[i - 1]) / (load_.speed[i] - load_.speed[i - 1]);
  factor *=
      load_.speed_factor[i - 1] + fraction * (load_.speed_factor[i] - load_.speed_factor[i - 1]);
  return factor;
}

double FenderElement::reaction(const Contact& contact, const StageConditions& conditions) const {
  if (contact.compression <= 0.0) return 0.0;
  const FenderPast past(conditions.state.loads[place_].values);
  return factor(past.touched) * on_curve(contact.compression, past);
}

Vector3 FenderElement::friction(const Contact& contact, double reaction) const {
  const double speed = std::sqrt(contact.slip.squaredNorm() + load_.slip_speed * load_.slip_speed);
  return -load_.friction * reaction / speed * contact.slip;
}

std::array<PointForce, 2> FenderElement::at(const Vector3& point, const Vector3& force,
                                            const Kinematics& bodies) const {
  const auto arm = [&](const Attachment& side) {
    return side.body() ? Vector3(point - bodies[*side.body()].position) : Vector3(Vector3::Zero());
  };
  return {PointForce{base_.body(), arm(base_), force},
          PointForce{face_.body(), arm(face_), -force}};
}

void FenderElement::add(const StageConditions& conditions, const Kinematics& bodies,
                        Forces& forces) {
  const Contact contact = this->contact(bodies);
  const double reaction = this->reaction(contact, conditions);
  if (reaction == 0.0) return;
  const Vector3 force = reaction * contact.normal + friction(contact, reaction);
  for (const PointForce& side : at(contact.foot, force, bodies)) {
    if (!side.body) continue;
    forces.total[*side.body].head<3>() += side.force;
    forces.total[*side.body].tail<3>() += side.arm.cross(side.force);
  }
}

/// Adds the slope of the curve, for both directions, and the friction at a resting base. The
/// turning of the face with its body is left out.
void FenderElement::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                 LoadJacobian& jacobian) const {
  const Contact contact = this->contact(bodies);
  const double reaction = this->reaction(contact, conditions);
  if (reaction == 0.0) return;
  const FenderPast past(conditions.state.loads[place_].values);
  const double slope = factor(past.touched) * curve_.curve().slope(contact.compression);
  const Matrix3 across = contact.normal * contact.normal.transpose();
  add_relative_jacobian(at(contact.base, reaction * contact.normal, bodies), slope * across, 0.0,
                        Matrix3::Zero(), jacobian);
  const double speed = std::sqrt(contact.slip.squaredNorm() + load_.slip_speed * load_.slip_speed);
  add_relative_jacobian(at(contact.foot, Vector3::Zero(), bodies), Matrix3::Zero(),
                        load_.friction * reaction / speed, Matrix3::Identity() - across, jacobian);
}

/// Returns the potential of a fender without loss. A fender with loss has no potential.
Potential FenderElement::potential(const StageConditions& conditions,
                                   const Kinematics& bodies) const {
  const Contact contact = this->contact(bodies);
  if (load_.loss > 0.0 || contact.compression <= 0.0) return {};
  const FenderPast past(conditions.state.loads[place_].values);
  const double scale = factor(past.touched);
  return {scale * curve_.curve().work(contact.compression),
          scale * curve_.curve().force(contact.compression) * contact.rate};
}

void FenderElement::finish(const StageConditions& conditions, const Kinematics& bodies) {
  FenderPast past(conditions.state.loads[place_].values);
  const Contact end = contact(bodies);
  if (end.compression <= 0.0) {
    past = FenderPast();
    past.touched = std::max(end.rate, 0.0);
  } else if (past.last > 0.0 && end.compression != past.last &&
             past.returns != (end.compression < past.last)) {
    past.reaction = on_curve(past.last, past);
    past.turned_at = past.last;
    past.returns = !past.returns;
    past.peak = std::max(past.peak, past.last);
  }
  past.last = end.compression;
  at_end_ = past.values();
}

void FenderElement::read(const StageConditions& conditions, const Kinematics& bodies,
                         std::span<double> outputs) const {
  const Contact contact = this->contact(bodies);
  const double reaction = this->reaction(contact, conditions);
  outputs[0] = std::max(contact.compression, 0.0);
  outputs[1] = reaction;
  outputs[2] = friction(contact, reaction).norm();
}

}  // namespace

void Fender::check(const Model& /*model*/, const std::string& path, Violations& violations) const {
  ForceCurve::check(compression, reaction, path + ".compression", path + ".reaction", violations);
  violations.require(!(normal.norm() == 0.0), path + ".normal", "must not be zero", "(0, 0, 0)");
  violations.require(!(loss >= 1.0), path + ".loss", "must be less than 1",
                     fmt::format("{}", loss));
  violations.require(speed.size() == speed_factor.size(), path + ".speed_factor",
                     fmt::format("must have one value for each of {} speeds", speed.size()),
                     fmt::format("{}", speed_factor.size()));
  for (std::size_t i = 1; i < speed.size(); ++i) {
    violations.require(!(speed[i] <= speed[i - 1]), fmt::format("{}.speed[{}]", path, i),
                       "must ascend strictly", fmt::format("{} after {}", speed[i], speed[i - 1]));
  }
}

std::optional<CurveEnd> Fender::curve_end(const Model& /*model*/, std::size_t load) const {
  return CurveEnd{CurveEnd::Over::kCompression, compression.back(),
                  "fender '{}' should keep to its curve, which ends at a compression of {:.4g} m, "
                  "was pressed by {:.4g} m",
                  "give the curve further, take a larger fender, or come in slower",
                  [load](const State& state, Kinematics& /*bodies*/) {
                    return FenderPast(state.loads[load].values).last;
                  }};
}

std::string Fender::linear_limit(const std::string& name) const {
  return fmt::format("fender {} is linear: pressed or apart as in the mean{}", name,
                     loss > 0.0 ? ", without loss" : "");
}

std::unique_ptr<ForceElement> make_element(const Fender& load, const LoadSite& site) {
  return std::make_unique<FenderElement>(load, site);
}

}  // namespace raftup::solver
