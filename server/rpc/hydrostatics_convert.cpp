#include "server/rpc/hydrostatics_convert.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/wetted_mesh/righting_arms.hpp"
#include "server/base/conversions.hpp"
#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

constexpr double kSeaWater = 1025.0;  ///< kg/m3
constexpr int kMostDraughts = 10000;
constexpr double kMostWork = 1e9;  ///< drafts times triangles; takes about a minute

void figures_to_proto(const hydro::HydrostaticFigures& of, v1::HydrostaticFigures& message) {
  message.set_draught(of.draught);
  message.set_volume(of.volume);
  message.set_displacement(of.displacement);
  message.set_center_of_buoyancy_height(of.center_of_buoyancy.z());
  message.set_longitudinal_center_of_buoyancy(of.center_of_buoyancy.x());
  message.set_transverse_center_of_buoyancy(of.center_of_buoyancy.y());
  message.set_waterplane_area(of.waterplane_area);
  message.set_longitudinal_center_of_flotation(of.center_of_flotation);
  message.set_transverse_metacentric_radius(of.transverse_radius);
  message.set_longitudinal_metacentric_radius(of.longitudinal_radius);
  message.set_transverse_metacenter_height(of.transverse_metacenter);
  message.set_transverse_metacentric_height(of.transverse_height);
  message.set_longitudinal_metacentric_height(of.longitudinal_height);
  message.set_mass_per_immersion(of.mass_per_immersion);
  message.set_moment_to_change_trim(of.moment_to_change_trim);
  message.set_waterline_length(of.length);
  message.set_waterline_breadth(of.breadth);
  message.set_midship_area(of.midship_area);
  message.set_block_coefficient(of.block_coefficient);
  message.set_midship_coefficient(of.midship_coefficient);
  message.set_prismatic_coefficient(of.prismatic_coefficient);
  message.set_waterplane_coefficient(of.waterplane_coefficient);
  message.set_wetted_area(of.wetted_area);
}

void position_to_proto(const hydro::FloatingPosition& of, v1::FloatingPosition& message) {
  message.set_heel(of.heel);
  message.set_trim(of.trim);
  message.set_draught(of.draught);
  message.set_draught_aft(of.draught_aft);
  message.set_draught_forward(of.draught_forward);
  message.set_transverse_metacentric_height(of.transverse_height);
  message.set_longitudinal_metacentric_height(of.longitudinal_height);
  message.set_volume(of.volume);
}

void curve_to_proto(const hydro::StabilityCurve& of, v1::StabilityCurve& message) {
  message.mutable_heel()->Add(of.heel.begin(), of.heel.end());
  message.mutable_righting_arm()->Add(of.righting_arm.begin(), of.righting_arm.end());
  message.mutable_trim()->Add(of.trim.begin(), of.trim.end());
  message.mutable_area()->Add(of.area.begin(), of.area.end());
  message.set_metacentric_height(of.metacentric_height);
  message.set_largest_arm(of.largest_arm);
  message.set_heel_of_largest_arm(of.heel_of_largest_arm);
  if (of.vanishing_heel) message.set_vanishing_heel(*of.vanishing_heel);
  for (const hydro::StabilityCriterion& criterion : of.criteria) {
    v1::StabilityCriterion& one = *message.add_criteria();
    one.set_name(criterion.name);
    one.set_value(criterion.value);
    one.set_required(criterion.required);
    one.set_met(criterion.met);
  }
}

std::optional<Vector3> center_of(const v1::ComputeHydrostaticsRequest& request) {
  if (request.center_of_mass().empty()) return std::nullopt;
  if (request.center_of_mass_size() != 3) {
    throw bad_field("center_of_mass", "must be x, y, z",
                    fmt::format("{} numbers", request.center_of_mass_size()));
  }
  return Vector3(request.center_of_mass(0), request.center_of_mass(1), request.center_of_mass(2));
}

void check_work(const v1::ComputeHydrostaticsRequest& request, const hydro::FloatingHull& hull) {
  const auto triangles = static_cast<double>(hull.triangle_count());
  const double most = std::min<double>(kMostDraughts, kMostWork / triangles);
  if (request.draught_size() <= most) return;
  throw bad_field("draught",
                  fmt::format("must be at most {:.0f} for {} triangles", most, triangles),
                  fmt::format("{}", request.draught_size()));
}

double mass_of(const v1::ComputeHydrostaticsRequest& request,
               const v1::ComputeHydrostaticsResponse& response) {
  if (request.has_mass()) return request.mass();
  if (response.figures_size() > 0) return response.figures(0).displacement();
  throw bad_field("mass", "must be given where no draught is", "none");
}

void compute(const hydro::HullMesh& mesh, const v1::ComputeHydrostaticsRequest& request,
             v1::ComputeHydrostaticsResponse& response) {
  const auto shared = std::make_shared<const hydro::HullMesh>(mesh);
  const double density = request.has_water_density() ? request.water_density() : kSeaWater;
  hydro::FloatingHull hull(shared, center_of(request), density);
  check_work(request, hull);
  response.set_keel(hull.keel());
  for (const double draught : request.draught()) {
    figures_to_proto(hull.figures(draught), *response.add_figures());
  }
  if (request.draught().empty() && request.has_mass()) {
    figures_to_proto(hull.figures(hull.draught_of(request.mass())), *response.add_figures());
  }
  if (!request.center_of_mass().empty() && (request.has_mass() || request.draught_size() > 0)) {
    position_to_proto(hydro::floating_position(hull, mass_of(request, response)),
                      *response.mutable_floating());
  }
  if (request.heel().empty()) return;
  if (request.center_of_mass().empty()) {
    throw bad_field("center_of_mass", "must be given with heel", "nothing");
  }
  const std::vector<double> heel(request.heel().begin(), request.heel().end());
  const auto flooding =
      request.has_flooding_heel() ? std::optional(request.flooding_heel()) : std::nullopt;
  curve_to_proto(hydro::stability_curve(hull, mass_of(request, response), heel, flooding),
                 *response.mutable_stability());
}

}  // namespace

void compute_hydrostatics(const hydro::MeshFile& mesh,
                          const v1::ComputeHydrostaticsRequest& request,
                          v1::ComputeHydrostaticsResponse& response) {
  if (!mesh.hull) throw bad_field("name", "must be a mesh that forms a hull", mesh.why_no_hull);
  for (const Finding& finding : mesh.findings) finding_to_proto(finding, *response.add_findings());
  try {
    compute(*mesh.hull, request, response);
  } catch (const Error& error) {
    throw bad_field(error.code() == ErrorCode::kOutOfRange ? "name" : "request", error.what(), "");
  }
}

}  // namespace raftup::server
