#include "solver/model/loads/dynamic_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/catenary.hpp"
#include "solver/loads/lines/lumped_line.hpp"
#include "solver/model/faded_current.hpp"
#include "solver/model/loads/catenary_line.hpp"

namespace raftup::solver {

namespace {

constexpr int kMostElements = 1000;
/// Largest number of steps of single elements within one step of the simulation, which take about
/// one second. Larger numbers result from mistakes such as elements of micrometers.
constexpr double kMostElementSteps = 5e6;
/// Product of fastest_rate() and the default sub-step. The method is stable up to 2.8. The margin
/// for drag at higher speeds was chosen, not swept.
constexpr double kSubStep = 2.0;
constexpr std::size_t kNumbers = 4;  ///< number of outputs before the shape

std::vector<DynamicSegment> segments_of(const DynamicLine& load) {
  std::vector<DynamicSegment> segments{static_cast<const DynamicSegment&>(load)};
  segments.insert(segments.end(), load.further_segments.begin(), load.further_segments.end());
  return segments;
}

int count_elements(const DynamicLine& load) {
  int count = load.element_count;
  for (const DynamicSegment& segment : load.further_segments) count += segment.element_count;
  return count;
}

/// Returns the same line as a catenary line, without dynamics.
CatenaryLine static_line(const DynamicLine& load) {
  CatenaryLine line;
  static_cast<LineSegment&>(line) = static_cast<const LineSegment&>(load);
  line.body = load.body;
  line.point = load.point;
  line.anchor_body = load.anchor_body;
  line.anchor = load.anchor;
  line.further_segments.assign(load.further_segments.begin(), load.further_segments.end());
  line.above_bottom = load.above_bottom;
  return line;
}

LineElement element_of(const DynamicSegment& segment, const Model& model) {
  const double d = segment.diameter, rho = model.water_density;
  const double displaced = 0.25 * std::numbers::pi * rho * d * d;
  LineElement element{};
  element.length = segment.length / segment.element_count;
  element.stiffness = segment.axial_stiffness;
  element.damping = segment.damping_ratio * element.length *
                    std::sqrt(segment.axial_stiffness * segment.mass_per_length);
  element.mass = segment.mass_per_length;
  element.weight = weight_in_water(segment, model);
  element.added_mass = segment.added_mass * displaced;
  element.axial_added_mass = segment.axial_added_mass * displaced;
  element.drag = 0.5 * rho * segment.drag * d;
  element.axial_drag = 0.5 * rho * segment.axial_drag * std::numbers::pi * d;
  element.diameter = d;
  return element;
}

std::vector<LineElement> elements_of(const DynamicLine& load, const Model& model) {
  std::vector<LineElement> elements;
  for (const DynamicSegment& segment : segments_of(load)) {
    elements.insert(elements.end(), static_cast<std::size_t>(segment.element_count),
                    element_of(segment, model));
    elements.back().clump_mass = segment.clump_mass;
    elements.back().clump_weight = clump_weight(segment, model);
  }
  return elements;
}

bool lies_on_bottom(const DynamicLine& load) {
  return load.anchor_body.empty() && !load.above_bottom;
}

LumpedLine make_line(const DynamicLine& load, const Model& model) {
  const LineBottom bottom{load.anchor.z(), load.bottom_stiffness, load.bottom_damping,
                          load.bottom_friction, load.slip_speed};
  return {elements_of(load, model), model.current, lies_on_bottom(load) ? &bottom : nullptr};
}

/// Returns the longest sub-step [s]: the given one, or that which the fastest motion permits.
double longest_sub_step(const DynamicLine& load, const LumpedLine& line) {
  return load.sub_step ? *load.sub_step : kSubStep / line.fastest_rate();
}

/// Computes the nodes of a line in its static shape.
class StaticShape {
 public:
  StaticShape(const DynamicLine& load, const LoadSite& site)
      : catenary_(make_catenary(load, site.model)) {}

  /// @param fairlead position [m, world frame]
  /// @param anchor   position [m, world frame]
  std::vector<Vector3> nodes(const Vector3& fairlead, const Vector3& anchor) const {
    const Vector3 chord = anchor - fairlead;
    const double across = std::sqrt(chord.x() * chord.x() + chord.y() * chord.y());
    const Vector3 heading = across > 0.0 ? Vector3(chord.x() / across, chord.y() / across, 0.0)
                                         : Vector3(Vector3::UnitX());
    std::vector<Vector3> places;
    for (const auto& [length, below, tension] :
         catenary_.places(catenary_.solve(across, -chord.z()), 1)) {
      places.emplace_back(fairlead + below.x() * heading - below.y() * Vector3::UnitZ());
    }
    return places;
  }

