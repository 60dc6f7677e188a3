#include "solver/model/loads/mooring_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "hydro/base/error.hpp"
#include "solver/loads/base/attachment.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/lines/mooring_input.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::solver {

namespace {

/// One hundredth of gravity. Smaller remaining accelerations have no noticeable effect.
constexpr double kNotableAcceleration = 0.1;  // m/s2

/// Common part of both elements below: the mooring system and its points on the bodies.
class CoupledMooring {
 public:
  CoupledMooring(const MooringSystem& load, const LoadSite& site)
      : name_(site.name),
        system_(site.model.mooring_library->open(complete_mooring_input(load.input, site.model))) {
    const MooringInput input = read_mooring_input(load.input);
    line_count_ = input.line_count;
    for (std::size_t i = 0; i < input.coupled_points.size(); ++i) {
      const std::string& body = load.point_bodies.empty() ? load.body : load.point_bodies[i];
      points_.emplace_back(body, input.coupled_points[i], site.model);
    }
  }

  const std::string& name() const { return name_; }
  std::size_t tension_count() const { return 2 * line_count_; }
  std::size_t force_count() const { return 3 * points_.size(); }

  /// Returns the positions of the n coupled points, as 3 n numbers [m, world frame].
  std::vector<double> places(const Kinematics& bodies) const {
    std::vector<double> places;
    for (const Attachment& point : points_) {
      const Vector3 position = point.position(bodies);
      places.insert(places.end(), position.begin(), position.end());
    }
    return places;
  }

  void add_forces(std::span<const double> forces, const Kinematics& bodies,
                  BodyVectors& wrenches) const {
    for (std::size_t i = 0; i < points_.size(); ++i) {
      points_[i].add_force(Vector3(forces.data() + 3 * i), bodies, wrenches);
    }
  }

  MooringStage rest(const Kinematics& bodies) const {
    return asked([&] { return system_->rest(places(bodies)); });
  }
  MooringStage advance(const std::string& memory, std::span<const double> from,
                       std::span<const double> velocity, double time, double duration) const {
    return asked([&] { return system_->advance(memory, from, velocity, time, duration); });
  }

 private:
  MooringStage asked(const std::function<MooringStage()>& ask) const {
    MooringStage stage = ask();
    const auto finite = [](const std::vector<double>& numbers) {
      return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
    };
    const auto is_shape = [&](const std::vector<double>& rows) {
      return rows.size() % columns_of(DrawingKind::kLine).size() == 0 && finite(rows);
    };
    if (stage.forces.size() != force_count() || stage.tensions.size() != tension_count()) {
      throw Error(ErrorCode::kInvalidArgument,
                  fmt::format("input must couple points and nothing else, and have a row for each "
                              "of its {} lines",
                              line_count_));
    }
    if (!finite(stage.forces) || !finite(stage.tensions) ||
        !std::all_of(stage.shapes.begin(), stage.shapes.end(), is_shape)) {
      throw SolverFailure("forces must stay finite, a smaller dtM in the input may do");
    }
    return stage;
  }

  std::string name_;
  std::unique_ptr<MooringSolver> system_;
  std::vector<Attachment> points_;
  std::size_t line_count_ = 0;
};

/// The mooring system in a linear model: the constant force at rest for the poses at t = 0.
class StillMooringElement final : public ForceElement {
 public:
  StillMooringElement(const MooringSystem& load, const LoadSite& site)
      : mooring_(load, site), rest_(mooring_.rest(site.initial)) {}

  void add(const StageConditions& /*conditions*/, const Kinematics& bodies,
           Forces& forces) override {
    mooring_.add_forces(rest_.forces, bodies, forces.total);
  }
  void read(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
            std::span<double> outputs) const override {
    std::copy(rest_.tensions.begin(), rest_.tensions.end(), outputs.begin());
  }
  /// Returns the lines at rest for the present poses of the bodies.
  std::vector<Drawing> drawings(const StageConditions& /*conditions*/,
                                const Kinematics& bodies) const override {
    std::vector<Drawing> lines;
    for (std::vector<double>& shape : mooring_.rest(bodies).shapes) {
      lines.emplace_back(DrawingKind::kLine,
                         fmt::format("{}, line {}", mooring_.name(), lines.size() + 1));
      lines.back().values = std::move(shape);
    }
    return lines;
  }

 private:
  CoupledMooring mooring_;
  MooringStage rest_;
};

/// The mooring system in a simulation. Its state consists of the forces and tensions at the start
/// of a step and the memory of MoorDyn.
class MooringElement final : public ForceElement {
 public:
  MooringElement(const MooringSystem& load, const LoadSite& site)
      : mooring_(load, site),
        place_(site.place),
        duration_(1e-9 * static_cast<double>(site.model.step_ns)) {}

