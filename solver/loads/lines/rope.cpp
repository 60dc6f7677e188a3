#include "solver/model/loads/rope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

namespace {

/// The straight part of a rope between two of its points.
struct Span {
  double length, rate;     ///< [m] and its rate [m/s]
  Vector3 direction;       ///< unit vector to the next point; 0 if both coincide
  double share = 1.0;      ///< tension divided by T; its mean over the length is 1
  double steepness = 0.0;  ///< -d ln(T_after/T_before)/ds at the point before the span
};

/// The shape and the mean tension of a rope at one instant.
struct Tight {
  std::vector<Span> spans;
  double length = 0.0, rate = 0.0;  ///< l [m] and l' [m/s]
  double mean = 0.0;                ///< mean tension T [N]
};

double angle_between(const Vector3& a, const Vector3& b) {
  return arctangent(a.cross(b).norm(), a.dot(b));
}

class RopeElement final : public ForceElement {
 public:
  RopeElement(const Rope& load, const LoadSite& site) : name_(site.name), load_(load) {
    for (const RopePoint& point : load.points) {
      points_.emplace_back(point.body, point.point, site.model);
    }
    rest_length_ = load.rest_length ? *load.rest_length : shape(site.initial).length;
  }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override;

 private:
  /// The influence of a body on the length of a span: dl = lever . [dx; turn].
  struct Lever {
    std::size_t body;
    Vector6 lever;
  };

  Tight shape(const Kinematics& bodies) const;
  Tight drawn(const Kinematics& bodies) const;
  void share_out(Tight& rope) const;
  std::vector<std::vector<Lever>> levers(const Tight& rope, const Kinematics& bodies) const;
  MatrixXd damping_of_spans(const Tight& rope) const;
  void add_turning(const Tight& rope, const Kinematics& bodies, LoadJacobian& jacobian) const;

  std::string name_;
  Rope load_;
  std::vector<Attachment> points_;
  double rest_length_;
};

/// Computes the spans, without tensions.
Tight RopeElement::shape(const Kinematics& bodies) const {
  Tight rope;
  rope.spans.reserve(points_.size() - 1);
  Vector3 before = points_[0].position(bodies), velocity_before = points_[0].velocity(bodies);
  for (std::size_t i = 1; i < points_.size(); ++i) {
    const Vector3 here = points_[i].position(bodies), velocity = points_[i].velocity(bodies);
    const Vector3 line = here - before;
    Span span{line.norm(), 0.0, Vector3::Zero()};
    if (span.length > 0.0) span.direction = line / span.length;
    span.rate = span.direction.dot(velocity - velocity_before);
    rope.length += span.length;
    rope.rate += span.rate;
    rope.spans.push_back(span);
    before = here;
    velocity_before = velocity;
  }
  return rope;
}

Tight RopeElement::drawn(const Kinematics& bodies) const {
  Tight rope = shape(bodies);
  if (rope.length <= rest_length_) return rope;
  rope.mean =
      std::max(load_.stiffness * (rope.length - rest_length_) + load_.damping * rope.rate, 0.0);
  if (rope.mean > 0.0) share_out(rope);
  return rope;
}

/// Computes the tensions of the spans from the friction at the points between them.
void RopeElement::share_out(Tight& rope) const {
  const std::size_t count = rope.spans.size();
  double behind = 0.0, rate_behind = 0.0, sum = 0.0;  // sums over the spans before a point
  for (std::size_t i = 0; i < count; ++i) {
    const RopePoint& point = load_.points[i];
    Span& span = rope.spans[i];
    if (i > 0 && point.friction > 0.0) {
      const double slip = rate_behind - behind / rope.length * rope.rate;
      const double wrap =
          angle_between(rope.spans[i - 1].direction, span.direction) + kTwoPi * point.further_turns;
      const double slipping = hyperbolic_tangent(slip / load_.slip_speed);
      span.share = raftup::exponential(-point.friction * wrap * slipping);
      span.steepness = point.friction * wrap * (1.0 - slipping * slipping) / load_.slip_speed;
    }
    if (i > 0) span.share *= rope.spans[i - 1].share;
    behind += span.length;
    rate_behind += span.rate;
    sum += span.length * span.share;
  }
  for (Span& span : rope.spans) span.share *= rope.length / sum;
}

void RopeElement::add(const StageConditions& /*conditions*/, const Kinematics& bodies,
                      Forces& forces) {
  const Tight rope = drawn(bodies);
  if (rope.mean <= 0.0) return;
  Vector3 before = Vector3::Zero();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const bool last = i + 1 == points_.size();
    const Vector3 behind = last
                               ? Vector3(Vector3::Zero())
                               : Vector3(rope.mean * rope.spans[i].share * rope.spans[i].direction);
    points_[i].add_force(behind - before, bodies, forces.total);
    before = behind;
  }
}

