#include "solver/loads/wetted_mesh/hull_load.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/estimates/ellipsoid.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/loads/members/member_force.hpp"
#include "solver/loads/wetted_mesh/hull_dynamics.hpp"
#include "solver/model/faded_current.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

constexpr auto kStretching = hydro::WaveStretching::kWheeler;
/// Depth below the surface and height above the bottom, relative to the longest semi-axis, from
/// which Lamb's added mass holds: there a boundary changes that of a sphere by 3/8 (1/2)^3, 5 %.
constexpr double kUnbounded = 2.0;

std::shared_ptr<MeshWaves> waves_at(const HullLoad& load, const Model& model) {
  if (!load.feels_waves()) return nullptr;
  auto waves = std::make_shared<MeshWaves>(model, hull_pressure(model, load).radius());
  return waves->empty() ? nullptr : std::move(waves);
}

/// True if the waves of the sea press on a hull.
bool waves_press(const HullLoad& load, const Model& model) {
  return load.froude_krylov && !excitation_is_replaced(model, load.body);
}

hydro::HullDragCoefficients coefficients_of(const HullLoad& load) {
  return {load.normal_drag, load.suction, load.tangential_drag, load.lift};
}

/// The points at which the motion of the water is evaluated for the triangles of a hull.
SurroundingWater::Points points_of(const HullLoad& load, const Model& model) {
  const hydro::HullMesh& mesh = *load.mesh.triangles;
  const Vector3& center = model.bodies[find_body(model, load.body)].center_of_mass;
  SurroundingWater::Points points;
  points.middle = middle_of_mesh(load, model);
  for (const Vector3& vertex : mesh.vertices()) {
    points.radius = std::max(points.radius, (vertex - center - points.middle).norm());
  }
  points.count = mesh.triangles().size();
  points.wanted = {false, false};
  return points;
}

SurroundingWater::Points center_of_mass_alone() {
  SurroundingWater::Points points;
  points.count = 1;
  points.wanted = {true, false};
  return points;
}

}  // namespace

Vector3 middle_of_mesh(const HullLoad& load, const Model& model) {
  const std::vector<Vector3>& vertices = load.mesh.triangles->vertices();
  Vector3 least = vertices.front(), most = vertices.front();
  for (const Vector3& vertex : vertices) {
    least = least.cwiseMin(vertex);
    most = most.cwiseMax(vertex);
  }
  return 0.5 * (least + most) - model.bodies[find_body(model, load.body)].center_of_mass;
}

hydro::HullPressure hull_pressure(const Model& model, const HullLoad& load) {
  return {load.mesh.triangles,
          model.bodies[find_body(model, load.body)].center_of_mass,
          {model.water_density, model.gravity, model.water_depth}};
}

HullForce::HullForce(const HullLoad& load, const LoadSite& site)
    : name_(site.name),
      body_name_(load.body),
      body_(find_body(site.model, load.body)),
      pressure_acts_(load.pressure.value_or(!has_potential_flow(site.model, load.body))),
      waves_press_(waves_press(load, site.model)),
      waves_(waves_at(load, site.model)),
      pressure_(body_, hull_pressure(site.model, load), waves_press_ ? waves_ : nullptr,
                kStretching),
      drag_(*load.mesh.triangles, site.model.bodies[body_].center_of_mass, coefficients_of(load),
            site.model.water_density),
      has_drag_(load.has_drag()),
      current_(site.model.current),
      current_fading_(FadedCurrent::current_fading(site.model)) {
  if (waves_ && has_drag_) {
    water_.emplace(site.model, kStretching, points_of(load, site.model));
  }
  const auto own = load.own_added_mass(site.model);
  if (own && waves_press_) added_mass_ = own->matrix;
  if (own && pressure_.has_waves()) {
    water_at_center_.emplace(site.model, kStretching, center_of_mass_alone());
  }
  find_findings(load, site);
}

