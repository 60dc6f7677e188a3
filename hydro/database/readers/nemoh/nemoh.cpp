#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/nemoh/case_file.hpp"
#include "hydro/database/readers/nemoh/hydrostatics.hpp"
#include "hydro/database/readers/nemoh/table.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

bool is_table(const SourceFile& file, std::string_view name) {
  const std::size_t at = file.name.find(name);
  return at != std::string::npos && file.name.ends_with(".tec");
}

bool is_hydrostatics(const SourceFile& file) { return file.name.ends_with(".dat"); }

/// Puts the files of a case together.
class NemohReader {
 public:
  NemohReader(const SourceFile& case_file, std::span<const SourceFile> beside,
              const SourceOptions& options)
      : case_file_(case_file),
        case_(read_nemoh_case(case_file)),
        beside_(beside),
        known_(names_of(std::span(&case_file, 1)), options) {
    database_.source_format = "nemoh";
    database_.solver = "NEMOH";
    std::string digests = sha256(case_file.bytes);
    for (const SourceFile& file : beside) digests += sha256(file.bytes);
    database_.sha256 = beside.empty() ? digests : sha256(digests);
  }

  Database read() {
    database_.water_density = known_.water_density(case_.water_density);
    database_.gravity = known_.gravity(case_.gravity);
    database_.water_depth = known_.water_depth(case_.water_depth);
    read_bodies();
    read_radiation(table("RadiationCoefficients"));
    read_forces();
    database_.history = known_.given();
    database_.history.emplace_back(
        "phases of NEMOH are those of e^{-i omega t} at (XEFF, YEFF): conjugated, moved to the "
        "origin");
    order_samples(database_);
    move_to_centers_of_gravity_but_stiffness();
    return make_database(std::move(database_));
  }

 private:
  Index count() const { return static_cast<Index>(case_.rotation_points.size()); }
  Index dofs() const { return kDofs * count(); }

  const SourceFile* find_table(std::string_view name) const;
  const SourceFile& table(std::string_view name) const;
  void read_bodies();
  void read_radiation(const SourceFile& file);
  void read_forces();
  TransferFunction read_force(const SourceFile& file);
  void check_frequencies(const SourceFile& file, const NemohZone& zone) const;
  Complex to_origin(double direction, double omega) const;
  void move_to_centers_of_gravity_but_stiffness();

  const SourceFile& case_file_;
  NemohCase case_;
  std::span<const SourceFile> beside_;
  KnownValues known_;
  Database database_;
};

const SourceFile* NemohReader::find_table(std::string_view name) const {
  const SourceFile* found = nullptr;
  for (const SourceFile& file : beside_) {
    if (!is_table(file, name)) continue;
    require(found == nullptr, fmt::format("{} and {} must not both be of one case",
                                          found == nullptr ? "" : found->name, file.name));
    found = &file;
  }
  return found;
}

const SourceFile& NemohReader::table(std::string_view name) const {
  const SourceFile* found = find_table(name);
  require(found != nullptr, fmt::format("{} must come with {}.tec of its folder of results, and "
                                        "with ExcitationForce.tec: raftup import FOLDER takes all",
                                        case_file_.name, name));
  return *found;
}

void NemohReader::read_bodies() {
  std::vector<SourceFile> hydrostatics;
  std::copy_if(beside_.begin(), beside_.end(), std::back_inserter(hydrostatics), is_hydrostatics);
  const NemohFiles filed(hydrostatics);
  const auto bodies = static_cast<std::size_t>(count());
  require(filed.stiffness.size() == bodies,
          fmt::format("{} must come with one KH_*.dat for each of {} bodies, has {}",
                      case_file_.name, bodies, filed.stiffness.size()));
  require(filed.points.empty() || filed.points.size() == bodies,
          fmt::format("{} must come with one Hydrostatics_*.dat for each of {} bodies, has {}",
                      case_file_.name, bodies, filed.points.size()));
  for (std::size_t i = 0; i < bodies; ++i) {
    std::optional<Vector3> center, buoyant;
    std::optional<double> volume;
    if (!filed.points.empty()) {
      center = filed.points[i].center_of_gravity;
      buoyant = filed.points[i].center_of_buoyancy;
      volume = filed.points[i].displaced_volume;
    }
    const auto index = static_cast<Index>(i);
    DatabaseBody body;
    body.name = known_.body_name(index, "");
    body.center_of_gravity = known_.center_of_gravity(index, center);
    body.center_of_buoyancy =
        known_.center_of_buoyancy(index, buoyant, body.center_of_gravity, database_.findings);
    body.displaced_volume = known_.displaced_volume(index, volume);
    body.hydrostatic_stiffness = filed.stiffness[i];
    known_.reference_point(index, case_.rotation_points[i], body.center_of_gravity);
    database_.bodies.push_back(std::move(body));
  }
  known_.require_complete(count());
}