  void initialize(const Kinematics& bodies, State& state) const override {
    MooringStage rest = mooring_.rest(bodies);
    remaining_acceleration_ = rest.remaining_acceleration;
    put(std::move(rest), state.loads[place_]);
  }
  /// Adds the finding "mooring_not_at_rest".
  void add_findings(Findings& findings) const override;
  void prepare(const StepTimes& /*times*/, const State& /*state*/,
               const Kinematics& bodies) override {
    start_ = mooring_.places(bodies);
  }
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override {
    mooring_.add_forces(values(conditions), bodies, forces.total);
  }
  void read(const StageConditions& conditions, const Kinematics& /*bodies*/,
            std::span<double> outputs) const override {
    const auto tensions = values(conditions).subspan(mooring_.force_count());
    std::copy(tensions.begin(), tensions.end(), outputs.begin());
  }
  void finish(const StageConditions& conditions, const Kinematics& bodies) override {
    std::vector<double> velocity = mooring_.places(bodies);
    for (std::size_t i = 0; i < velocity.size(); ++i) {
      velocity[i] = (velocity[i] - start_[i]) / duration_;
    }
    put(mooring_.advance(conditions.state.loads[place_].memory, start_, velocity,
                         conditions.at.step_start, duration_),
        at_end_);
  }
  void commit(State& state) noexcept override {
    state.loads[place_].values.swap(at_end_.values);
    state.loads[place_].memory.swap(at_end_.memory);
  }

 private:
  std::span<const double> values(const StageConditions& conditions) const {
    return conditions.state.loads[place_].values;
  }
  static void put(MooringStage stage, LoadState& state) {
    state.values = std::move(stage.forces);
    state.values.insert(state.values.end(), stage.tensions.begin(), stage.tensions.end());
    state.memory = std::move(stage.memory);
  }

  CoupledMooring mooring_;
  std::size_t place_;  ///< place of the state in State::loads
  /// Duration of every step, exactly equal for all [s]. Differences of times are rounded, and
  /// MoorDyn would take other sub-steps.
  double duration_;
  /// Positions of the points at the start of the step [m].
  std::vector<double> start_;
  LoadState at_end_;                             ///< state at the end of the step
  mutable double remaining_acceleration_ = 0.0;  ///< at t = 0 [m/s2]
};

void MooringElement::add_findings(Findings& findings) const {
  if (remaining_acceleration_ <= kNotableAcceleration) return;
  findings.push_back(
      {"mooring_not_at_rest", Severity::kWarning,
       fmt::format("mooring system '{}' should be at rest at t = 0: MoorDyn's search for it has "
                   "left accelerations of {:.3g} m/s2, so that its lines move and its tensions "
                   "ring where the run begins; give the input option ICgenDynamic 1 and a "
                   "larger TmaxIC, or look at the lengths and ends of its lines",
                   mooring_.name(), remaining_acceleration_),
       remaining_acceleration_});
}

}  // namespace

std::vector<LoadOutput> MooringSystem::outputs() const {
  const auto lines = static_cast<int>(read_mooring_input(input).line_count);
  return {{"tension", "N", "in the element at end B of every line of the input", lines},
          {"anchor_tension", "N", "in the element at end A of every line of the input", lines}};
}

std::string MooringSystem::linear_limit(const std::string& name) const {
  return fmt::format(
      "mooring system {} has the force of its rest where the bodies are at t = 0: its stiffness, "
      "damping and inertia are left out",
      name);
}

void MooringSystem::check(const Model& model, const std::string& path,
                          Violations& violations) const {
  violations.require(model.mooring_library != nullptr, path,
                     "must be given to a server that has MoorDyn 2: raftupd --moordyn FILE, the "
                     "library of the Python package moordyn",
                     "none");
  check_mooring_input(input, model, path + ".input", violations);
  if (point_bodies.empty()) return;
  const std::size_t count = read_mooring_input(input).coupled_points.size();
  violations.require(point_bodies.size() == count, path + ".point_bodies",
                     fmt::format("must name a body for each of {} coupled points", count),
                     fmt::format("{}", point_bodies.size()));
  violations.require(
      std::find(point_bodies.begin(), point_bodies.end(), body) != point_bodies.end(),
      path + ".body", "must be among point_bodies", body);
}

bool needs_mooring_library(const Model& model) {
  return std::any_of(model.loads.begin(), model.loads.end(),
                     [](const Load& load) { return load.kind.holds<MooringSystem>(); });
}

std::unique_ptr<ForceElement> make_element(const MooringSystem& load, const LoadSite& site) {
  if (load.still) return std::make_unique<StillMooringElement>(load, site);
  return std::make_unique<MooringElement>(load, site);
}

}  // namespace raftup::solver