void HullForce::find_findings(const HullLoad& load, const LoadSite& site) {
  for (Finding finding : load.mesh.triangles->findings()) {
    if (!pressure_acts_ && finding.name == "mesh_open") continue;
    finding.message = fmt::format("'{}': {}", name_, finding.message);
    findings_.push_back(finding);
  }
  if (!load.own_added_mass(site.model)) return;
  if (load.added_mass) {
    const Asymmetry found = measure_asymmetry(site.model, *load.added_mass, {body_});
    if (auto finding = asymmetry_finding(name_, found, {body_name_})) findings_.push_back(*finding);
  }
  if (!load.ellipsoid) return;
  const BodyKinematics& body = site.initial[body_];
  const Vector3 middle = body.position + body.rotation * middle_of_mesh(load, site.model);
  const double far = kUnbounded * load.ellipsoid->maxCoeff();
  const double clearance = std::min(-middle.z(), site.model.water_depth + middle.z());
  if (clearance >= far) return;
  findings_.push_back(
      {"ellipsoid_near_boundary", Severity::kWarning,
       fmt::format(
           "'{}' should be {:.4g} m, two of its longest semi-axes, from surface and bottom, "
           "its middle is {:.4g} m from one at t = 0: Lamb's added mass is that of unbounded water",
           name_, far, clearance),
       clearance});
}

void HullForce::add_findings(Findings& findings) const {
  findings.insert(findings.end(), findings_.begin(), findings_.end());
}

void HullForce::prepare(const StepTimes& times, const State& state, const Kinematics& /*bodies*/) {
  if (waves_) waves_->prepare(state.inputs, times.start);
  if (water_) water_->prepare(times, state.inputs);
  if (water_at_center_) water_at_center_->prepare(times, state.inputs);
}

bool HullForce::inputs_changed() noexcept { return waves_ && waves_->is_streamed(); }

void HullForce::immerse(const StageConditions& conditions, const BodyKinematics& body) const {
  hydro::HullPressure& hull = pressure_.hull();
  const hydro::HullPose pose = hull_pose(body);
  if (waves_) {
    hull.immerse(pose,
                 waves_->at(conditions.state.inputs, conditions.at.time, pose.center.head<2>()));
  } else {
    hull.immerse(pose);
  }
  drag_.immerse(hull.surface(), hull.heights());
}

void HullForce::set_water(const StageConditions& conditions, const BodyKinematics& body) const {
  const hydro::HullPose pose = hull_pose(body);
  const double share = current_fading_.at(conditions.at.time);
  if (!water_ && current_.depths().empty()) {
    Vector3 velocity = Vector3::Zero();
    velocity.head<2>() = share * current_.velocity(0.0);
    return drag_.set_uniform_water(velocity);
  }
  if (!water_) {
    return drag_.set_water(pose, [&](std::span<const Vector3> at, std::span<Vector3> velocities) {
      for (std::size_t i = 0; i < at.size(); ++i) {
        velocities[i] = Vector3::Zero();
        velocities[i].head<2>() = share * current_.velocity(-at[i].z());
      }
    });
  }
  water_->look_from(conditions.at.stage, body);
  drag_.set_water(pose, [&](std::span<const Vector3> at, std::span<Vector3> velocities) {
    water_->velocities(conditions.at.stage, at, velocities);
  });
}

Vector6 HullForce::drag(const BodyKinematics& body) const {
  return drag_.force(hull_pose(body), body.velocity);
}

Vector6 HullForce::inertia_of_waves(const StageConditions& conditions,
                                    const BodyKinematics& body) const {
  water_at_center_->look_from(conditions.at.stage, body);
  const double z = body.position.z();
  hydro::WaterMotion motion;
  water_at_center_->motions(conditions.at.stage, {body.position.head<2>(), Vector2::Zero()},
                            {&z, 1}, {&motion, 1});
  const Vector6 force =
      added_mass_.leftCols<3>() * (body.rotation.transpose() * motion.acceleration);
  Vector6 in_world;
  in_world << body.rotation * force.head<3>(), body.rotation * force.tail<3>();
  return drag_.wet_area() / drag_.area() * in_world;
}