 private:
  static Catenary make_catenary(const DynamicLine& load, const Model& model) {
    std::vector<CatenarySegment> segments;
    for (const LineElement& element : elements_of(load, model)) {
      segments.push_back({element.length, element.weight, element.stiffness, element.clump_weight});
    }
    return {std::move(segments), lies_on_bottom(load), 0.0};
  }

  Catenary catenary_;
};

/// Returns the number of sub-steps within `duration` [s].
double count_sub_steps(double duration, double longest) {
  return std::max(std::ceil(duration / longest * (1.0 - 1e-9)), 1.0);
}

/// Returns the site without the group of lines that are solved together.
LoadSite alone(LoadSite site) {
  site.shared.lines = nullptr;
  return site;
}

/// Common base of both elements below.
class LineWithShape : public ForceElement {
 public:
  LineWithShape(const DynamicLine& load, const LoadSite& site)
      : fairlead_(load.body, load.point, site.model),
        anchor_(load.anchor_body, load.anchor, site.model),
        static_(make_element(static_line(load), alone(site))),
        shape_(load, site) {}

  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override {
    static_->add_jacobian(conditions, bodies, jacobian);
  }

 protected:
  const Attachment& fairlead() const { return fairlead_; }
  const Attachment& anchor() const { return anchor_; }
  ForceElement& without_dynamics() const { return *static_; }
  const StaticShape& static_shape() const { return shape_; }
  static void write_shape(const std::vector<Vector3>& nodes, std::span<double> outputs) {
    double* next = outputs.data() + kNumbers;
    for (const Vector3& node : nodes) next = std::copy_n(node.data(), 3, next);
  }

 private:
  Attachment fairlead_, anchor_;
  std::unique_ptr<ForceElement> static_;
  StaticShape shape_;
};

/// The line in a linear model.
class StillLineElement final : public LineWithShape {
 public:
  using LineWithShape::LineWithShape;

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    without_dynamics().add(conditions, bodies, forces);
  }
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override {
    return without_dynamics().potential(conditions, bodies);
  }
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override {
    without_dynamics().read(conditions, bodies, outputs.first(kNumbers));
    write_shape(static_shape().nodes(fairlead().position(bodies), anchor().position(bodies)),
                outputs);
  }
  std::vector<Drawing> drawings(const StageConditions& conditions,
                                const Kinematics& bodies) const override {
    return without_dynamics().drawings(conditions, bodies);
  }
};

class DynamicLineElement final : public LineWithShape {
 public:
  DynamicLineElement(const DynamicLine& load, const LoadSite& site)
      : LineWithShape(load, site),
        line_(make_line(load, site.model)),
        longest_(longest_sub_step(load, line_)),
        current_(FadedCurrent::current_fading(site.model)),
        place_(site.place) {}

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override {
    at_end_ = values(conditions, bodies);
  }
  void commit(State& state) noexcept override { state.loads[place_].values.swap(at_end_); }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  Potential potential(const StageConditions& conditions, const Kinematics& bodies) const override;
  void read(const StageConditions& conditions, const Kinematics& bodies,
            std::span<double> outputs) const override;

 private:
  /// Returns the motions of the ends and the factor of the current at a time [s].
  LumpedLine::Ends ends(double time, const Kinematics& bodies) const;
  /// Returns the state of the line at a stage, for the motions of the bodies at this stage.
  std::vector<double> values(const StageConditions& conditions, const Kinematics& bodies) const;