void NemohReader::check_frequencies(const SourceFile& file, const NemohZone& zone) const {
  if (zone.rows.rows() != case_.frequency_count || zone.rows.col(0) != database_.omega) {
    refuse_line(file, zone.heading,
                fmt::format("must have the {} frequencies of RadiationCoefficients.tec and of {}",
                            case_.frequency_count, case_file_.name));
  }
}

/// A zone for each motion has A and B of every force: the column is influenced, the zone radiates.
void NemohReader::read_radiation(const SourceFile& file) {
  const std::vector<NemohZone> zones = read_nemoh_table(file, 1 + 2 * dofs());
  require(std::ssize(zones) == dofs(),
          fmt::format("{} must have {} zones, one for each motion, has {}", file.name, dofs(),
                      zones.size()));
  database_.omega = zones.front().rows.col(0);
  const std::vector<MatrixXd> zero(static_cast<std::size_t>(database_.omega.size()),
                                   MatrixXd::Zero(dofs(), dofs()));
  database_.added_mass = database_.radiation_damping = zero;
  for (Index radiating = 0; radiating < dofs(); ++radiating) {
    const NemohZone& zone = zones[static_cast<std::size_t>(radiating)];
    check_frequencies(file, zone);
    for (Index f = 0; f < database_.omega.size(); ++f) {
      const auto place = static_cast<std::size_t>(f);
      for (Index i = 0; i < dofs(); ++i) {
        database_.added_mass[place](i, radiating) = zone.rows(f, 1 + 2 * i);
        database_.radiation_damping[place](i, radiating) = zone.rows(f, 2 + 2 * i);
      }
    }
  }
}

/// exp(-i k (x_e cos b + y_e sin b)): the wave of NEMOH has its phase at (XEFF, YEFF).
Complex NemohReader::to_origin(double direction, double omega) const {
  const double k = wavenumber(omega, case_.water_depth, case_.gravity);
  const double along =
      case_.wave_origin.x() * std::cos(direction) + case_.wave_origin.y() * std::sin(direction);
  return std::polar(1.0, -k * along);
}

TransferFunction NemohReader::read_force(const SourceFile& file) {
  const std::vector<NemohZone> zones = read_nemoh_table(file, 1 + 2 * dofs());
  VectorXd directions(std::ssize(zones));
  TransferFunction force;
  for (std::size_t h = 0; h < zones.size(); ++h) {
    const NemohZone& zone = zones[h];
    check_frequencies(file, zone);
    const double direction = nemoh_number_after(file, zone, "beta") * kRadiansPerDegree;
    directions[static_cast<Index>(h)] = direction;
    MatrixXcd& values = force.values.emplace_back(dofs(), zone.rows.rows());
    for (Index f = 0; f < zone.rows.rows(); ++f) {
      const Complex turn = to_origin(direction, zone.rows(f, 0));
      for (Index i = 0; i < dofs(); ++i) {
        values(i, f) = std::polar(1.0, -zone.rows(f, 2 + 2 * i)) * zone.rows(f, 1 + 2 * i) * turn;
      }
    }
  }
  if (database_.wave_directions.size() == 0) database_.wave_directions = directions;
  require(directions == database_.wave_directions,
          file.name + " must have the headings of ExcitationForce.tec");
  return force;
}

void NemohReader::read_forces() {
  database_.excitation = read_force(table("ExcitationForce"));
  if (const SourceFile* file = find_table("FKForce")) database_.froude_krylov = read_force(*file);
  if (const SourceFile* file = find_table("DiffractionForce")) {
    database_.diffraction = read_force(*file);
  }
}

/// A, B and X refer to the point about which a body turns, the hydrostatic stiffness to its center of
/// gravity already.
void NemohReader::move_to_centers_of_gravity_but_stiffness() {
  std::vector<Matrix6> stiffness;
  for (const DatabaseBody& body : database_.bodies) stiffness.push_back(body.hydrostatic_stiffness);
  move_to_centers_of_gravity(database_, case_.rotation_points);
  for (std::size_t i = 0; i < stiffness.size(); ++i) {
    database_.bodies[i].hydrostatic_stiffness = stiffness[i];
  }
}

}  // namespace

Database read_nemoh(const SourceFile& case_file, std::span<const SourceFile> beside,
                    const SourceOptions& options) {
  return NemohReader(case_file, beside, options).read();
}

}  // namespace raftup::hydro
