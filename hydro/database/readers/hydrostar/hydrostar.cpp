#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/hydrostar/rao_file.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/readers/wamit/one_stiffness.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Puts the files of one run together.
class HydrostarReader {
 public:
  HydrostarReader(std::span<const SourceFile> files, const SourceOptions& options)
      : files_(files), known_(names_of(files.subspan(0, 1)) + " ..", options) {
    database_.source_format = "hydrostar";
    database_.solver = "HydroStar";
    std::string digests;
    for (const SourceFile& file : files) digests += sha256(file.bytes);
    database_.sha256 = sha256(digests);
  }

  Database read() {
    for (const SourceFile& file : files_) add(file);
    require_all();
    read_water();
    read_body();
    read_radiation();
    read_excitation();
    database_.history = known_.given();
    order_samples(database_);
    drop_incomplete_frequencies(database_);
    move_to_centers_of_gravity(database_, {first().reference_point});
    return make_database(std::move(database_));
  }

 private:
  using Place = std::pair<Index, Index>;

  const RaoFile& first() const { return mass_.begin()->second; }
  void add(const SourceFile& file);
  static void put(std::map<Place, RaoFile>& all, const SourceFile& file, RaoFile rao);
  void require_all() const;
  void require_same(const SourceFile& file, const RaoFile& rao);
  void read_water();
  void read_body();
  static MatrixXd matrix(const std::map<Place, RaoFile>& of, Index row);
  void read_radiation();
  TransferFunction forces(double sign) const;
  Complex along_waves(const TransferFunction& forces) const;
  void read_excitation();

  std::span<const SourceFile> files_;
  KnownValues known_;
  Database database_;
  std::map<Place, RaoFile> mass_, damping_, forces_;
  std::optional<std::pair<std::string, RaoFile>> head_;  ///< of the first file
  std::vector<Index> finite_;  ///< rows of frequencies between 0 and infinity
};

void HydrostarReader::add(const SourceFile& file) {
  if (is_wamit_stiffness(file)) return;
  RaoFile rao = read_rao_file(file);
  if (rao.quantity == RaoQuantity::kOther) return;  // motions and the like follow from the others
  require_same(file, rao);
  if (rao.quantity == RaoQuantity::kAddedMass) return put(mass_, file, std::move(rao));
  if (rao.quantity == RaoQuantity::kRadiationDamping) return put(damping_, file, std::move(rao));
  put(forces_, file, std::move(rao));
}

void HydrostarReader::put(std::map<Place, RaoFile>& all, const SourceFile& file, RaoFile rao) {
  const Place place = {rao.influenced, rao.radiating};
  const bool is_new = all.emplace(place, std::move(rao)).second;
  require(is_new, fmt::format("{} must be the only file of its coefficient, another has component "
                              "{}{} too",
                              file.name, place.first + 1, place.second + 1));
}

void HydrostarReader::require_same(const SourceFile& file, const RaoFile& rao) {
  if (!head_) head_ = {file.name, rao};
  const RaoFile& other = head_->second;
  const bool same_water = rao.water_density == other.water_density &&
                          rao.gravity == other.gravity && rao.water_depth == other.water_depth;
  const bool same_places =
      rao.wave_origin == other.wave_origin && rao.reference_point == other.reference_point;
  require(same_water && same_places,
          fmt::format("{} must have the water and the reference points of {}", file.name,
                      head_->first));
  const auto same = [](const VectorXd& a, const VectorXd& b) {
    return a.size() == b.size() && a == b;
  };
  require(same(rao.omega, other.omega) && same(rao.headings, other.headings),
          fmt::format("{} must have the frequencies and headings of {}: is it cut, or of another "
                      "run?",
                      file.name, head_->first));
}

/// Names the components that are missing, of 36, 36 and 6.
void HydrostarReader::require_all() const {
  std::vector<std::string> missing;
  const auto find = [&](const std::map<Place, RaoFile>& all, const char* name, Index i, Index j) {
    if (!all.contains({i, j})) missing.push_back(fmt::format("{} {}{}", name, i + 1, j + 1));
  };
  for (Index i = 0; i < kDofs; ++i) {
    for (Index j = 0; j < kDofs; ++j) find(mass_, "AddedMass", i, j);
    for (Index j = 0; j < kDofs; ++j) find(damping_, "WaveDamping", i, j);
    find(forces_, "Excitation", i, i);
  }
  constexpr std::size_t kNamed = 12;
  const std::size_t count = missing.size();
  missing.resize(std::min(count, kNamed));
  require(count == 0,
          fmt::format("files of HydroStar must be all 78 of one body, {} are missing: {}{}. raftup "
                      "import FOLDER takes all of a folder",
                      count, fmt::join(missing, ", "), count > kNamed ? " .." : ""));
}

void HydrostarReader::read_water() {
  database_.water_density = known_.water_density(first().water_density);
  database_.gravity = known_.gravity(first().gravity);
  database_.water_depth = known_.water_depth(first().water_depth);
  database_.wave_directions = first().headings * kRadiansPerDegree;
}

