#include <algorithm>
#include <numbers>

#include "hydro/broken_rule.hpp"
#include "hydro/excitation/body_excitation.hpp"
#include "hydro/excitation/heading_interpolation.hpp"
#include "hydro/sea/spectrum_stream.hpp"
#include "solver/checks/violations.hpp"
#include "solver/joints/joint_drive.hpp"

namespace raftup::solver {

namespace {

struct LoadCheck {
  const Model& model;
  const std::string path;
  Violations& violations;

  void operator()(const ConstantForce& load) const {
    const std::string here = path + ".constant_force";
    require_body(model, load.body, here + ".body", violations);
    violations.require_finite(load.force, here + ".force");
    violations.require_finite(load.torque, here + ".torque");
    violations.require_finite(load.point, here + ".point");
  }
  void operator()(const PointSpring& load) const {
    const std::string here = path + ".point_spring";
    require_pair(load.body1, load.body2, here);
    violations.require_finite(load.point1, here + ".point1");
    violations.require_finite(load.point2, here + ".point2");
    violations.require_not_negative(load.stiffness, here + ".stiffness");
    violations.require_not_negative(load.damping, here + ".damping");
    if (load.rest_length) {
      violations.require_not_negative(*load.rest_length, here + ".rest_length");
    }
  }
  void operator()(const LinearMooring& load) const {
    const std::string here = path + ".linear_mooring";
    require_body(model, load.body, here + ".body", violations);
    violations.require_finite(load.stiffness, here + ".stiffness");
    violations.require_finite(load.damping, here + ".damping");
    violations.require_finite(load.preload, here + ".preload");
    if (!load.rest_pose) return;
    violations.require_finite(load.rest_pose->position, here + ".rest_position");
    violations.require_finite(load.rest_pose->attitude.coeffs(), here + ".rest_attitude_deg");
  }
  void operator()(const Winch& load) const {
    const std::string here = path + ".winch";
    require_pair(load.body1, load.body2, here);
    violations.require_finite(load.point1, here + ".point1");
    violations.require_finite(load.point2, here + ".point2");
    violations.require_positive(load.stiffness, here + ".stiffness");
    violations.require_not_negative(load.damping, here + ".damping");
    if (load.length) violations.require_positive(*load.length, here + ".length");
    if (load.control == WinchControl::kSpeed) {
      violations.require_finite(load.command, here + ".speed");
    } else {
      violations.require_not_negative(load.command, here + ".force");
    }
    violations.require(load.force_limit > 0.0, here + ".force_limit", "must be positive",
                       fmt::format("{}", load.force_limit));
    violations.require_not_negative(load.min_length, here + ".min_length");
    violations.require(load.max_length > load.min_length, here + ".max_length",
                       "must exceed min_length", fmt::format("{}", load.max_length));
  }
  void operator()(const Bushing& load) const {
    const std::string here = path + ".bushing";
    require_pair(load.body1, load.body2, here);
    violations.require_finite(load.pose.position, here + ".position");
    violations.require_finite(load.pose.attitude.coeffs(), here + ".attitude_deg");
    violations.require_finite(load.stiffness, here + ".stiffness");
    violations.require_finite(load.damping, here + ".damping");
    violations.require_finite(load.preload, here + ".preload");
  }

  /// A body and another one, or the world.
  void require_pair(const std::string& body1, const std::string& body2,
                    const std::string& here) const {
    require_body(model, body1, here + ".body1", violations);
    if (!body2.empty()) require_body(model, body2, here + ".body2", violations);
    violations.require(body1 != body2, here + ".body2", "must differ from body1",
                       fmt::format("'{}'", body2));
  }
};

constexpr int kMostStreamed = 10000;  ///< components or points of one input

struct InputCheck {
  const Model& model;
  const std::string path;
  Violations& violations;

  void operator()(const ExternalForce& input) const {
    require_body(model, input.body, path + ".external_force.body", violations);
  }
  void operator()(const WaveElevationInput& input) const {
    const std::string here = path + ".wave_elevation.direction_deg";
    violations.require_finite(input.direction, here);
    violations.require(model.current.is_still(), path + ".wave_elevation",
                       "must be left out where there is a current: not in this version",
                       "environment.current");
    if (!std::isfinite(input.direction)) return;
    for (std::size_t g = 0; g < model.hydrodynamics.size(); ++g) {
      const HydrodynamicGroup& group = model.hydrodynamics[g];
      if (group.database == nullptr || !group.excitation_enabled) continue;
      require_direction(group, g, input.direction, here);
    }
  }
  void operator()(const JointCommand& input) const {
    const std::string here = path + ".joint_command";
    const Joint* joint = joint_named(input.joint, here + ".joint");
    if (joint == nullptr) return;
    const bool takes =
        input.drive < joint->drives.size() && takes_command(joint->drives[input.drive]);
    violations.require(takes, here + ".drive",
                       "must be a motor, lock or spring_damper among the drives of the joint",
                       fmt::format("{}", input.drive));
  }
  void operator()(const JointEnabled& input) const {
    joint_named(input.joint, path + ".joint_enabled");
  }

