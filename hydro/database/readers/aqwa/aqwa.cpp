#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/aqwa/hydrodynamic_file.hpp"
#include "hydro/database/readers/aqwa/listing.hpp"
#include "hydro/database/readers/aqwa/quadratic_file.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kListedDecimals =
    5.1e-4;  ///< rad/s: the listing has frequencies of three decimals
constexpr double kOpen = std::numeric_limits<double>::quiet_NaN();
constexpr double kListedDegrees = 5.1e-3;  ///< deg: and headings of two

/// Puts the files of one run together.
class AqwaReader {
 public:
  AqwaReader(const SourceFile& file, const AqwaFilesBeside& beside, const SourceOptions& options)
      : file_(file),
        quadratic_(beside.quadratic),
        filed_(read_aqwa_file(file)),
        known_(names_of(std::span(&file, 1)), options) {
    if (beside.listing != nullptr) {
      listing_ = read_aqwa_listing(*beside.listing);
      listing_name_ = beside.listing->name;
    }
    database_.source_format = "aqwa";
    database_.solver = "AQWA";
    database_.sha256 = sha256(file.bytes);
  }

  Database read() {
    read_water();
    read_bodies();
    database_.added_mass = matrices(filed_.added_mass, "ADDEDMASS");
    database_.radiation_damping = matrices(filed_.radiation_damping, "DAMPING");
    if (!filed_.added_mass_infinite.empty()) {
      database_.added_mass_infinite = limit(filed_.added_mass_infinite);
    }
    read_forces();
    read_drift();
    note_conventions();
    if (quadratic_ != nullptr) {
      add_aqwa_qtfs(*quadratic_, database_);
      database_.sha256 = sha256(database_.sha256 + sha256(quadratic_->bytes));
    }
    order_samples(database_);
    return make_database(std::move(database_));
  }

 private:
  Index count() const { return static_cast<Index>(filed_.structures.size()); }
  Index dofs() const { return kDofs * count(); }
  /// Number of forces of all structures, headings and frequencies.
  Index force_count() const { return count() * filed_.omega.size() * std::ssize(filed_.headings); }

  void read_water();
  void read_bodies();
  void note_further_damping(Index body, const Vector6& damping);
  std::optional<double> volume(std::size_t body) const;
  std::optional<Vector3> buoyancy(std::size_t body) const;
  std::vector<MatrixXd> matrices(const std::vector<AqwaBlock>& blocks, const std::string& section);
  MatrixXd limit(const std::vector<AqwaBlock>& blocks) const;
  void note_coupling(const std::vector<AqwaBlock>& blocks);
  Complex to_origin(Index body, Index direction, double omega) const;
  /// A structure, a heading and a frequency of the file, counted from 0.
  struct Place {
    Index body, direction, frequency;
  };
  TransferFunction open_forces() const;
  void put(const Vector6& magnitudes, const Vector6& phases, const Place& at,
           TransferFunction& forces) const;
  std::optional<Place> place_of(const AqwaListedForce& force) const;
  void read_forces();
  TransferFunction listed(const std::vector<AqwaListedForce>& forces,
                          const std::string& what) const;
  void read_drift();
  void note_conventions();

  const SourceFile& file_;
  const SourceFile* quadratic_;  ///< null without
  AqwaFile filed_;
  AqwaListing listing_;
  std::string listing_name_;
  KnownValues known_;
  Database database_;
};

void AqwaReader::read_water() {
  database_.water_density = known_.water_density(filed_.water_density);
  database_.gravity = known_.gravity(filed_.gravity);
  database_.water_depth = known_.water_depth(filed_.water_depth);
  database_.omega = filed_.omega;
  database_.wave_directions =
      Eigen::Map<const VectorXd>(filed_.headings.data(), std::ssize(filed_.headings)) *
      kRadiansPerDegree;
}

std::optional<double> AqwaReader::volume(std::size_t body) const {
  if (filed_.structures[body].displaced_volume) return filed_.structures[body].displaced_volume;
  return body < listing_.places.size() ? listing_.places[body].displaced_volume : std::nullopt;
}

std::optional<Vector3> AqwaReader::buoyancy(std::size_t body) const {
  if (filed_.structures[body].center_of_buoyancy) return filed_.structures[body].center_of_buoyancy;
  if (body >= listing_.places.size() || listing_.places[body].coordinates != 3) return std::nullopt;
  return listing_.places[body].center_of_buoyancy;
}