Potential RopeElement::potential(const StageConditions& /*conditions*/,
                                 const Kinematics& bodies) const {
  const Tight rope = shape(bodies);
  const double stretch = rope.length - rest_length_;
  if (stretch <= 0.0) return {};
  const double elastic = load_.stiffness * stretch;
  return {0.5 * elastic * stretch, elastic * rope.rate};
}

std::vector<std::vector<RopeElement::Lever>> RopeElement::levers(const Tight& rope,
                                                                 const Kinematics& bodies) const {
  std::vector<std::vector<Lever>> all(rope.spans.size());
  for (std::size_t i = 0; i < rope.spans.size(); ++i) {
    for (const double sign : {-1.0, 1.0}) {
      const Attachment& end = points_[sign < 0.0 ? i : i + 1];
      if (!end.body()) continue;
      const Vector3 along = sign * rope.spans[i].direction;
      Vector6 lever;
      lever << along, end.arm(bodies).cross(along);
      all[i].push_back({*end.body(), lever});
      for (const std::size_t carrier : end.moved_by()) {
        if (carrier == end.body()) continue;
        all[i].push_back({carrier, end.motion_map(carrier, bodies).transpose() * along});
      }
    }
  }
  return all;
}

/// Returns dT_i/dl'_j for pairs of spans. One part is the damping, distributed over the spans. The
/// other part is the friction: the slip at each point changes share_i by share_i steepness (mean
/// share after the point - [1 if span i lies after the point, else 0]).
MatrixXd RopeElement::damping_of_spans(const Tight& rope) const {
  const auto count = static_cast<Eigen::Index>(rope.spans.size());
  VectorXd share(count), weight(count), steepness(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    share[i] = rope.spans[at].share;
    weight[i] = rope.spans[at].length / rope.length;
    steepness[i] = rope.spans[at].steepness;
  }
  MatrixXd damping = load_.damping * share * Eigen::RowVectorXd::Ones(count);
  for (Eigen::Index point = 1; point < count; ++point) {
    const Eigen::Index left = count - point;
    const double share_behind = weight.tail(left).dot(share.tail(left));
    VectorXd by_slip = share_behind * share;
    by_slip.tail(left) -= share.tail(left);
    Eigen::RowVectorXd slip = Eigen::RowVectorXd::Constant(count, -weight.head(point).sum());
    slip.head(point).array() += 1.0;
    damping += rope.mean * steepness[point] * by_slip * slip;
  }
  return damping;
}

/// Adds the stiffness that results from tensions whose spans and arms turn.
void RopeElement::add_turning(const Tight& rope, const Kinematics& bodies,
                              LoadJacobian& jacobian) const {
  for (std::size_t i = 0; i < rope.spans.size(); ++i) {
    const Span& span = rope.spans[i];
    if (span.length == 0.0) continue;
    const double tension = rope.mean * rope.spans[i].share;
    const Matrix3 across = Matrix3::Identity() - span.direction * span.direction.transpose();
    add_relative_jacobian({points_[i].with(tension * span.direction, bodies),
                           points_[i + 1].with(-tension * span.direction, bodies)},
                          tension / span.length * across, 0.0, Matrix3::Zero(), jacobian);
  }
}

