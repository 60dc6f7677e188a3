#include <algorithm>
#include <string_view>

#include "solver/model/loads/load_description.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

namespace {

/// Largest product of step and natural frequency in the steppers that evaluate forces explicitly.
/// Runge and Kutta's method of order 4 is stable up to 2.83, the impulse method up to 2.
constexpr double kLargestOfRungeKutta = 2.7, kLargestOfImpulses = 1.9;

/// The rules of the modes of one body.
class ModeRules {
 public:
  ModeRules(const Model& model, std::size_t body, Violations& violations)
      : model_(model),
        body_(model.bodies[body]),
        path_(fmt::format("bodies[{}].modes", body)),
        violations_(violations) {}

  void check() {
    const std::optional<ModesOfBody> of = modes_of(model_, body_);
    const bool filed = of && !of->modes.empty() && model_.hydrodynamics[of->group].has_database();
    violations_.require(
        filed, path_,
        "needs a body of a hydrodynamic database with its modes: raftup hydro solve "
        "computes them with modes",
        fmt::format("body '{}'", body_.name));
    if (!filed) return;
    const bool complete = check_lists(of->modes.size());
    check_group(model_.hydrodynamics[of->group],
                model_.hydrodynamics[of->group].bodies[of->member]);
    check_body();
    check_shapes(*of);
    check_sections(model_.hydrodynamics[of->group].database->sections);
    if (complete) check_step(*of);
  }

 private:
  void refuse_unless(bool holds, const std::string& rule, const std::string& found) {
    violations_.require(holds, path_, rule, found);
  }

  /// @returns whether the lists have a number for each mode
  bool check_lists(std::size_t count) {
    const FlexibleModes& modes = *body_.modes;
    const auto asked = static_cast<std::size_t>(std::max(modes.count.value_or(0), 0));
    violations_.require(asked <= count, path_ + ".count",
                        fmt::format("must be at most {}, the modes of the database", count),
                        fmt::format("{}", asked));
    bool complete = true;
    const auto check_size = [&](const std::vector<double>& numbers, const std::string& name,
                                bool required = false) {
      const bool holds = (numbers.empty() && !required) || numbers.size() == count;
      violations_.require(holds, fmt::format("{}.{}", path_, name),
                          fmt::format("must have {} numbers, one for each mode", count),
                          fmt::format("{}", numbers.size()));
      complete = complete && holds;
    };
    check_size(modes.damping_ratio, "damping_ratio");
    check_size(modes.displacement, "displacement");
    check_size(modes.damping, "damping");
    check_size(modes.stiffness, "stiffness");
    for (std::size_t i = 0; i < modes.stresses.size(); ++i) {
      check_size(modes.stresses[i].factors, fmt::format("stresses[{}].factors", i), true);
    }
    check_names(modes.deflections, path_ + ".deflections", violations_);
    check_names(modes.stresses, path_ + ".stresses", violations_);
    return complete;
  }

  void check_group(const HydrodynamicGroup& group, const GroupBody& member) {
    const auto need = [&](bool holds, const char* rule, std::string_view found) {
      refuse_unless(holds, fmt::format("{} in group '{}'", rule, group.name), std::string(found));
    };
    need(group.frame == HydroFrame::kHeading, "needs added_mass.frame heading",
         name_of(group.frame));
    need(group.mode == AddedMassMode::kCoupled, "needs added_mass.mode coupled",
         name_of(group.mode));
    need(group.radiation.body_interaction, "needs body_interaction true", "false");
    need(!group.second_order.acts(),
         "needs second_order.method none, whose force is that of a "
         "rigid hull",
         name_of(group.second_order.method));
    need(!group.forward_speed.acts(), "needs forward_speed.mode none", "uniform_flow");
    need(group.hydrostatics_of(member) == HydrostaticsMode::kLinear &&
             !group.froude_krylov_of(member).is_nonlinear(),
         "needs linear hydrostatics and Froude-Krylov force", "others");
    const bool moved = std::any_of(group.bodies.begin(), group.bodies.end(),
                                   [](const auto& one) { return one.reference_point.has_value(); });
    need(!moved, "needs coefficients about the centre of mass", "a reference_point");
  }

  /// Section loads need the buoyancy of the part ahead in the modes, which beams have.
  void check_sections(const std::vector<hydro::SectionRows>& filed) {
    const bool lacking = std::any_of(filed.begin(), filed.end(), [](const auto& rows) {
      return rows.mode_stiffness.size() == 0;
    });
    refuse_unless(body_.sections.empty() || !lacking,
                  "must be omitted beside sections of a database without section/mode_stiffness",
                  fmt::format("{} sections", body_.sections.size()));
  }

