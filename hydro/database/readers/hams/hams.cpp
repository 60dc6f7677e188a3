#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/hams/control_file.hpp"
#include "hydro/database/readers/hams/hydrostatic_file.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/reference_points.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/database/readers/wamit/one_stiffness.hpp"
#include "hydro/database/readers/wamit/run.hpp"
#include "hydro/database/transformation.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kTableDecimals = 5.1e-4;  ///< rad/s: tables have frequencies of three decimals
constexpr double kFiledStiffness = 1e-4;   ///< of the largest: files have six digits or more

/// A table of numbers: wave number, frequency and values in each row.
struct HamsTable {
  const SourceFile* file = nullptr;
  std::vector<TextLine> lines;
  RowMajorMatrix rows;

  double omega(Index row) const { return rows(row, 1); }
  [[noreturn]] void refuse(Index row, const std::string& rule) const {
    refuse_line(*file, lines[static_cast<std::size_t>(row)], rule);
  }
};

HamsTable read_hams_table(const SourceFile& file, Index columns) {
  HamsTable table{&file, lines_of(file), {}};
  require(!table.lines.empty(), file.name + " must have rows, has none");
  table.rows.resize(std::ssize(table.lines), columns);
  for (Index i = 0; i < table.rows.rows(); ++i) {
    const std::vector<double> row = finite_numbers_of(
        file, table.lines[static_cast<std::size_t>(i)], static_cast<std::size_t>(columns));
    table.rows.row(i) = Eigen::Map<const Eigen::RowVectorXd>(row.data(), columns);
  }
  return table;
}

/// Puts the files of a case together.
class HamsReader {
 public:
  HamsReader(const SourceFile& control, std::span<const SourceFile> beside,
             const SourceOptions& options)
      : control_(control),
        beside_(beside),
        options_(options),
        case_(read_hams_case(control)),
        known_(names_of(std::span(&control, 1)), options) {
    database_.source_format = "hams";
    database_.solver = "HAMS";
    std::string digests = sha256(control.bytes);
    for (const SourceFile& file : beside) digests += sha256(file.bytes);
    database_.sha256 = beside.empty() ? digests : sha256(digests);
  }

  Database read() {
    read_water();
    read_body();
    if (find("OAMASS1") == nullptr) return read_wamit_layout();
    const std::vector<HamsTable> mass = read_rows("OAMASS");
    const std::vector<HamsTable> damping = read_rows("ODAMPING");
    check_frequencies(mass, damping);
    fill_radiation(mass, damping);
    read_excitation();
    if (options_.hydrostatics_without_weight) add_moment_of_weight({point_}, database_);
    database_.history.emplace_back(
        "frequencies of ControlFile.in, which the tables of HAMS round to three decimals");
    order_samples(database_);
    move_to_centers_of_gravity(database_, {point_});
    database_ = make_database(std::move(database_));
    SourceOptions of_point = options_;
    of_point.reference_points = {point_};
    check_reference_points(database_, {point_}, control_.name, of_point);
    return std::move(database_);
  }

 private:
  const SourceFile* find(std::string_view begin) const;
  const SourceFile& need(std::string_view begin) const;
  void read_water();
  void read_body();
  double volume(const Matrix6& mass);
  void read_stiffness(const HamsHydrostatics& filed);
  void note_added_by_hand(const HamsHydrostatics& filed);
  std::vector<HamsTable> read_rows(const std::string& name) const;
  void check_frequencies(const std::vector<HamsTable>& mass, const std::vector<HamsTable>& damping);
  void fill_radiation(const std::vector<HamsTable>& mass, const std::vector<HamsTable>& damping);
  void read_excitation();
  Database read_wamit_layout();

  const SourceFile& control_;
  std::span<const SourceFile> beside_;
  const SourceOptions& options_;
  HamsCase case_;
  KnownValues known_;
  Database database_;
  Vector3 point_ = Vector3::Zero();
  std::vector<Index> finite_;          ///< rows of frequencies between 0 and infinity
  std::optional<Index> infinite_row_;  ///< row of infinite frequency
};

const SourceFile* HamsReader::find(std::string_view begin) const {
  const auto found = std::find_if(beside_.begin(), beside_.end(), [&](const SourceFile& file) {
    return file.name.starts_with(begin);
  });
  return found == beside_.end() ? nullptr : &*found;
}

const SourceFile& HamsReader::need(std::string_view begin) const {
  const SourceFile* found = find(begin);
  require(found != nullptr, fmt::format("{} must come with {} of the same case: raftup import "
                                        "FOLDER takes all of its files",
                                        control_.name, begin));
  return *found;
}

