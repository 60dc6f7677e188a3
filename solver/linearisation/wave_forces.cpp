#include "solver/linearisation/wave_forces.hpp"

#include <optional>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"

namespace raftup::solver {

namespace {}  // namespace

WaveForceModel::WaveForceModel(const Model& model, const Kinematics& mean,
                               const std::vector<Heading>& rest_headings)
    : dof_count_(kDofs * static_cast<Eigen::Index>(model.bodies.size())),
      water_depth_(model.water_depth),
      gravity_(model.gravity),
      current_(model.current) {
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.excitation_enabled || group.database->excitation.empty()) continue;
    add_group(model, group, mean, rest_headings);
  }
}

void WaveForceModel::add_group(const Model& model, const HydrodynamicGroup& group,
                               const Kinematics& mean, const std::vector<Heading>& rest_headings) {
  const std::shared_ptr<const hydro::RefinedExcitation> refined =
      hydro::refined_excitation(*group.database);
  for (std::size_t i = 0; i < group.bodies.size(); ++i) {
    if (excitation_is_replaced(model, group.bodies[i].body)) continue;
    const GroupBody& member = group.bodies[i];
    const std::size_t body = find_body(model, member.body);
    const bool is_mode = !member.carrier_of.empty();
    const std::size_t located = is_mode ? find_body(model, member.carrier_of) : body;
    Hull hull{
        body,
        std::make_shared<const hydro::BodyTransferFunction>(refined, group.bodies[i].database_body),
        hydro::HeadingInterpolation(group.database->wave_directions),
        group.database->wave_directions,
        mean[located].heading.angle(),
        mean[located].position.head<2>(),
        rest_headings[body].rotation().transpose() * mean[body].heading.rotation()};
    if (!group.excitation.at_body_position) {
      hull.heading = group.heading;
      hull.position = rest_pose(group, i, Vector3::Zero()).position.head<2>();
      hull.to_dof_axes = Matrix3::Identity();
    }
    hulls_.push_back(std::move(hull));
  }
}

std::vector<ExcitedBody> WaveForceModel::bodies() const {
  std::vector<ExcitedBody> excited;
  for (const Hull& hull : hulls_) {
    ExcitedBody& body = excited.emplace_back();
    body.body = hull.body;
    body.covers_circle = hull.headings.covers_circle();
    for (const double direction : hull.filed_directions) {
      body.directions.push_back(direction + hull.heading);
    }
  }
  return excited;
}

WaveForceModel::Wave WaveForceModel::wave(double omega, double direction) const {
  try {
    const hydro::WaveOnCurrent found =
        hydro::wave_on_current(omega, direction, water_depth_, gravity_, current_);
    return {found.wavenumber, found.intrinsic_omega, true};
  } catch (const Error& error) {
    if (error.code() != ErrorCode::kInvalidArgument) throw;
    return {};  // the current stops it
  }
}

UnitWave WaveForceModel::Wave::of_unit(double omega, double direction) const {
  const auto [sine, cosine] = sincos(direction);
  return {omega, intrinsic_omega, wavenumber, {cosine, sine}};
}

std::optional<UnitWave> WaveForceModel::unit_wave(double omega, double direction) const {
  const Wave found = wave(omega, direction);
  return found.runs ? std::optional(found.of_unit(omega, direction)) : std::nullopt;
}

/// Forces for all filed directions, 6 x directions, with the phase at the hull; empty if there are
/// no data for the wave.
MatrixXcd WaveForceModel::filed_forces(const Hull& hull, const Wave& wave) {
  const double last = hull.transfer_function->omega_max() * (1.0 + hydro::kSameFrequency);
  if (!wave.runs || wave.intrinsic_omega > last) return {};
  return hull.transfer_function->at(wave.intrinsic_omega);
}

/// Force of one wave with the phase at the world origin, dof axes; nothing if there are no data for
/// the wave.
std::optional<WaveForceModel::Vector6c> WaveForceModel::force(const Hull& hull, const Wave& wave,
                                                              const Direction& direction,
                                                              const MatrixXcd& filed) {
  if (filed.size() == 0 || !direction.contained) return std::nullopt;
  const double along = hull.position.dot(direction.along);
  const auto [sine, cosine] = sincos(-wave.wavenumber * along);
  const Vector6c at_body = filed * direction.weights;
  Vector6c turned;
  turned << hull.to_dof_axes * at_body.head<3>(), hull.to_dof_axes * at_body.tail<3>();
  return Complex(cosine, sine) * turned;
}

std::vector<WaveForceModel::Direction> WaveForceModel::directions(const Hull& hull,
                                                                  const VectorXd& angles) {
  std::vector<Direction> result;
  for (const double angle : angles) {
    const auto [sine, cosine] = sincos(angle);
    const double seen = angle - hull.heading;
    result.push_back({{cosine, sine}, hull.headings.weights(seen), hull.headings.contains(seen)});
  }
  return result;
}

WaveForces WaveForceModel::at(const WaveSelection& waves) const {
  const Eigen::Index columns = waves.direction_count();
  WaveForces result;
  result.carried.setConstant(waves.omega.size(), columns, true);
  result.wavenumber.resize(waves.omega.size(), columns);
  std::vector<std::vector<Direction>> seen;
  for (const Hull& hull : hulls_) seen.push_back(directions(hull, waves.direction));
  for (Eigen::Index k = 0; k < waves.omega.size(); ++k) {
    check_cancelled();
    MatrixXcd& forces = result.force.emplace_back(MatrixXcd::Zero(dof_count_, columns));
    Wave running = wave(waves.omega[k], 0.0);
    std::vector<MatrixXcd> filed(hulls_.size());
    for (Eigen::Index column = 0; column < columns; ++column) {
      const auto which = static_cast<std::size_t>(waves.paired ? k : column);
      if (!current_.is_still()) {
        running = wave(waves.omega[k], waves.direction[static_cast<Eigen::Index>(which)]);
      }
      result.wavenumber(k, column) = running.wavenumber;
      for (std::size_t i = 0; i < hulls_.size(); ++i) {
        if (column == 0 || !current_.is_still()) filed[i] = filed_forces(hulls_[i], running);
        const auto found = force(hulls_[i], running, seen[i][which], filed[i]);
        if (found) {
          forces.col(column).segment<kDofs>(first_dof(hulls_[i].body)) = *found;
        } else {
          result.carried(k, column) = false;
        }
      }
      if (lines_ != nullptr && running.runs) {
        const double direction = waves.direction[static_cast<Eigen::Index>(which)];
        lines_->add_wave_force(running.of_unit(waves.omega[k], direction), forces.col(column));
      }
    }
  }
  return result;
}

}  // namespace raftup::solver