  /// A body whose modes have no shapes has coordinates alone: no point of it is known to move.
  void check_shapes(const ModesOfBody& of) {
    const auto& filed = model_.hydrodynamics[of.group].database->modes.modes;
    const bool known = std::none_of(of.modes.begin(), of.modes.end(), [&](std::size_t mode) {
      return filed[mode].kind == hydro::ModeShapeKind::kUnknown;
    });
    if (known) return;
    violations_.require(body_.modes->deflections.empty(), path_ + ".deflections",
                        "must be empty where the database has no shapes of the modes",
                        fmt::format("{} points", body_.modes->deflections.size()));
    violations_.require(body_.sections.empty(), path_,
                        "must be omitted beside sections where the database has no shapes of the "
                        "modes",
                        fmt::format("{} sections", body_.sections.size()));
    for (const Load& load : model_.loads) {
      const LoadDescription& about = load.description();
      const bool at_points = about.knows_modes(body_.name) && about.needs_mode_shapes();
      refuse_unless(!at_points || !contains(bodies_of(load)),
                    "must be omitted where a load acts at a point of the body and the database has "
                    "no shapes of the modes",
                    fmt::format("load '{}' of kind {}", load.name, kind_of(load)));
    }
  }

  void check_body() {
    for (const Load& load : model_.loads) {
      const std::vector<std::string> named = bodies_of(load);
      if (!contains(named)) continue;
      refuse_unless(load.description().knows_modes(body_.name),
                    "must be omitted where a load acts on the body of which it is not known how it "
                    "acts on modes",
                    fmt::format("load '{}' of kind {}", load.name, kind_of(load)));
    }
    for (const Joint& joint : model_.joints) {
      refuse_unless(joint.body1 != body_.name && joint.body2 != body_.name,
                    "must be omitted where a joint holds the body",
                    fmt::format("joint '{}'", joint.name));
    }
    for (const AddedMassInteraction& interaction : model_.added_mass_interactions) {
      refuse_unless(interaction.body1 != body_.name && interaction.body2 != body_.name,
                    "must be omitted beside an added-mass interaction of the body",
                    fmt::format("'{}'", interaction.name));
    }
    for (const ForceFieldUse& field : model_.force_fields) {
      refuse_unless(!field.bodies.empty() && !contains(field.bodies),
                    "must be omitted beside a force field on the body",
                    fmt::format("'{}'", field.name));
    }
    for (const Input& input : model_.inputs) check_input(input);
  }

  void check_input(const Input& input) {
    refuse_unless(!streams_forces_on(input, body_.name),
                  "must be omitted where a client streams forces on the body",
                  fmt::format("input '{}'", input.name));
  }

  /// Refuses modes that are too stiff for the step of an explicit stepper.
  void check_step(const ModesOfBody& of) {
    const bool impulses = model_.stepper == StepperKind::kSpook;
    const bool is_explicit = !model_.stepper || impulses ||
                             model_.stepper == StepperKind::kRungeKutta4 ||
                             model_.stepper == StepperKind::kByReach;
    if (!is_explicit || model_.step_ns <= 0) return;
    const double limit = impulses ? kLargestOfImpulses : kLargestOfRungeKutta;
    const double step = 1e-9 * static_cast<double>(model_.step_ns);
    std::size_t fit = of.modes.size();
    const auto highest = [&](std::size_t count) {
      const HeldFrequencies found = held_frequencies(model_, of, count);
      return found.omega.size() == 0 ? 0.0 : found.omega[found.omega.size() - 1];
    };
    while (fit > 0 && step * highest(fit) > limit) --fit;
    const HeldFrequencies all = held_frequencies(model_, of, of.modes.size());
    check_decay(all.decay, limit, step);
    if (fit == of.modes.size()) return;
    const double omega = all.omega[all.omega.size() - 1];
    refuse_unless(
        false,
        fmt::format("must have natural frequencies below {} / integration.step = {:.4g} rad/s for "
                    "the stepper {}: take a step of at most {:.3g} s, or count: {}",
                    limit, limit / step, stepper_name(), limit / omega, fit),
        fmt::format("mode {} of '{}' with {:.4g} rad/s", all.modes.back() + 1, body_.name, omega));
  }

  /// Refuses damping that ends motions, at a rate [1/s], within a part of a step [s].
  void check_decay(double rate, double limit, double step) {
    violations_.require(rate * step <= limit, path_ + ".damping",
                        fmt::format("must end motions at a rate of at most {} / integration.step = "
                                    "{:.4g} 1/s for the stepper {}: take a step of at most {:.3g} "
                                    "s, or the stepper midpoint",
                                    limit, limit / step, stepper_name(), limit / rate),
                        fmt::format("{:.4g} 1/s", rate));
  }

  std::string_view stepper_name() const {
    return name_of(model_.stepper.value_or(StepperKind::kRungeKutta4));
  }

  bool contains(const std::vector<std::string>& names) const {
    return std::find(names.begin(), names.end(), body_.name) != names.end();
  }

  const Model& model_;
  const RigidBody& body_;
  std::string path_;
  Violations& violations_;
};

}  // namespace

void check_modes(const Model& model, Violations& violations) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].modes) ModeRules(model, i, violations).check();
  }
}

}  // namespace raftup::solver