void HamsReader::read_water() {
  database_.water_density = known_.water_density(kHamsDensity);
  database_.gravity = known_.gravity(kHamsGravity);
  database_.water_depth = known_.water_depth(case_.water_depth);
}

void HamsReader::read_body() {
  const HamsHydrostatics filed = read_hams_hydrostatics(need("Hydrostatic"));
  DatabaseBody body;
  body.name = known_.body_name(0, "");
  body.center_of_gravity = known_.center_of_gravity(0, filed.center_of_gravity);
  body.center_of_buoyancy =
      known_.center_of_buoyancy(0, {}, body.center_of_gravity, database_.findings);
  body.displaced_volume = volume(filed.mass);
  point_ = known_.reference_point(0, case_.reference_center, body.center_of_gravity);
  known_.require_complete(1);
  database_.history = known_.given();
  database_.bodies.push_back(std::move(body));
  read_stiffness(filed);
  note_added_by_hand(filed);
}

double HamsReader::volume(const Matrix6& mass) {
  if (!options_.displaced_volumes.empty()) return known_.displaced_volume(0, {});
  const double volume = mass(2, 2) / database_.water_density;
  database_.findings.push_back(
      {"displaced_volume_from_mass", Severity::kWarning,
       fmt::format("HAMS files have no displaced volume: taken as mass over density, {:.6g} m3, as "
                   "of a body that floats without lines; --volume says another",
                   volume),
       volume});
  return volume;
}

/// Of a .hst in WAMIT's layout with length 1 if there is one, which has more digits.
void HamsReader::read_stiffness(const HamsHydrostatics& filed) {
  Matrix6& stiffness = database_.bodies.front().hydrostatic_stiffness;
  stiffness = filed.stiffness;
  const auto hst = std::find_if(beside_.begin(), beside_.end(), is_wamit_stiffness);
  if (hst == beside_.end()) return;
  stiffness = read_one_stiffness(*hst, database_.water_density * database_.gravity);
  const double apart = (stiffness - filed.stiffness).cwiseAbs().maxCoeff();
  const double largest = filed.stiffness.cwiseAbs().maxCoeff();
  require(apart <= kFiledStiffness * largest,
          fmt::format("{} must have the stiffness of {}, differs by {:.3g}: are they of one case?",
                      hst->name, need("Hydrostatic").name, apart));
}

void HamsReader::note_added_by_hand(const HamsHydrostatics& filed) {
  const auto note = [&](const Matrix6& matrix, const char* what, const char* in_model) {
    if (matrix.isZero(0.0)) return;
    const double largest = matrix.cwiseAbs().maxCoeff();
    database_.findings.push_back(
        {"external_matrix_left_out", Severity::kWarning,
         fmt::format("Hydrostatic.in has an external {}, up to {:g}, that was added by hand: it is "
                     "left out, say it as {} of the model",
                     what, largest, in_model),
         largest});
  };
  note(filed.further_damping, "linear damping", "linear_damping");
  note(filed.further_quadratic_damping, "quadratic damping", "quadratic_damping");
  note(filed.further_stiffness, "restoring", "linear_mooring");
}

/// Reads the six tables of a quantity: table i has the row i of its matrices.
std::vector<HamsTable> HamsReader::read_rows(const std::string& name) const {
  std::vector<HamsTable> tables;
  for (Index i = 0; i < kDofs; ++i) {
    tables.push_back(read_hams_table(need(fmt::format("{}{}", name, i + 1)), 2 + kDofs));
  }
  return tables;
}

/// All tables have the same frequencies, and those between 0 and infinity are those of the control
/// file in its order, to three decimals.
void HamsReader::check_frequencies(const std::vector<HamsTable>& mass,
                                   const std::vector<HamsTable>& damping) {
  const HamsTable& first = mass.front();
  for (Index row = 0; row < first.rows.rows(); ++row) {
    if (first.omega(row) < 0.0) infinite_row_ = row;
    if (!(first.omega(row) > 0.0)) continue;
    const auto place = std::ssize(finite_);
    if (place >= case_.omega.size() ||
        std::abs(case_.omega[place] - first.omega(row)) > kTableDecimals) {
      first.refuse(row, fmt::format("must be of frequency {} of {}, {}", place + 1, control_.name,
                                    place < case_.omega.size()
                                        ? fmt::format("{:.6g} rad/s", case_.omega[place])
                                        : "which has none"));
    }
    finite_.push_back(row);
  }
  require(std::ssize(finite_) == case_.omega.size(),
          fmt::format("{} must have the {} frequencies of {}, has {}: is it cut?", first.file->name,
                      case_.omega.size(), control_.name, finite_.size()));
  for (const auto* tables : {&mass, &damping}) {
    for (const HamsTable& table : *tables) {
      require(table.rows.rows() == first.rows.rows(),
              fmt::format("{} must have the {} rows of {}, has {}: is it cut?", table.file->name,
                          first.rows.rows(), first.file->name, table.rows.rows()));
      for (Index row = 0; row < table.rows.rows(); ++row) {
        if (table.omega(row) == first.omega(row)) continue;
        table.refuse(row, fmt::format("must have the frequency {} of {}", first.omega(row),
                                      first.file->name));
      }
    }
  }
}

