#include <algorithm>
#include <cmath>

#include "solver/model/bodies/mass_distribution.hpp"
#include "solver/model/loads/load_description.hpp"
#include "solver/model/water/added_mass_interaction.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/water/groups/probed_points.hpp"
#include "solver/water/groups/section_places.hpp"

namespace raftup::solver {

namespace {

/// Largest difference of the integrals of a mass distribution from mass, length and moment of
/// inertia of the body, relative to these.
constexpr double kLargestDifference = 5e-3;

/// Checks the rules of the table alone. Returns true if it can be integrated.
bool check_table(const RigidBody& body, const std::string& path, Violations& violations) {
  const std::vector<MassStation>& table = body.mass_distribution;
  if (table.empty()) return false;
  const std::size_t before = violations.list().size();
  violations.require(table.size() >= 2, path, "must have at least two rows",
                     fmt::format("{}", table.size()));
  for (std::size_t i = 1; i < table.size(); ++i) {
    violations.require(table[i].x >= table[i - 1].x, fmt::format("{}[{}].x", path, i),
                       fmt::format("must not be less than {} of the row before", table[i - 1].x),
                       fmt::format("{}", table[i].x));
    const bool third = i >= 2 && table[i].x == table[i - 2].x;
    violations.require(!third, fmt::format("{}[{}].x", path, i),
                       "must occur at most twice, for a step", fmt::format("{}", table[i].x));
  }
  return violations.list().size() == before;
}

/// Checks that the integrals of the table are those of the body.
void check_integrals(const RigidBody& body, const std::string& path, Violations& violations) {
  const MassOfTable of_table = mass_of_table(body);
  const double length = body.mass_distribution.back().x - body.mass_distribution.front().x;
  const auto compare = [&](const char* what, const char* unit, double found, double expected,
                           double scale) {
    violations.require(
        std::abs(found - expected) <= kLargestDifference * scale, path,
        fmt::format("must have the {} of the body, {:.6g} {}, to .5 %", what, expected, unit),
        fmt::format("{:.6g} {}", found, unit));
  };
  compare("mass", "kg", of_table.mass, body.mass, body.mass);
  compare("x of the center of mass", "m", of_table.center_x, body.center_of_mass.x(), length);
  compare("moment of inertia about y", "kg m2", of_table.pitch_inertia, body.inertia(1, 1),
          body.inertia(1, 1));
}

/// Refuses a force on a body with sections that is not attributed to the part ahead or behind.
class Attribution {
 public:
  Attribution(const Model& model, std::size_t body, Violations& violations)
      : model_(model),
        body_(model.bodies[body]),
        path_(fmt::format("bodies[{}].sections", body)),
        violations_(violations) {}

  void check() {
    check_body();
    for (const Load& load : model_.loads) {
      const std::vector<std::string> named = bodies_of(load);
      if (!contains(named)) continue;
      refuse_unless(load.description().point_on(body_.name).has_value(),
                    "needs loads whose whole force acts at one point of the body, which decides "
                    "whether it acts ahead",
                    fmt::format("load '{}' of kind {}", load.name, kind_of(load)));
    }
    for (const Machine& machine : model_.machines) {
      for (const std::string& joint : machine.joints()) check_machine(machine.name, joint);
    }
    for (const Input& input : model_.inputs) check_input(input);
    for (const AddedMassInteraction& interaction : model_.added_mass_interactions) {
      const bool is_of_body = interaction.body1 == body_.name || interaction.body2 == body_.name;
      refuse_unless(!is_of_body, "must be omitted beside an added-mass interaction of the body",
                    fmt::format("'{}'", interaction.name));
    }
    for (const auto& interaction : model_.strong_interactions) {
      refuse_unless(!contains(interaction->bodies()),
                    "must be omitted beside a strong interaction of the body", "one");
    }
    for (const ForceFieldUse& field : model_.force_fields) {
      refuse_unless(!field.bodies.empty() && !contains(field.bodies),
                    "must be omitted beside a force field on the body",
                    fmt::format("'{}'", field.name));
    }
    for (const ContactShape& shape : model_.shapes) {
      refuse_unless(shape.body != body_.name || !can_push(model_),
                    "must be omitted where shapes of the body may touch others",
                    fmt::format("shape '{}'", shape.name));
    }
  }

  void check_group(const HydrodynamicGroup& group) {
    const auto need = [&](bool holds, const char* rule, const std::string& found) {
      refuse_unless(holds, fmt::format("{} in group '{}'", rule, group.name), found);
    };
    need(group.family == nullptr, "needs a database of one position", "a family");
    need(group.frame == HydroFrame::kHeading, "needs added_mass.frame heading",
         std::string(name_of(group.frame)));
    need(group.coriolis == AddedMassCoriolis::kOff, "needs added_mass.coriolis off",
         std::string(name_of(group.coriolis)));
    need(group.mode == AddedMassMode::kCoupled, "needs added_mass.mode coupled",
         std::string(name_of(group.mode)));
    need(!group.added_mass_frequency, "needs added mass at infinite frequency", "a frequency");
    const hydro::RadiationForm form = group.radiation.form;
    need(form != hydro::RadiationForm::kNone && form != hydro::RadiationForm::kConstant,
         "needs a radiation memory", std::string(name_of(form)));
    need(!group.second_order.acts(), "needs second_order.method none, whose force has no rows",
         std::string(name_of(group.second_order.method)));
    need(!group.forward_speed.acts(), "needs forward_speed.mode none", "uniform_flow");
    need(group.constants() == nullptr, "needs no constant coefficients", "some");
    for (const GroupBody& member : group.bodies) {
      if (member.body == body_.name) check_member(group, member);
    }
  }