  LumpedLine line_;
  double longest_;              ///< longest sub-step [s]
  hydro::Fading current_;       ///< factor of the current
  std::size_t place_;           ///< place of the inner nodes in State::loads
  LumpedLine::Ends start_;      ///< motions of the ends at the start of the step
  std::vector<double> at_end_;  ///< state at the end of the step
};

void DynamicLineElement::initialize(const Kinematics& bodies, State& state) const {
  const LumpedLine::Ends ends = this->ends(0.0, bodies);
  std::vector<double> values =
      line_.at_rest(static_shape().nodes(ends.position[0], ends.position[1]));
  line_.relax(values, ends);
  state.loads[place_].values = std::move(values);
}

LumpedLine::Ends DynamicLineElement::ends(double time, const Kinematics& bodies) const {
  return {{fairlead().position(bodies), anchor().position(bodies)},
          {fairlead().velocity(bodies), anchor().velocity(bodies)},
          current_.at(time)};
}

void DynamicLineElement::prepare(const StepTimes& times, const State& /*state*/,
                                 const Kinematics& bodies) {
  start_ = ends(times.start, bodies);
}

std::vector<double> DynamicLineElement::values(const StageConditions& conditions,
                                               const Kinematics& bodies) const {
  std::vector<double> values = conditions.state.loads[place_].values;
  const double duration = conditions.at.time - conditions.at.step_start;
  if (duration <= 0.0) return values;
  const auto sub_steps = to_integer<int>(count_sub_steps(duration, longest_), "sub-steps");
  line_.advance(values, start_, ends(conditions.at.time, bodies), duration, sub_steps);
  const bool finite =
      std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
  if (!finite) {
    throw SolverFailure(fmt::format("nodes must stay finite, a smaller sub_step than {} s may do",
                                    duration / sub_steps));
  }
  return values;
}

void DynamicLineElement::add(const StageConditions& conditions, const Kinematics& bodies,
                             Forces& forces) {
  const auto [at_fairlead, at_anchor] =
      line_.end_forces(values(conditions, bodies), ends(conditions.at.time, bodies));
  fairlead().add_force(at_fairlead, bodies, forces.total);
  anchor().add_force(at_anchor, bodies, forces.total);
}

Potential DynamicLineElement::potential(const StageConditions& conditions,
                                        const Kinematics& bodies) const {
  const auto [energy, rate] =
      line_.energy(values(conditions, bodies), ends(conditions.at.time, bodies));
  return {energy, rate};
}

void DynamicLineElement::read(const StageConditions& conditions, const Kinematics& bodies,
                              std::span<double> outputs) const {
  const LumpedLine::Ends ends = this->ends(conditions.at.time, bodies);
  const std::vector<double> values = this->values(conditions, bodies);
  const auto [at_fairlead, at_anchor] = line_.end_forces(values, ends);
  outputs[0] = at_fairlead.norm();
  outputs[1] = at_anchor.norm();
  outputs[2] = line_.length_on_bottom(values, ends);
  outputs[3] = arctangent(-at_fairlead.z(), at_fairlead.head<2>().norm());
  write_shape(line_.places(values, ends), outputs);
}

}  // namespace

namespace {

void check_dynamic_segment(const DynamicSegment& segment, const Model& model,
                           const std::string& path, Violations& violations) {
  check_segment(segment, model, path, violations);
  violations.require(segment.diameter > 0.0, path + ".diameter", "must be positive",
                     fmt::format("{}", segment.diameter));
  violations.require(!std::isinf(segment.axial_stiffness), path + ".axial_stiffness",
                     "must be given: a line with its own dynamics is elastic", "none");
  violations.require(segment.element_count >= 1 && segment.element_count <= kMostElements,
                     path + ".element_count", fmt::format("must lie within 1 to {}", kMostElements),
                     fmt::format("{}", segment.element_count));
}

/// Checks the number of sub-steps of a line whose other numbers are valid.
void check_work(const DynamicLine& load, const Model& model, const std::string& path,
                Violations& violations) {
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  const double longest = longest_sub_step(load, make_line(load, model));
  const double work = count_elements(load) * count_sub_steps(step, longest);
  violations.require(
      !(work > kMostElementSteps), path + (load.sub_step ? ".sub_step" : ".length"),
      fmt::format("must let all elements together take at most {:g} steps within a step of {} s: "
                  "{}",
                  kMostElementSteps, step,
                  load.sub_step
                      ? "a longer sub_step, or none for what is stable"
                      : "longer or fewer elements, less axial_stiffness or damping_ratio, "
                        "or a shorter integration.step"),
      fmt::format("{:.3g} steps, of {:.3g} s each", work, longest));
}

}  // namespace

std::vector<LoadOutput> DynamicLine::outputs() const {
  std::vector<LoadOutput> all(CatenaryLine::kOutputs.begin(), CatenaryLine::kOutputs.end());
  all.push_back({"shape", "m", "x, y, z of every node, from the fairlead to the anchor",
                 3 * (count_elements(*this) + 1), "world"});
  return all;
}

std::optional<HangingLine> DynamicLine::hanging_line(const Model& model) const {
  return static_line(*this).hanging_line(model);
}

void DynamicLine::check(const Model& model, const std::string& path, Violations& violations) const {
  const std::size_t known = violations.list().size();
  check_dynamic_segment(*this, model, path, violations);
  for (std::size_t i = 0; i < further_segments.size(); ++i) {
    check_dynamic_segment(further_segments[i], model,
                          fmt::format("{}.further_segments[{}]", path, i), violations);
  }
  if (anchor_body.empty()) check_anchor(anchor, model, path + ".anchor", violations);
  check_reach(static_line(*this), model, path, violations);
  if (violations.list().size() == known) check_work(*this, model, path, violations);
}

std::string DynamicLine::linear_limit(const std::string& name) const {
  return fmt::format(
      "line {} has its static shape: its inertia, drag and internal damping are left out", name);
}

std::unique_ptr<ForceElement> make_element(const DynamicLine& load, const LoadSite& site) {
  if (load.still) return std::make_unique<StillLineElement>(load, site);
  return std::make_unique<DynamicLineElement>(load, site);
}

}  // namespace raftup::solver
