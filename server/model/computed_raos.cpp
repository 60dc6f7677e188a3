#include "server/model/computed_raos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "hydro/base/error.hpp"
#include "server/model/model_builder.hpp"
#include "server/model/shapes.hpp"
#include "solver/linearisation/linearisation.hpp"
#include "solver/linearisation/output_response.hpp"

namespace raftup::server {

namespace {

/// Largest number of frequencies times directions of a table; one of 200 by 36 is common.
constexpr Eigen::Index kMostEntries = 20'000;

bool is_computed(const v1::Body& body) {
  return body.prescribed().has_displacement_rao() &&
         body.prescribed().displacement_rao().database();
}

/// The model in which the RAOs of a body are computed: the body moves freely, the other bodies with
/// computed RAOs stand still, and there are no waves. What only reads the model is left out.
v1::Model with_free_body(const v1::Model& message, int free) {
  v1::Model model = message;
  for (int i = 0; i < model.bodies_size(); ++i) {
    v1::Body& body = *model.mutable_bodies(i);
    if (!is_computed(body)) continue;
    body.clear_prescribed();
    if (i == free) body.set_motion(v1::MOTION_DYNAMIC);
  }
  model.mutable_environment()->clear_sea();
  model.clear_outputs();
  model.clear_statistics();
  model.clear_probes();
  model.clear_events();
  return model;
}

const hydro::Database* database_of(const solver::Model& model, const std::string& body) {
  for (const solver::HydrodynamicGroup& group : model.hydrodynamics) {
    for (const auto& member : group.bodies) {
      if (member.body == body && group.has_database()) return group.database.get();
    }
  }
  return nullptr;
}

/// The wave directions of a database [rad], without a last one that repeats the first.
VectorXd directions_of(const hydro::Database& database) {
  const VectorXd& all = database.wave_directions;
  constexpr double kSame = 1e-9;  // rad
  const bool repeats = all.size() > 1 && all[all.size() - 1] - all[0] >= kTwoPi - kSame;
  return all.head(all.size() - (repeats ? 1 : 0));
}

/// Writes R = x exp(i k . G), for a wave with phase 0 at the center of mass G, as a table.
class TableWriter {
 public:
  /// @param body index of the body in the model
  TableWriter(const solver::Linearization& linear, std::size_t body, const VectorXd& omega,
              const VectorXd& directions)
      : linear_(linear), body_(body), omega_(omega), directions_(directions) {}

  void write(v1::DisplacementRao& rao) const {
    const double heading = linear_.rest_heading(body_);
    const solver::WaveSelection selection{omega_, directions_.array() + heading};
    const solver::WaveForces forces = linear_.waves().at(selection);
    const auto motions = solver::motion_response(linear_, selection, forces);
    rao.clear_omega();
    rao.clear_direction_deg();
    rao.clear_amplitude();
    rao.clear_phase_deg();
    for (const double omega : omega_) rao.add_omega(omega);
    for (const double direction : directions_) rao.add_direction_deg(degrees(direction));
    for (Eigen::Index n = 0; n < omega_.size(); ++n) {
      for (Eigen::Index m = 0; m < directions_.size(); ++m) {
        write_entry(motions[static_cast<std::size_t>(n)].col(m), forces.wavenumber(n, m),
                    selection.direction[m], rao);
      }
    }
    write_conventions(rao);
  }

 private:
  void write_entry(const VectorXcd& motion, double wavenumber, double direction,
                   v1::DisplacementRao& rao) const {
    const Vector3& center = linear_.mean().bodies[body_].position;
    const double distance = center.x() * std::cos(direction) + center.y() * std::sin(direction);
    const Complex turn = std::polar(1.0, wavenumber * distance);
    for (Eigen::Index dof = 0; dof < kDofs; ++dof) {
      const Complex R = motion[kDofs * static_cast<Eigen::Index>(body_) + dof] * turn;
      rao.add_amplitude(std::abs(R));
      rao.add_phase_deg(degrees(std::arg(R)));
    }
  }

  void write_conventions(v1::DisplacementRao& rao) const {
    const Vector3& center = linear_.model().bodies[body_].center_of_mass;
    set_numbers(*rao.mutable_origin(), center);
    set_numbers(*rao.mutable_phase_origin(), center);
    rao.set_phase(v1::RAO_PHASE_LEAD);
    rao.set_rotation(v1::RAO_ROTATION_RAD);
    rao.set_directions(v1::RAO_DIRECTIONS_TO);
  }

  const solver::Linearization& linear_;
  std::size_t body_;
  const VectorXd &omega_, &directions_;
};

/// Computes the table of one body.
/// @param free the model with the body free
void write_table(const solver::Model& free, int body, v1::DisplacementRao& rao) {
  const auto index = static_cast<std::size_t>(body);
  const hydro::Database* database = database_of(free, free.bodies[index].name);
  require(database != nullptr && !database->excitation.empty(),
          "must be of a body of a hydrodynamic group that has one database with wave forces");
  const VectorXd directions = directions_of(*database);
  require(
      database->omega.size() * directions.size() <= kMostEntries,
      fmt::format("must have at most {} frequencies x directions in the database", kMostEntries),
      fmt::format("{} x {}", database->omega.size(), directions.size()));
  const solver::LinearizationOptions options{solver::OperatingPoint::kRest,
                                             solver::RadiationSource::kMemoryData};
  const solver::Linearization linear(free, nullptr, options, nullptr);
  TableWriter(linear, index, database->omega, directions).write(rao);
}

/// Refuses a table that a client sends beside `database`. A stored table has a digest.
bool is_alone(const v1::DisplacementRao& rao, const std::string& path,
              FieldViolations& violations) {
  const bool stored = !rao.sha256().empty();
  return violations.expect(rao.file().empty() && (stored || rao.omega().empty()),
                           path + ".database", "must be given without file and without a table");
}

void compute_one(v1::Model& message, int i, const DatabaseLookup& databases,
                 FieldViolations& violations) {
  v1::DisplacementRao& rao =
      *message.mutable_bodies(i)->mutable_prescribed()->mutable_displacement_rao();
  const std::string path = fmt::format("bodies[{}].prescribed.displacement_rao", i);
  if (!is_alone(rao, path, violations)) return;
  const std::size_t before = violations.count();
  const BuiltModel built = build_model(with_free_body(message, i), databases, violations);
  if (violations.count() > before) {
    return violations.add(path + ".database",
                          "must be of a body that could move freely in a model without waves, with "
                          "its mass and inertia");
  }
  const std::string digest = digest_of(built);
  if (rao.sha256() == digest) return;
  try {
    write_table(built.model, i, rao);
    rao.set_sha256(digest);
  } catch (const Error& error) {
    violations.add(path + ".database", error.what());
  }
}

}  // namespace

bool has_computed_raos(const v1::Model& message) {
  return std::ranges::any_of(message.bodies(), is_computed);
}

void compute_raos(v1::Model& message, const DatabaseLookup& databases,
                  FieldViolations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    if (is_computed(message.bodies(i))) compute_one(message, i, databases, violations);
  }
}

}  // namespace raftup::server