void AqwaReader::read_bodies() {
  for (Index i = 0; i < count(); ++i) {
    const auto place = static_cast<std::size_t>(i);
    const AqwaFile::Structure& structure = filed_.structures[place];
    DatabaseBody body;
    body.name = known_.body_name(i, "");
    body.center_of_gravity = known_.center_of_gravity(i, structure.center_of_gravity);
    body.center_of_buoyancy =
        known_.center_of_buoyancy(i, buoyancy(place), body.center_of_gravity, database_.findings);
    body.displaced_volume = known_.displaced_volume(i, volume(place));
    body.hydrostatic_stiffness = structure.hydrostatic_stiffness;
    known_.reference_point(i, body.center_of_gravity, body.center_of_gravity);
    database_.bodies.push_back(std::move(body));
    note_further_damping(i, structure.further_damping);
  }
  known_.require_complete(count());
}

void AqwaReader::note_further_damping(Index body, const Vector6& damping) {
  if (damping.isZero(0.0)) return;
  const double largest = damping.cwiseAbs().maxCoeff();
  database_.findings.push_back(
      {"further_damping", Severity::kWarning,
       fmt::format("structure {} has damping that was added by hand (FIDD), up to {:g}: it is left "
                   "out, say it as linear_damping of the model",
                   body + 1, largest),
       largest});
}

/// Puts the blocks of all pairs of structures together. Blocks between structures may be absent.
std::vector<MatrixXd> AqwaReader::matrices(const std::vector<AqwaBlock>& blocks,
                                           const std::string& section) {
  std::vector<MatrixXd> all(static_cast<std::size_t>(filed_.omega.size()),
                            MatrixXd::Constant(dofs(), dofs(), kOpen));
  std::vector<Index> seen(static_cast<std::size_t>(count() * count()), 0);
  for (const AqwaBlock& block : blocks) {
    MatrixXd& matrix = all[static_cast<std::size_t>(block.frequency)];
    matrix.block<kDofs, kDofs>(kDofs * block.influenced, kDofs * block.moving) = block.values;
    ++seen[static_cast<std::size_t>(count() * block.influenced + block.moving)];
  }
  for (Index i = 0; i < count(); ++i) {
    for (Index j = 0; j < count(); ++j) {
      const Index found = seen[static_cast<std::size_t>(count() * i + j)];
      require(
          found == filed_.omega.size() || (found == 0 && i != j),
          fmt::format("{} must have structures {} {} once for each of {} frequencies in {}, has "
                      "them {} times",
                      file_.name, i + 1, j + 1, filed_.omega.size(), section, found));
      if (found > 0) continue;
      for (MatrixXd& matrix : all) matrix.block<kDofs, kDofs>(kDofs * i, kDofs * j).setZero();
    }
  }
  if (section == "ADDEDMASS") note_coupling(blocks);
  return all;
}

void AqwaReader::note_coupling(const std::vector<AqwaBlock>& blocks) {
  const bool is_coupled = std::any_of(blocks.begin(), blocks.end(), [](const AqwaBlock& block) {
    return block.influenced != block.moving;
  });
  if (is_coupled || count() == 1) return;
  database_.findings.push_back({"coupling_absent", Severity::kWarning,
                                "no coupling between bodies: the file has no added mass and no "
                                "damping of one structure by the motion of another",
                                0.0});
}

MatrixXd AqwaReader::limit(const std::vector<AqwaBlock>& blocks) const {
  MatrixXd matrix = MatrixXd::Zero(dofs(), dofs());
  std::vector<bool> seen(static_cast<std::size_t>(count()), false);
  for (const AqwaBlock& block : blocks) {
    matrix.block<kDofs, kDofs>(kDofs * block.influenced, kDofs * block.moving) = block.values;
    if (block.influenced == block.moving) seen[static_cast<std::size_t>(block.moving)] = true;
  }
  require(std::find(seen.begin(), seen.end(), false) == seen.end(),
          file_.name + " must have every structure in ADDEDMASS_HF");
  return matrix;
}

/// exp(-i k (x cos b + y sin b)): phases of AQWA belong to the wave at the center of gravity of the
/// structure, with the wave number of the file's depth.
Complex AqwaReader::to_origin(Index body, Index direction, double omega) const {
  const Vector3& center = filed_.structures[static_cast<std::size_t>(body)].center_of_gravity;
  const double b = database_.wave_directions[direction];
  const double k = wavenumber(omega, filed_.water_depth, filed_.gravity);
  return std::polar(1.0, -k * (center.x() * std::cos(b) + center.y() * std::sin(b)));
}

