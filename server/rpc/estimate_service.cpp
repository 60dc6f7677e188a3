#include "server/rpc/estimate_service.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/estimates/resistance.hpp"
#include "hydro/estimates/roll_damping.hpp"
#include "hydro/estimates/squat.hpp"
#include "hydro/numerics/elementary.hpp"
#include "server/base/service_error.hpp"
#include "server/base/status.hpp"
#include "server/model/message_rules.hpp"

namespace raftup::server {

namespace {

using Numbers = google::protobuf::RepeatedField<double>;

constexpr int kMostValues = 1000;  ///< largest number of frequencies, amplitudes or speeds

hydro::EstimateWater water_of(const v1::EstimateWater& message) {
  hydro::EstimateWater water;
  if (message.has_density()) water.density = message.density();
  if (message.has_gravity()) water.gravity = message.gravity();
  if (message.has_kinematic_viscosity()) water.kinematic_viscosity = message.kinematic_viscosity();
  return water;
}

hydro::ShipParticulars ship_of(const v1::ShipParticulars& message) {
  hydro::ShipParticulars ship;
  ship.length = message.length();
  ship.breadth = message.breadth();
  ship.draught = message.draught();
  ship.displaced_volume =
      message.has_block_coefficient()
          ? message.block_coefficient() * ship.length * ship.breadth * ship.draught
          : message.displaced_volume();
  ship.midship_coefficient = message.midship_coefficient();
  ship.center_of_mass_height = message.center_of_mass_height();
  ship.keel_length = message.keel_length();
  ship.keel_breadth = message.keel_breadth();
  ship.waterplane_coefficient = message.waterplane_coefficient();
  if (message.has_draught_bow()) ship.draught_bow = message.draught_bow();
  ship.lcb_percent = message.lcb_percent();
  ship.bulb_area = message.bulb_area();
  ship.bulb_height = message.bulb_height();
  ship.transom_area = message.transom_area();
  ship.appendage_area = message.appendage_area();
  if (message.has_appendage_factor()) ship.appendage_factor = message.appendage_factor();
  ship.stern_coefficient = message.stern_coefficient();
  if (message.has_wetted_surface()) ship.wetted_surface = message.wetted_surface();
  if (message.has_entrance_angle_deg()) {
    ship.entrance_angle = kRadiansPerDegree * message.entrance_angle_deg();
  }
  return ship;
}

void check_ship(const v1::ShipParticulars& ship) {
  FieldViolations violations;
  violations.expect(ship.has_displaced_volume() != ship.has_block_coefficient(),
                    "ship.displaced_volume",
                    "must be given, or block_coefficient instead of it, not both");
  if (ship.has_block_coefficient()) {
    violations.expect(ship.block_coefficient() > 0.0 && ship.block_coefficient() <= 1.0,
                      "ship.block_coefficient", "must be positive and at most 1",
                      fmt::format("{}", ship.block_coefficient()));
  }
  violations.throw_if_any("");
}

/// Runs `call`. A rule that a formula finds broken becomes a violation of the field "ship".
template <typename Call>
void refusing(Call call) {
  try {
    call();
  } catch (const BrokenRule& broken) {
    throw bad_field("ship", broken.rule(), broken.value());
  }
}

void check_values(const Numbers& values, const char* path, bool required) {
  FieldViolations violations;
  violations.expect(!required || !values.empty(), path, "must have at least one value", "none");
  violations.expect(values.size() <= kMostValues, path,
                    fmt::format("must have at most {} values", kMostValues),
                    std::to_string(values.size()));
  for (int i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i]) && values[i] > 0.0) continue;
    violations.add(fmt::format("{}[{}]", path, i), "must be positive and finite",
                   fmt::format("{}", values[i]));
    break;
  }
  violations.throw_if_any("");
}

/// Refuses values outside the ranges of a regression. If `extrapolate`, lists the values in the
/// response instead.
template <typename Response>
void tell_ranges(const std::vector<hydro::BrokenRange>& broken, bool extrapolate,
                 Response& response) {
  FieldViolations violations;
  for (const hydro::BrokenRange& range : broken) {
    if (!extrapolate) {
      violations.add(
          "ship: " + range.quantity,
          fmt::format("must be from {} to {}, the range that the formula was made from; with "
                      "extrapolate it goes on beyond",
                      range.low, range.high),
          fmt::format("{:.4g}", range.value));
    }
    v1::BrokenRange& told = *response.add_broken_ranges();
    told.set_quantity(range.quantity);
    told.set_low(range.low);
    told.set_high(range.high);
    told.set_value(range.value);
  }
  violations.throw_if_any("");
}