void HamsReader::fill_radiation(const std::vector<HamsTable>& mass,
                                const std::vector<HamsTable>& damping) {
  const auto matrix_in = [](const std::vector<HamsTable>& tables, Index row) {
    MatrixXd matrix(kDofs, kDofs);
    for (Index i = 0; i < kDofs; ++i) {
      matrix.row(i) = tables[static_cast<std::size_t>(i)].rows.row(row).tail(kDofs);
    }
    return matrix;
  };
  database_.omega = case_.omega;
  for (const Index row : finite_) {
    database_.added_mass.push_back(matrix_in(mass, row));
    database_.radiation_damping.push_back(matrix_in(damping, row));
  }
  if (infinite_row_) database_.added_mass_infinite = matrix_in(mass, *infinite_row_);
}

/// Reads OEXFOR: X = (i F)'. Headings vary faster than frequencies.
void HamsReader::read_excitation() {
  const Index headings = case_.headings.size();
  const HamsTable frequencies = read_hams_table(need("OAMASS1"), 2 + kDofs);
  database_.wave_directions = case_.headings * kRadiansPerDegree;
  database_.excitation.values.assign(static_cast<std::size_t>(headings),
                                     MatrixXcd(kDofs, database_.omega.size()));
  for (Index dof = 0; dof < kDofs; ++dof) {
    const HamsTable table = read_hams_table(need(fmt::format("OEXFOR{}", dof + 1)), 4);
    require(table.rows.rows() == frequencies.rows.rows() * headings,
            fmt::format("{} must have {} frequencies at {} headings, has {} rows: is it cut?",
                        table.file->name, frequencies.rows.rows(), headings, table.rows.rows()));
    for (Index k = 0; k < database_.omega.size(); ++k) {
      const Index row = finite_[static_cast<std::size_t>(k)];
      for (Index h = 0; h < headings; ++h) {
        const Index at = row * headings + h;
        if (table.omega(at) != frequencies.omega(row)) {
          table.refuse(at, fmt::format("must have the frequency {}", frequencies.omega(row)));
        }
        database_.excitation.values[static_cast<std::size_t>(h)](dof, k) =
            std::conj(Complex(0.0, 1.0) * Complex(table.rows(at, 2), table.rows(at, 3)));
      }
    }
  }
}

/// Reads the files in WAMIT's layout, where there are no tables of HAMS.
Database HamsReader::read_wamit_layout() {
  std::vector<SourceFile> files;
  std::copy_if(beside_.begin(), beside_.end(), std::back_inserter(files),
               [](const SourceFile& file) { return wamit_quantity(lines_of(file)).has_value(); });
  require(
      !files.empty(),
      fmt::format("{} must come with OAMASS1.txt and the other tables of Output/Hams_format, or "
                  "with .1 .3 .hst of Output/Wamit_format: raftup import FOLDER takes them",
                  control_.name));
  const DatabaseBody& body = database_.bodies.front();
  SourceOptions options = options_;
  options.water_density = database_.water_density;
  options.gravity = database_.gravity;
  options.water_depth = database_.water_depth;
  options.length_scale = 1.0;
  options.centers_of_gravity = {body.center_of_gravity};
  options.displaced_volumes = {body.displaced_volume};
  options.reference_points = {point_};
  options.first_column = case_.output_column;
  Database read = read_wamit_numeric(files, options);
  read.source_format = database_.source_format;
  read.solver = database_.solver;
  read.sha256 = database_.sha256;
  read.history = database_.history;
  read.history.push_back(fmt::format("{}: {} of WAMIT's layout", control_.name, names_of(files)));
  for (const Finding& finding : database_.findings) {
    if (finding.name != "center_of_buoyancy_absent") read.findings.push_back(finding);
  }
  return read;
}

}  // namespace

Database read_hams(const SourceFile& control, std::span<const SourceFile> beside,
                   const SourceOptions& options) {
  return HamsReader(control, beside, options).read();
}

}  // namespace raftup::hydro