void HydrostarReader::read_body() {
  DatabaseBody body;
  body.name = known_.body_name(0, "");
  body.center_of_gravity = known_.center_of_gravity(0, {});
  body.center_of_buoyancy =
      known_.center_of_buoyancy(0, {}, body.center_of_gravity, database_.findings);
  body.displaced_volume = known_.displaced_volume(0, {});
  known_.reference_point(0, first().reference_point, body.center_of_gravity);
  known_.require_complete(1);
  const auto stiffness = std::find_if(files_.begin(), files_.end(), is_wamit_stiffness);
  if (stiffness != files_.end()) {
    body.hydrostatic_stiffness =
        read_one_stiffness(*stiffness, database_.water_density * database_.gravity);
  } else {
    database_.findings.push_back({"hydrostatic_stiffness_absent", Severity::kWarning,
                                  "files .rao have no hydrostatic stiffness, and no .hst in "
                                  "WAMIT's layout is beside them: it "
                                  "is zero",
                                  0.0});
  }
  database_.bodies.push_back(std::move(body));
}

MatrixXd HydrostarReader::matrix(const std::map<Place, RaoFile>& of, Index row) {
  MatrixXd values(kDofs, kDofs);
  for (const auto& [place, rao] : of) values(place.first, place.second) = rao.values(row, 0);
  return values;
}

void HydrostarReader::read_radiation() {
  const VectorXd& filed = first().omega;
  for (Index row = 0; row < filed.size(); ++row) {
    if (filed[row] > 0.0) finite_.push_back(row);
    if (filed[row] >= 0.0) continue;
    const MatrixXd infinite = matrix(mass_, row);
    if (infinite.allFinite()) database_.added_mass_infinite = infinite;
  }
  require(!finite_.empty(), head_->first + " must have a frequency between 0 and infinity");
  database_.omega = filed(finite_);
  for (const Index row : finite_) {
    database_.added_mass.push_back(matrix(mass_, row));
    database_.radiation_damping.push_back(matrix(damping_, row));
  }
}

/// X = a exp(i s p), moved from the place of the phase to the origin.
/// @param sign s: 1 for phases that lead, -1 for those that lag
TransferFunction HydrostarReader::forces(double sign) const {
  const Index headings = database_.wave_directions.size();
  TransferFunction all;
  for (Index h = 0; h < headings; ++h) {
    const double b = database_.wave_directions[h];
    const Vector2& origin = first().wave_origin;
    const double along = origin.x() * std::cos(b) + origin.y() * std::sin(b);
    MatrixXcd& force = all.values.emplace_back(kDofs, database_.omega.size());
    for (Index k = 0; k < database_.omega.size(); ++k) {
      const Index row = finite_[static_cast<std::size_t>(k)];
      const double turn =
          along * wavenumber(database_.omega[k], database_.water_depth, database_.gravity);
      for (Index dof = 0; dof < kDofs; ++dof) {
        const RaoFile& rao = forces_.at({dof, dof});
        const double phase = sign * rao.phases(row, h) * kRadiansPerDegree - turn;
        force(dof, k) = rao.values(row, h) * Complex(std::cos(phase), std::sin(phase));
      }
    }
  }
  return all;
}

/// The force along the longest waves of which there are numbers, summed over the headings.
Complex HydrostarReader::along_waves(const TransferFunction& forces) const {
  Complex along = 0.0;
  double lowest = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < database_.omega.size(); ++k) {
    Complex here = 0.0;
    for (Index h = 0; h < database_.wave_directions.size(); ++h) {
      const MatrixXcd& force = forces.values[static_cast<std::size_t>(h)];
      const double b = database_.wave_directions[h];
      here += force(0, k) * std::cos(b) + force(1, k) * std::sin(b);
    }
    if (database_.omega[k] >= lowest || !std::isfinite(std::abs(here))) continue;
    lowest = database_.omega[k];
    along = here;
  }
  return along;
}

/// Takes phases as leading, or as lagging where only then the force along the longest waves leads their
/// crest by a quarter of a period, as the acceleration of the water does. Nothing but the data tells it.
void HydrostarReader::read_excitation() {
  const auto leads = [this](const TransferFunction& of) {
    const Complex along = along_waves(of);
    return along.imag() > std::abs(along.real());
  };
  database_.excitation = forces(1.0);
  if (leads(database_.excitation)) return;
  TransferFunction lagging = forces(-1.0);
  const bool lags = leads(lagging);
  if (lags) database_.excitation = std::move(lagging);
  database_.findings.push_back(
      {lags ? "phase_conjugated" : "phase_assumed", Severity::kWarning,
       lags ? "the force along the longest waves has a phase near -90 deg: phases are taken as "
              "lagging the wave"
            : "phases are taken as leading the wave: the longest waves do not tell",
       0.0});
}

}  // namespace

Database read_hydrostar(std::span<const SourceFile> files, const SourceOptions& options) {
  return HydrostarReader(files, options).read();
}

}  // namespace raftup::hydro