/// Forces of which none is read yet; what a file leaves open is no number, which validate() refuses.
TransferFunction AqwaReader::open_forces() const {
  return {std::vector<MatrixXcd>(filed_.headings.size(),
                                 MatrixXcd::Constant(dofs(), filed_.omega.size(), kOpen))};
}

/// Puts X = a exp(-i p) to_origin() where it belongs: phases lag.
void AqwaReader::put(const Vector6& magnitudes, const Vector6& phases, const Place& at,
                     TransferFunction& forces) const {
  const Complex turn = to_origin(at.body, at.direction, filed_.omega[at.frequency]);
  MatrixXcd& of_direction = forces.values[static_cast<std::size_t>(at.direction)];
  for (Index dof = 0; dof < kDofs; ++dof) {
    of_direction(kDofs * at.body + dof, at.frequency) =
        magnitudes[dof] * std::polar(1.0, -phases[dof] * kRadiansPerDegree) * turn;
  }
}

void AqwaReader::read_forces() {
  database_.excitation = open_forces();
  require(std::ssize(filed_.forces) == force_count(),
          fmt::format("{} must have {} forces in FORCERAO, one for each structure, heading and "
                      "frequency, has {}",
                      file_.name, force_count(), filed_.forces.size()));
  for (const AqwaRow& row : filed_.forces) {
    put(row.values, row.phases, {row.structure, row.direction, row.frequency},
        database_.excitation);
  }
  if (!listing_.froude_krylov.empty() && !listing_.diffraction.empty()) {
    database_.froude_krylov = listed(listing_.froude_krylov, "Froude-Krylov");
    database_.diffraction = listed(listing_.diffraction, "diffraction");
  }
}

/// Where a force of the listing belongs; nothing for a heading or a frequency that the file lacks.
std::optional<AqwaReader::Place> AqwaReader::place_of(const AqwaListedForce& force) const {
  const auto body = static_cast<Index>(force.structure);
  require(body < count(), fmt::format("{} must list structures of {} alone, lists {}",
                                      listing_name_, file_.name, body + 1));
  const auto heading =
      std::find_if(filed_.headings.begin(), filed_.headings.end(),
                   [&](double filed) { return std::abs(filed - force.heading) <= kListedDegrees; });
  Index frequency = 0;
  const double apart = (filed_.omega.array() - force.omega).abs().minCoeff(&frequency);
  if (heading == filed_.headings.end() || apart > kListedDecimals) return std::nullopt;
  return Place{body, std::distance(filed_.headings.begin(), heading), frequency};
}

TransferFunction AqwaReader::listed(const std::vector<AqwaListedForce>& forces,
                                    const std::string& what) const {
  TransferFunction all = open_forces();
  Index found = 0;
  for (const AqwaListedForce& force : forces) {
    const std::optional<Place> at = place_of(force);
    if (!at) continue;
    put(force.magnitudes, force.phases, *at, all);
    ++found;
  }
  require(found == force_count(),
          fmt::format("{} must have {} {} forces of the headings and frequencies of {}, has {}: is "
                      "it of the same run?",
                      listing_name_, force_count(), what, file_.name, found));
  return all;
}

void AqwaReader::read_drift() {
  if (filed_.drift.empty()) return;
  require(std::ssize(filed_.drift) == force_count(),
          fmt::format("{} must have {} drift forces in FARFIELD, has {}", file_.name, force_count(),
                      filed_.drift.size()));
  database_.mean_drift_force.assign(filed_.headings.size(),
                                    MatrixXd::Zero(dofs(), filed_.omega.size()));
  for (const AqwaRow& row : filed_.drift) {
    database_.mean_drift_force[static_cast<std::size_t>(row.direction)].block<kDofs, 1>(
        kDofs * row.structure, row.frequency) = row.values;
  }
}

void AqwaReader::note_conventions() {
  database_.history = known_.given();
  database_.history.emplace_back(
      "phases of AQWA lag the wave at the center of gravity of each structure: moved to the "
      "origin");
  database_.history.emplace_back("ADDEDMASS_HF, at 100 rad/s, is the added mass at infinity");
  if (filed_.has_low_frequency) {
    database_.history.emplace_back("added mass and damping at .001 rad/s are left out");
  }
  if (database_.froude_krylov.empty()) return;
  database_.findings.push_back({"parts_rounded", Severity::kInfo,
                                "Froude-Krylov and diffraction force: the listing prints three "
                                "digits",
                                5e-3});
}

}  // namespace

Database read_aqwa(const SourceFile& file, const AqwaFilesBeside& beside,
                   const SourceOptions& options) {
  return AqwaReader(file, beside, options).read();
}

}  // namespace raftup::hydro