 private:
  bool contains(const std::vector<std::string>& names) const {
    return std::find(names.begin(), names.end(), body_.name) != names.end();
  }
  void refuse_unless(bool holds, const std::string& rule, const std::string& found) {
    violations_.require(holds, path_, rule, found);
  }

  void check_body() {
    const bool is_free =
        std::all_of(body_.free.begin(), body_.free.end(), [](bool f) { return f; });
    refuse_unless(body_.motion == Motion::kDynamic && is_free,
                  "needs a dynamic body with six free dofs, on which no unknown forces act",
                  is_free ? std::string(name_of(body_.motion)) : "dofs that are not free");
    refuse_unless(body_.mass_coefficients.isZero(0.0) && body_.inertia_coefficients.isZero(0.0),
                  "must be omitted beside mass_coefficients and inertia_coefficients", "some");
    refuse_unless(
        body_.linear_velocity_damping.isZero(0.0) && body_.angular_velocity_damping.isZero(0.0),
        "must be omitted beside damping of velocities", "some");
    const auto& stages = model_.course.stages;
    const bool damped = std::any_of(stages.begin(), stages.end(),
                                    [](const Stage& stage) { return stage.damping > 0.0; });
    refuse_unless(!damped, "must be omitted beside integration.stages with damping", "damping");
  }

  void check_machine(const std::string& machine, const std::string& joint) {
    const auto index = find_joint(model_, joint);
    if (!index) return;
    const Joint& of = model_.joints[*index];
    refuse_unless(of.body1 != body_.name && of.body2 != body_.name,
                  "must be omitted where a machine acts on a joint of the body",
                  fmt::format("machine '{}'", machine));
  }

  void check_input(const Input& input) {
    refuse_unless(!streams_forces_on(input, body_.name),
                  "must be omitted where a client streams forces on the body",
                  fmt::format("input '{}'", input.name));
  }

  void check_member(const HydrodynamicGroup& group, const GroupBody& member) {
    const bool damped = !member.linear_damping.isZero(0.0) ||
                        !member.quadratic_damping.isZero(0.0) || member.roll_damping.has_value();
    refuse_unless(!damped,
                  fmt::format("needs a body without linear_damping, quadratic_damping and "
                              "roll_damping in group '{}': where they act is not known",
                              group.name),
                  "damping");
    refuse_unless(
        group.hydrostatics_of(member) == HydrostaticsMode::kLinear &&
            !group.froude_krylov_of(member).is_nonlinear(),
        fmt::format("needs linear hydrostatics and Froude-Krylov force in group '{}'", group.name),
        "others");
  }

  const Model& model_;
  const RigidBody& body_;
  std::string path_;
  Violations& violations_;
};

void check_rows(const Model& model, const HydrodynamicGroup& group, std::size_t index,
                Violations& violations) {
  const RigidBody& body = model.bodies[index];
  for (const GroupBody& member : group.bodies) {
    const bool exists = member.database_body >= 0 && group.database != nullptr &&
                        member.database_body < group.database->body_count();
    if (member.body != body.name || !exists) continue;
    for (std::size_t i = 0; i < body.sections.size(); ++i) {
      const bool found = rows_of_section(group, member, body, body.sections[i]).has_value();
      violations.require(
          found, fmt::format("bodies[{}].sections[{}].x", index, i),
          fmt::format("needs the forces ahead of it in the database of '{}': raftup hydro solve "
                      "computes them with sections",
                      group.name),
          fmt::format("no plane within 1 mm of x = {:.6g} m there",
                      section_at_rest(group, member, body, body.sections[i])));
    }
  }
}

void check_body_sections(const Model& model, std::size_t index, Violations& violations) {
  const RigidBody& body = model.bodies[index];
  const std::string path = fmt::format("bodies[{}]", index);
  const bool has_table = check_table(body, path + ".mass_distribution", violations);
  if (has_table) check_integrals(body, path + ".mass_distribution", violations);
  if (body.sections.empty()) return;
  check_names(body.sections, path + ".sections", violations);
  violations.require(!body.mass_distribution.empty(), path + ".mass_distribution",
                     "must be given where the body has sections", "no rows");
  Attribution attribution(model, index, violations);
  attribution.check();
  const std::optional<std::size_t> group = group_of_body(model, body.name);
  if (!group || !model.hydrodynamics[*group].has_database()) {
    violations.require(false, path + ".sections", "needs a body of a hydrodynamic database",
                       fmt::format("body '{}'", body.name));
    return;
  }
  attribution.check_group(model.hydrodynamics[*group]);
  check_rows(model, model.hydrodynamics[*group], index, violations);
}

}  // namespace

void check_sections(const Model& model, Violations& violations) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) check_body_sections(model, i, violations);
}

}  // namespace raftup::solver