void estimate_roll_damping(const v1::EstimateRollDampingRequest& request,
                           v1::EstimateRollDampingResponse& response) {
  check_ship(request.ship());
  check_values(request.omega(), "omega", true);
  check_values(request.amplitude(), "amplitude", false);
  const hydro::ShipParticulars ship = ship_of(request.ship());
  const hydro::EstimateWater water = water_of(request.water());
  const bool has_inertia = request.has_roll_inertia();
  if (has_inertia && !(request.roll_inertia() > 0.0)) {
    throw bad_field("roll_inertia", "must be positive", fmt::format("{}", request.roll_inertia()));
  }
  hydro::check_particulars(ship, water);
  std::vector<double> amplitudes(request.amplitude().begin(), request.amplitude().end());
  if (amplitudes.empty()) {
    for (const double degrees : {5.0, 10.0, 15.0})
      amplitudes.push_back(degrees * kRadiansPerDegree);
  }
  const double highest = *std::max_element(request.omega().begin(), request.omega().end());
  tell_ranges(hydro::roll_damping_ranges(ship, water, highest), request.extrapolate(), response);
  const double unit = hydro::roll_damping_unit(ship, water);
  response.set_unit(unit);
  *response.mutable_omega() = request.omega();
  response.mutable_amplitude()->Add(amplitudes.begin(), amplitudes.end());
  for (const double omega : request.omega()) {
    std::vector<double> all, without_wave;
    for (const double amplitude : amplitudes) {
      const auto parts = hydro::roll_damping(ship, water, omega, amplitude);
      response.add_friction(unit * parts.friction);
      response.add_wave(unit * parts.wave);
      response.add_eddy(unit * parts.eddy);
      response.add_bilge_keels(unit * parts.bilge_keels);
      all.push_back(unit * parts.total());
      without_wave.push_back(unit * parts.without_wave());
    }
    if (amplitudes.size() < 2) continue;
    const auto own = hydro::fit_linear_quadratic(omega, amplitudes, without_wave);
    const auto with_wave = hydro::fit_linear_quadratic(omega, amplitudes, all);
    v1::RollDampingFit& fit = *response.add_fits();
    fit.set_linear(own.linear);
    fit.set_linear_with_wave(with_wave.linear);
    fit.set_quadratic(own.quadratic);
    if (!has_inertia) continue;
    fit.set_p1(own.linear / request.roll_inertia());
    fit.set_p1_with_wave(with_wave.linear / request.roll_inertia());
    fit.set_p2(own.quadratic / request.roll_inertia());
  }
}

void estimate_resistance(const v1::EstimateResistanceRequest& request,
                         v1::EstimateResistanceResponse& response) {
  check_ship(request.ship());
  check_values(request.speed(), "speed", true);
  const hydro::ShipParticulars ship = ship_of(request.ship());
  const hydro::EstimateWater water = water_of(request.water());
  hydro::check_particulars(ship, water);
  const double fastest = *std::max_element(request.speed().begin(), request.speed().end());
  tell_ranges(hydro::resistance_ranges(ship, water, fastest), request.extrapolate(), response);
  const hydro::HullForm form = hydro::hull_form(ship, water);
  response.set_wetted_surface(form.wetted_surface);
  response.set_entrance_angle_deg(form.entrance_angle / kRadiansPerDegree);
  response.set_prismatic_coefficient(form.prismatic_coefficient);
  *response.mutable_speed() = request.speed();
  for (const double speed : request.speed()) {
    const hydro::ResistanceParts parts = hydro::resistance(ship, water, speed);
    response.set_form_factor(parts.form_factor);
    response.add_total(parts.total());
    response.add_friction(parts.friction);
    response.add_appendages(parts.appendages);
    response.add_wave(parts.wave);
    response.add_bulb(parts.bulb);
    response.add_transom(parts.transom);
    response.add_correlation(parts.correlation);
  }
}

void estimate_squat(const v1::EstimateSquatRequest& request, v1::EstimateSquatResponse& response) {
  check_ship(request.ship());
  check_values(request.speed(), "speed", true);
  const hydro::ShipParticulars ship = ship_of(request.ship());
  const hydro::EstimateWater water = water_of(request.water());
  *response.mutable_speed() = request.speed();
  for (const double speed : request.speed()) {
    const hydro::Squat found = hydro::squat(ship, water, request.water_depth(), speed);
    response.add_sinkage(found.sinkage);
    response.add_depth_froude_number(found.depth_froude);
    if (ship.draught > 0.0) {
      response.add_clearance(request.water_depth() - ship.draught - found.sinkage);
    }
  }
}

/// Admits the caller and runs `call`. An error that is thrown ends the call.
template <typename Request, typename Call>
grpc::ServerUnaryReactor* answer(AccessControl& access, grpc::CallbackServerContext* context,
                                 const Request& request, Call call) {
  auto* reactor = context->DefaultReactor();
  reactor->Finish(status_of([&] {
    access.admit(*context, *Request::descriptor());
    check_request_limits(request);
    refusing(call);
  }));
  return reactor;
}

}  // namespace

grpc::ServerUnaryReactor* EstimateService::EstimateRollDamping(
    grpc::CallbackServerContext* context, const v1::EstimateRollDampingRequest* request,
    v1::EstimateRollDampingResponse* response) {
  return answer(access_, context, *request, [&] { estimate_roll_damping(*request, *response); });
}

grpc::ServerUnaryReactor* EstimateService::EstimateResistance(
    grpc::CallbackServerContext* context, const v1::EstimateResistanceRequest* request,
    v1::EstimateResistanceResponse* response) {
  return answer(access_, context, *request, [&] { estimate_resistance(*request, *response); });
}

grpc::ServerUnaryReactor* EstimateService::EstimateSquat(grpc::CallbackServerContext* context,
                                                         const v1::EstimateSquatRequest* request,
                                                         v1::EstimateSquatResponse* response) {
  return answer(access_, context, *request, [&] { estimate_squat(*request, *response); });
}

}  // namespace raftup::server
