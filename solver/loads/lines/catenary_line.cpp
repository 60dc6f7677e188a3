#include "solver/model/loads/catenary_line.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/hypotenuse.hpp"
#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/catenary_group.hpp"

namespace raftup::solver {

namespace {

constexpr int kDrawnPieces = 50;    // pieces per segment in drawings
constexpr double kAtBottom = 1e-6;  // share of the depth; so little below the bottom lies on it

Catenary make_catenary(const CatenaryLine& load, const Model& model) {
  std::vector<CatenarySegment> segments;
  const auto add = [&](const LineSegment& segment) {
    segments.push_back({segment.length, weight_in_water(segment, model), segment.axial_stiffness,
                        clump_weight(segment, model)});
  };
  add(load);
  for (const LineSegment& segment : load.further_segments) add(segment);
  return {std::move(segments), load.anchor_body.empty() && !load.above_bottom,
          load.bottom_friction};
}

class CatenaryLineElement final : public ForceElement {
 public:
  CatenaryLineElement(const CatenaryLine& load, const LoadSite& site)
      : name_(site.name),
        fairlead_(load.body, load.point, site.model),
        anchor_(load.anchor_body, load.anchor, site.model),
        lines_(site.shared.lines != nullptr ? site.shared.lines
                                            : std::make_shared<CatenaryGroup>()),
        number_(lines_->add(make_catenary(load, site.model), fairlead_, anchor_)) {}

  void prepare(const StepTimes& /*times*/, const State& /*state*/,
               const Kinematics& bodies) override {
    lines_->begin(number_, bodies);
  }

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    const Shape& shape = this->shape(bodies);
    fairlead_.add_force(at_fairlead(shape), bodies, forces.total);
    anchor_.add_force(at_anchor(shape), bodies, forces.total);
  }

  void add_jacobian(const StageConditions& /*conditions*/, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;

  Potential potential(const StageConditions& /*conditions*/,
                      const Kinematics& bodies) const override {
    const Catenary& catenary = lines_->line(number_);
    if (catenary.has_friction()) return {};
    const Shape& shape = this->shape(bodies);
    return {catenary.energy(shape.line, shape.across, shape.down) +
                catenary.weight() * anchor_.position(bodies).z(),
            -at_fairlead(shape).dot(fairlead_.velocity(bodies)) -
                at_anchor(shape).dot(anchor_.velocity(bodies))};
  }

  void read(const StageConditions& /*conditions*/, const Kinematics& bodies,
            std::span<double> outputs) const override {
    const Catenary::Solution& line = shape(bodies).line;
    outputs[0] = hypotenuse(line.horizontal, line.vertical);
    outputs[1] = hypotenuse(line.anchor_horizontal, line.anchor_vertical);
    outputs[2] = line.length_on_bottom;
    outputs[3] = arctangent(line.vertical, line.horizontal);
  }

  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& bodies) const override {
    const Shape& shape = this->shape(bodies);
    const Vector3 fairlead = fairlead_.position(bodies);
    Drawing line(DrawingKind::kLine, name_);
    for (const auto& [length, below, tension] :
         lines_->line(number_).places(shape.line, kDrawnPieces)) {
      line.add_place(length, fairlead + below.x() * shape.heading - below.y() * Vector3::UnitZ(),
                     tension);
    }
    return {std::move(line)};
  }

 private:
  using Shape = CatenaryGroup::Shape;

  const Shape& shape(const Kinematics& bodies) const { return lines_->shape(number_, bodies); }
  /// Returns the force of the line on its fairlead [N, world frame].
  static Vector3 at_fairlead(const Shape& shape) {
    return shape.line.horizontal * shape.heading - shape.line.vertical * Vector3::UnitZ();
  }
  static Vector3 at_anchor(const Shape& shape) {
    return shape.line.anchor_vertical * Vector3::UnitZ() -
           shape.line.anchor_horizontal * shape.heading;
  }