  void operator()(const KinematicMotion& input) const {
    const std::string here = path + ".kinematic_motion.body";
    require_body(model, input.body, here, violations);
    if (!has_body(model, input.body)) return;
    const RigidBody& body = model.bodies[find_body(model, input.body)];
    violations.require(body.motion == Motion::kKinematic, here, "must name a kinematic body",
                       fmt::format("'{}'", input.body));
  }
  void operator()(const LoadDrive& input) const {
    const bool winch = std::any_of(model.loads.begin(), model.loads.end(), [&](const Load& load) {
      return load.name == input.load && std::holds_alternative<Winch>(load.kind);
    });
    violations.require(winch, path + ".load_drive", "must name a winch of the model",
                       fmt::format("'{}'", input.load));
  }

  void operator()(const AccelerationGain& input) const {
    const std::string here = path + ".acceleration_gain.bodies";
    violations.require(!input.bodies.empty(), here, "must name a body", "none");
    for (const std::string& body : input.bodies) {
      require_body(model, body, here, violations);
      violations.require(std::count(input.bodies.begin(), input.bodies.end(), body) == 1, here,
                         "must name each body once", fmt::format("'{}'", body));
    }
  }

  void operator()(const StreamedComponents& input) const {
    violations.require(input.component_count >= 1 && input.component_count <= kMostStreamed,
                       path + ".wave_components.component_count",
                       fmt::format("must lie within 1 to {}", kMostStreamed),
                       fmt::format("{}", input.component_count));
  }
  void operator()(const StreamedSpectrum& input) const {
    require_cut(input, path + ".wave_spectrum");
  }
  void operator()(const WaveField& input) const {
    const std::string here = path + ".wave_field";
    require_body(model, input.body, here + ".body", violations);
    const std::size_t count = input.points.size();
    violations.require(count >= 1 && count <= kMostStreamed, here + ".points",
                       fmt::format("must be 1 to {} points", kMostStreamed),
                       fmt::format("{}", count));
    violations.require(input.areas.size() == count, here + ".areas",
                       fmt::format("must be as many as points, {}", count),
                       fmt::format("{}", input.areas.size()));
    violations.require(input.drag_areas.size() == count, here + ".drag_areas",
                       fmt::format("must be as many as points, {}", count),
                       fmt::format("{}", input.drag_areas.size()));
    for (const Vector3& point : input.points) violations.require_finite(point, here + ".points");
    for (const Vector3& area : input.areas) violations.require_finite(area, here + ".areas");
    for (const double area : input.drag_areas) {
      violations.require_not_negative(area, here + ".drag_areas");
    }
  }

  /// The components of a spectrum can be made and lie within the data of every group.
  void require_cut(const StreamedSpectrum& input, const std::string& here) const {
    try {
      const hydro::SpectrumStream stream(input.omega, input.directions, input.seed,
                                         input.component_count);
      const hydro::Sea sea(stream.components(), {model.water_depth, model.gravity, model.current},
                           0.0);
      for (const HydrodynamicGroup& group : model.hydrodynamics) {
        if (group.database == nullptr || !group.excitation_enabled) continue;
        hydro::BodyExcitation(*group.database, 0, sea, group.heading);
      }
    } catch (const BrokenRule& broken) {
      violations.require(false, here, broken.rule(), broken.value());
    }
  }

  /// An elevation comes from one direction, which the data must know.
  void require_direction(const HydrodynamicGroup& group, std::size_t index, double direction,
                         const std::string& here) const {
    constexpr double kDegrees = 180.0 / std::numbers::pi;
    const VectorXd& directions = group.database->wave_directions;
    if (directions.size() == 0 || !std::isfinite(group.heading)) return;  // said elsewhere
    const double seen = direction - group.heading;
    violations.require(
        hydro::HeadingInterpolation(directions).contains(seen), here,
        fmt::format("must lie within the directions of the database of hydrodynamics[{}], {:.6g} "
                    "to {:.6g} deg from its heading",
                    index, kDegrees * directions[0], kDegrees * directions[directions.size() - 1]),
        fmt::format("{:.6g} deg from it", kDegrees * seen));
  }

  const Joint* joint_named(const std::string& name, const std::string& where) const {
    const auto joint = find_joint(model, name);
    violations.require(joint.has_value(), where, "must name a joint of the model",
                       fmt::format("'{}'", name));
    return joint ? &model.joints[*joint] : nullptr;
  }
};

}  // namespace

void check_loads(const Model& model, Violations& violations) {
  check_names(model.loads, "loads", violations);
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    std::visit(LoadCheck{model, fmt::format("loads[{}]", i), violations}, model.loads[i].kind);
  }
}

void check_inputs(const Model& model, Violations& violations) {
  check_names(model.inputs, "inputs", violations);
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    std::visit(InputCheck{model, fmt::format("inputs[{}]", i), violations}, model.inputs[i].kind);
  }
}

}  // namespace raftup::solver