void HullForce::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  const BodyKinematics& body = bodies[body_];
  if (pressure_acts_) pressure_.add(conditions, bodies, forces);
  if (!has_drag_ && !water_at_center_) return;
  const bool is_placed = pressure_acts_ && pressure_.has_waves() == (waves_ != nullptr);
  if (is_placed) {
    drag_.immerse(pressure_.hull().surface(), pressure_.hull().heights());
  } else {
    immerse(conditions, body);
  }
  if (drag_.wet_area() == 0.0) return;
  if (has_drag_) {
    set_water(conditions, body);
    forces.total[body_] += drag(body);
  }
  if (water_at_center_) {
    const Vector6 inertia = inertia_of_waves(conditions, body);
    forces.excitation[body_] += inertia;
    forces.total[body_] += inertia;
  }
}

void HullForce::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                             LoadJacobian& jacobian) const {
  const BodyKinematics& body = bodies[body_];
  if (pressure_acts_) pressure_.add_jacobian(conditions, bodies, jacobian);
  if (!has_drag_) return;
  immerse(conditions, body);
  set_water(conditions, body);
  jacobian.add(body_, body_, Matrix6::Zero(), drag_.damping(hull_pose(body), body.velocity));
}

Potential HullForce::potential(const StageConditions& /*conditions*/,
                               const Kinematics& bodies) const {
  return pressure_acts_ ? pressure_.potential(bodies) : Potential{};
}

std::unique_ptr<InnerDynamics> HullForce::inner_dynamics(const Kinematics& bodies) const {
  if (!waves_press_) return nullptr;
  const BodyKinematics& body = bodies[body_];
  HullDynamics::Parts parts{pressure_.hull(), added_mass_, 0.0};
  parts.pressure.immerse(hull_pose(body));
  hydro::HullDrag wet = drag_;
  wet.immerse(parts.pressure.surface(), parts.pressure.heights());
  parts.wet_share = wet.wet_area() / wet.area();
  return std::make_unique<HullDynamics>(name_, body_, body, std::move(parts));
}

void HullForce::read(const StageConditions& conditions, const Kinematics& bodies,
                     std::span<double> outputs) const {
  const BodyKinematics& body = bodies[body_];
  immerse(conditions, body);
  outputs[0] = drag_.wet_area();
  Vector6 force = Vector6::Zero();
  if (has_drag_) {
    set_water(conditions, body);
    force = drag(body);
  }
  std::copy_n(force.data(), 3, outputs.data() + 2);
  outputs[1] = pressure_acts_ ? pressure_.displacement(conditions, bodies).volume : 0.0;
}

std::vector<Drawing> HullForce::drawings(const StageConditions& /*conditions*/,
                                         const Kinematics& bodies) const {
  if (!pressure_acts_) return {};
  return {pressure_.drawing(body_name_, bodies)};
}

bool HullLoad::has_drag() const { return coefficients_of(*this).any(); }

std::optional<OwnAddedMass> HullLoad::own_added_mass(const Model& model) const {
  if (has_potential_flow(model, body)) return std::nullopt;
  OwnAddedMass own{Matrix6::Zero(), HydroFrame::kBody, AddedMassCoriolis::kFull};
  if (added_mass) {
    own.matrix = 0.5 * (*added_mass + added_mass->transpose());
    return own;
  }
  if (!ellipsoid || !mesh.triangles) return std::nullopt;
  Matrix6 H = Matrix6::Identity();  // velocity of the ellipsoid's center v_O = H v_G
  H.topRightCorner<3, 3>() = -cross_matrix(middle_of_mesh(*this, model));
  own.matrix = H.transpose() * hydro::ellipsoid_added_mass(*ellipsoid, model.water_density) * H;
  return own;
}

std::string HullLoad::linear_limit(const std::string& name) const {
  if (!has_drag()) return {};
  return fmt::format(
      "hull {}: its drag is that of small motions in the mean flow, the drag of waves is left out",
      name);
}

std::unique_ptr<ForceElement> make_element(const HullLoad& load, const LoadSite& site) {
  return std::make_unique<HullForce>(load, site);
}

}  // namespace raftup::solver