  std::string name_;
  Attachment fairlead_, anchor_;
  std::shared_ptr<CatenaryGroup> lines_;
  std::size_t number_;  ///< number of this line in the group
};

/// Adds dF = -K dr for the displacement dr of the fairlead relative to the anchor. K is d(H,
/// V)/d(x, z) in the plane of the line and H/x across it. Friction makes K slightly unsymmetric;
/// its symmetric part is used.
void CatenaryLineElement::add_jacobian(const StageConditions& /*conditions*/,
                                       const Kinematics& bodies, LoadJacobian& jacobian) const {
  const Shape& shape = this->shape(bodies);
  const Eigen::Matrix2d& slopes = shape.line.stiffness;
  const Vector3 up = Vector3::UnitZ(), side = up.cross(shape.heading);
  const double across = shape.across > 0.0 ? shape.line.horizontal / shape.across : slopes(0, 0);
  const double coupling = -0.5 * (slopes(0, 1) + slopes(1, 0));
  const Matrix3 mixed = shape.heading * up.transpose();
  const Matrix3 stiffness = slopes(0, 0) * shape.heading * shape.heading.transpose() +
                            across * side * side.transpose() + slopes(1, 1) * up * up.transpose() +
                            coupling * (mixed + mixed.transpose());
  add_relative_jacobian(
      {fairlead_.with(at_fairlead(shape), bodies), anchor_.with(at_anchor(shape), bodies)},
      stiffness, 0.0, Matrix3::Zero(), jacobian);
}

}  // namespace

double weight_in_water(const LineSegment& segment, const Model& model) {
  const double area = 0.25 * std::numbers::pi * segment.diameter * segment.diameter;
  return (segment.mass_per_length - model.water_density * area) * model.gravity;
}

double clump_weight(const LineSegment& segment, const Model& model) {
  return (segment.clump_mass - model.water_density * segment.clump_volume) * model.gravity;
}

void check_segment(const LineSegment& segment, const Model& model, const std::string& path,
                   Violations& violations) {
  const double weight = weight_in_water(segment, model);
  violations.require(!(weight <= 0.0), path + ".mass_per_length",
                     "must be more than that of the water the line displaces",
                     fmt::format("{} kg/m", segment.mass_per_length));
  violations.require(!(clump_weight(segment, model) < 0.0), path + ".clump_volume",
                     "must not make the clump lighter than water",
                     fmt::format("{} m3", segment.clump_volume));
}

void check_anchor(const Vector3& anchor, const Model& model, const std::string& path,
                  Violations& violations) {
  violations.require(!(anchor.z() < -model.water_depth * (1.0 + kAtBottom)), path,
                     "must not lie below the bottom", fmt::format("z = {} m", anchor.z()));
}

void check_reach(const CatenaryLine& line, const Model& model, const std::string& path,
                 Violations& violations) {
  const auto fairlead = initial_position(model, line.body, line.point);
  const auto anchor = initial_position(model, line.anchor_body, line.anchor);
  if (!fairlead || !anchor) return;  // reported by other checks
  const bool on_bottom = line.anchor_body.empty() && !line.above_bottom;
  violations.require(!on_bottom || !(fairlead->z() < anchor->z()), path + ".point",
                     "must not be below the bottom that the line ends on at t = 0",
                     fmt::format("{:.6g} m below it", anchor->z() - fairlead->z()));
  double length = line.length;
  bool stretches = std::isfinite(line.axial_stiffness);
  for (const LineSegment& segment : line.further_segments) {
    length += segment.length;
    stretches = stretches && std::isfinite(segment.axial_stiffness);
  }
  const double distance = (*fairlead - *anchor).norm();
  violations.require(stretches || !(length <= distance), path + ".length",
                     fmt::format("of a line without axial_stiffness must be longer than the "
                                 "distance of its ends at t = 0, which is {:.6g} m",
                                 distance),
                     fmt::format("{} m", length));
}

std::optional<HangingLine> CatenaryLine::hanging_line(const Model& model) const {
  HangingLine line{body, point, anchor_body, anchor, above_bottom};
  const auto add = [&](const LineSegment& segment) {
    line.length += segment.length;
    line.weight += weight_in_water(segment, model) * segment.length + clump_weight(segment, model);
    line.softest = std::min(line.softest, segment.axial_stiffness);
  };
  add(*this);
  for (const LineSegment& segment : further_segments) add(segment);
  return line;
}

void CatenaryLine::check(const Model& model, const std::string& path,
                         Violations& violations) const {
  check_segment(*this, model, path, violations);
  for (std::size_t i = 0; i < further_segments.size(); ++i) {
    check_segment(further_segments[i], model, fmt::format("{}.further_segments[{}]", path, i),
                  violations);
  }
  if (anchor_body.empty()) check_anchor(anchor, model, path + ".anchor", violations);
  check_reach(*this, model, path, violations);
}

std::unique_ptr<ForceElement> make_element(const CatenaryLine& load, const LoadSite& site) {
  return std::make_unique<CatenaryLineElement>(load, site);
}

}  // namespace raftup::solver