/// Adds the exact Jacobian, except that the change of tensions by friction as points move is left
/// out, and only the symmetric part is used.
void RopeElement::add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  const Tight rope = drawn(bodies);
  if (rope.mean <= 0.0) return;
  const MatrixXd of_rates = damping_of_spans(rope);
  const auto levers = this->levers(rope, bodies);
  for (std::size_t i = 0; i < levers.size(); ++i) {
    for (std::size_t j = 0; j < levers.size(); ++j) {
      const auto first = static_cast<Eigen::Index>(i), second = static_cast<Eigen::Index>(j);
      const double stiffness = 0.5 * load_.stiffness * (rope.spans[i].share + rope.spans[j].share);
      const double damping = 0.5 * (of_rates(first, second) + of_rates(second, first));
      for (const Lever& a : levers[i]) {
        for (const Lever& b : levers[j]) {
          if (a.body < b.body) continue;
          const Matrix6 product = a.lever * b.lever.transpose();
          jacobian.add(a.body, b.body, stiffness * product, damping * product);
        }
      }
    }
  }
  add_turning(rope, bodies, jacobian);
}

void RopeElement::read(const StageConditions& /*conditions*/, const Kinematics& bodies,
                       std::span<double> outputs) const {
  const Tight rope = drawn(bodies);
  const bool pulls = rope.mean > 0.0;
  outputs[0] = rope.mean;
  outputs[1] = pulls ? rope.mean * rope.spans.front().share : 0.0;
  outputs[2] = pulls ? rope.mean * rope.spans.back().share : 0.0;
  outputs[3] = rope.length;
}

/// Returns the points of the rope. The stretch is uniform, and the tension at a pulley is that of
/// the span before it.
std::vector<Drawing> RopeElement::drawings(const StageConditions& /*conditions*/,
                                           const Kinematics& bodies) const {
  const Tight rope = drawn(bodies);
  const double unstretched = rope.length > 0.0 ? rest_length_ / rope.length : 0.0;
  const auto tension = [&](std::size_t span) {
    return rope.mean > 0.0 ? rope.mean * rope.spans[span].share : 0.0;
  };
  Drawing drawing(DrawingKind::kLine, name_);
  drawing.add_place(0.0, points_[0].position(bodies), tension(0));
  double length = 0.0;
  for (std::size_t i = 0; i < rope.spans.size(); ++i) {
    length += rope.spans[i].length;
    drawing.add_place(unstretched * length, points_[i + 1].position(bodies), tension(i));
  }
  return {std::move(drawing)};
}

}  // namespace

void Rope::complete(const Model& model) {
  if (rest_length) return;
  double length = 0.0;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const auto before = initial_position(model, points[i - 1].body, points[i - 1].point);
    const auto here = initial_position(model, points[i].body, points[i].point);
    if (!before || !here) return;
    length += (*here - *before).norm();
  }
  rest_length = length;
}

void Rope::hold_still() {
  for (RopePoint& point : points) point.friction = 0.0;
}

std::string Rope::linear_limit(const std::string& name) const {
  return fmt::format("rope {} is linear: tight or slack as in the mean, without friction", name);
}

void Rope::check(const Model& /*model*/, const std::string& path, Violations& violations) const {
  violations.require(points.size() >= 2, path + ".points", "must have at least two points",
                     fmt::format("{}", points.size()));
  const bool on_body = std::any_of(points.begin(), points.end(),
                                   [](const RopePoint& point) { return !point.body.empty(); });
  violations.require(on_body, path + ".points", "must lie on a body, one at least", "the world");
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool is_end = i == 0 || i + 1 == points.size();
    const RopePoint& point = points[i];
    const std::string at = fmt::format("{}.points[{}]", path, i);
    violations.require(!is_end || point.friction == 0.0, at + ".friction",
                       "must be 0 where an end of the rope is fast",
                       fmt::format("{}", point.friction));
    violations.require(!is_end || point.further_turns == 0.0, at + ".further_turns",
                       "must be 0 where an end of the rope is fast",
                       fmt::format("{}", point.further_turns));
  }
}

std::unique_ptr<ForceElement> make_element(const Rope& load, const LoadSite& site) {
  return std::make_unique<RopeElement>(load, site);
}

}  // namespace raftup::solver
