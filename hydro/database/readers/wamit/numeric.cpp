#include <fmt/format.h>

#include <cmath>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/database.hpp"
#include "hydro/database/readers/known_values.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/reference_points.hpp"
#include "hydro/database/readers/wamit/first_column.hpp"
#include "hydro/database/readers/wamit/run.hpp"
#include "hydro/database/transformation.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// The parts of one run, each from one file.
struct NumericFiles {
  WamitRun run;
  std::vector<WamitMethod<WamitForceEntry>> mean_drift;
  std::vector<WamitMethod<WamitPairEntry>> qtf_sum, qtf_difference;
  std::vector<std::vector<double>> hydrostatics;  ///< rows i, j, C
  /// True if the index of the radiating dof is first.
  bool swapped_indices = false;
};

/// Returns true if the second index changes more slowly from row to row. WAMIT writes the matrices
/// row by row, with the influenced dof first; Capytaine's export writes them in the same order with
/// the indices swapped.
bool has_swapped_indices(const WamitTable& table) {
  Index first_stays = 0;
  Index second_stays = 0;
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    first_stays += table.rows[i][1] == table.rows[i - 1][1] ? 1 : 0;
    second_stays += table.rows[i][2] == table.rows[i - 1][2] ? 1 : 0;
  }
  return second_stays > first_stays;
}

void fill_radiation(const WamitTable& table, NumericFiles& parts) {
  parts.swapped_indices = has_swapped_indices(table);
  for (const std::vector<double>& row : table.rows) {
    auto i = to_integer<Index>(row[1], "dof");
    auto j = to_integer<Index>(row[2], "dof");
    if (parts.swapped_indices) std::swap(i, j);
    parts.run.radiation.push_back({row[0], i, j, row[3], row[4]});
  }
}

void fill_force(const WamitTable& table, std::vector<WamitForceEntry>& entries) {
  for (const std::vector<double>& row : table.rows) {
    entries.push_back({row[0], row[1], to_integer<Index>(row[2], "dof"), Complex(row[5], row[6])});
  }
}

/// Returns the entries for two waves of the same direction; those of two directions would belong to
/// a quadratic transfer function.
std::vector<WamitForceEntry> drift_entries(const WamitTable& table) {
  std::vector<WamitForceEntry> entries;
  for (const std::vector<double>& row : table.rows) {
    if (row[1] != row[2]) continue;
    entries.push_back({row[0], row[1], to_integer<Index>(row[3], "dof"), Complex(row[6], row[7])});
  }
  return entries;
}

/// Returns the index of a name's end among `ends`, or their number if it is not one of them.
int rank_by_name(const std::string& name, std::initializer_list<std::string_view> ends) {
  int rank = 0;
  for (const std::string_view end : ends) {
    if (name.ends_with(end)) return rank;
    ++rank;
  }
  return rank;
}

/// Returns the one of the three forces with the same columns that a file contains.
std::vector<WamitForceEntry>& force_by_name(const std::string& name, WamitRun& run) {
  if (name.ends_with("fk")) return run.froude_krylov;
  if (name.ends_with("sc")) return run.diffraction;
  return run.excitation;
}

template <typename Entry>
std::vector<Entry>& once(std::vector<Entry>& entries, const SourceFile& file) {
  require(
      entries.empty(),
      fmt::format("{} must be the only file of what it holds, another one is there", file.name));
  return entries;
}

template <typename Entry>
void add_method(int rank, const SourceFile& file, std::vector<Entry> entries,
                std::vector<WamitMethod<Entry>>& methods) {
  for (const WamitMethod<Entry>& other : methods) {
    require(other.rank != rank,
            fmt::format("{} must be the only file of what it holds, {} is there as well", file.name,
                        other.file));
  }
  methods.push_back({rank, file.name, std::move(entries)});
}

void add_qtf(const SourceFile& file, const WamitTable& table, NumericFiles& parts) {
  const bool sum = file.name.ends_with('s');
  require(sum || file.name.ends_with('d'),
          fmt::format("{} must end with d or s, as .12d and .12s: a file of quadratic transfer "
                      "functions does not say itself whether of differences or of sums",
                      file.name));
  const std::string stem = file.name.substr(0, file.name.size() - 1);
  add_method(rank_by_name(stem, {".10", ".11", ".12"}), file, wamit_pairs(table),
             sum ? parts.qtf_sum : parts.qtf_difference);
}

void choose_methods(NumericFiles& parts, Findings& findings) {
  note_drift_spread(parts.mean_drift, findings);
  parts.run.mean_drift = by_best_method(parts.mean_drift);
  parts.run.qtf_sum = by_best_method(parts.qtf_sum);
  parts.run.qtf_difference = by_best_method(parts.qtf_difference);
}

void read_file(const SourceFile& file, NumericFiles& parts) {
  const auto quantity = wamit_quantity(lines_of(file));
  require(quantity.has_value(), fmt::format("{} must be a numeric file of WAMIT", file.name));
  const WamitTable table = read_wamit_table(file, *quantity);
  switch (*quantity) {
    case WamitQuantity::kRadiation:
      once(parts.run.radiation, file);
      return fill_radiation(table, parts);
    case WamitQuantity::kForce:
      return fill_force(table, once(force_by_name(file.name, parts.run), file));
    case WamitQuantity::kDrift:
      return add_method(rank_by_name(file.name, {".8", ".7", ".9"}), file, drift_entries(table),
                        parts.mean_drift);
    case WamitQuantity::kQtf:
      return add_qtf(file, table, parts);
    case WamitQuantity::kHydrostatics:
      once(parts.hydrostatics, file) = table.rows;
  }
}

void read_hydrostatics(const std::vector<std::vector<double>>& rows, double length,
                       Database& database) {
  for (const std::vector<double>& row : rows) {
    const auto i = to_integer<Index>(row[0], "dof");
    const auto j = to_integer<Index>(row[1], "dof");
    require(std::max(i, j) < database.dof_count(),
            /// Bodies do not support each other hydrostatically.
            fmt::format("hydrostatics must be of {} dofs, have {}", database.dof_count(),
                        std::max(i, j) + 1));
    if (i / kDofs != j / kDofs) continue;  // bodies do not hold each other up
    database.bodies[static_cast<std::size_t>(i / kDofs)].hydrostatic_stiffness(i % kDofs,
                                                                               j % kDofs) =
        database.water_density * database.gravity * wamit_stiffness_scale(i, j, length) * row[2];
  }
}

void note_swapped_indices(Database& database) {
  database.findings.push_back({"added_mass_indices_swapped", Severity::kInfo,
                               "added mass: the second index changes slower from row to row, as in "
                               "files that Capytaine exports: it is taken as the influenced dof",
                               0.0});
}

/// Creates the bodies from the values of the options.
/// @returns the points that their coefficients refer to
std::vector<Vector3> read_bodies(Index count, KnownValues& known, Database& database) {
  std::vector<Vector3> points;
  for (Index i = 0; i < count; ++i) {
    DatabaseBody body;
    body.name = known.body_name(i, "");
    body.center_of_gravity = known.center_of_gravity(i, {});
    body.center_of_buoyancy =
        known.center_of_buoyancy(i, {}, body.center_of_gravity, database.findings);
    body.displaced_volume = known.displaced_volume(i, {});
    points.push_back(known.reference_point(i, {}, body.center_of_gravity));
    database.bodies.push_back(std::move(body));
  }
  known.require_complete(count);
  return points;
}

/// Adds options that do not replace a value of a file to the history.
void note_options(const SourceOptions& options, Database& database) {
  if (options.hydrostatics_without_weight) {
    database.history.emplace_back("moment of the weight added to the hydrostatic stiffness");
  }
  if (options.first_column != FirstColumn::kPeriod) {
    database.history.push_back(
        fmt::format("first column taken as {}", name_of(options.first_column)));
  }
}

/// Adds one arbitrary direction, since the axis needs at least one.
void note_without_forces(Database& database) {
  database.findings.push_back({"excitation_absent", Severity::kWarning,
                               "no .3 or .2 file: the database has no wave forces, and a model "
                               "with waves is refused",
                               0.0});
}

void note_without_hydrostatics(Database& database) {
  database.findings.push_back({"hydrostatic_stiffness_absent", Severity::kWarning,
                               "no .hst file: the hydrostatic stiffness is zero", 0.0});
}

/// Checks X against the sum of its parts, relative to the largest force of the same kind.
void check_sum(Database& database) {
  if (database.excitation.empty() || database.froude_krylov.empty() ||
      database.diffraction.empty()) {
    return;
  }
  double worst = 0.0;
  for (std::size_t h = 0; h < database.excitation.values.size(); ++h) {
    const MatrixXcd difference = database.excitation.values[h] - database.froude_krylov.values[h] -
                                 database.diffraction.values[h];
    for (const Index first : {Index{0}, Index{3}}) {
      for (Index row = first; row < difference.rows(); row += kDofs) {
        const auto rows = Eigen::seqN(row, 3);
        const double largest =
            database.excitation.values[h](rows, Eigen::all).cwiseAbs().maxCoeff();
        const double apart = difference(rows, Eigen::all).cwiseAbs().maxCoeff();
        if (largest > 0.0) worst = std::max(worst, apart / largest);
      }
    }
  }
  constexpr double kTolerance = 1e-4;  // a few units of the last of six digits, of sums
  if (worst <= kTolerance) return;
  database.findings.push_back(
      {"excitation_parts_disagree", Severity::kWarning,
       fmt::format("excitation must be the sum of Froude-Krylov and diffraction force, differs by "
                   "{:.1e} of the largest: are .3, .3fk and .3sc of one run?",
                   worst),
       worst});
}

}  // namespace

Database read_wamit_numeric(std::span<const SourceFile> files, const SourceOptions& options) {
  NumericFiles parts;
  Database database;
  std::string digests;
  for (const SourceFile& file : files) {
    read_file(file, parts);
    digests += sha256(file.bytes);
  }
  choose_methods(parts, database.findings);
  const std::string names = names_of(files);
  require(!parts.run.radiation.empty(), names +
                                            " must hold added mass, the .1 file is missing: raftup "
                                            "import A.1 A.3 A.hst --out F.h5 reads them together");
  KnownValues known(names, options);
  database.source_format = "wamit";
  database.solver = "WAMIT";
  database.sha256 = sha256(digests);
  database.water_density = known.water_density({});
  database.gravity = known.gravity({});
  database.water_depth = known.water_depth({});
  const double length = known.length_scale({});
  const std::vector<Vector3> points = read_bodies(wamit_body_count(parts.run), known, database);
  if (parts.swapped_indices) note_swapped_indices(database);
  if (parts.hydrostatics.empty()) note_without_hydrostatics(database);
  read_hydrostatics(parts.hydrostatics, length, database);
  if (options.hydrostatics_without_weight) add_moment_of_weight(points, database);
  to_periods(options.first_column, database.gravity, database.water_depth, parts.run);
  assemble_wamit(parts.run, length, database);
  if (database.excitation.empty()) note_without_forces(database);
  check_sum(database);
  move_to_centers_of_gravity(database, points);
  database.history = known.given();
  note_options(options, database);
  database = make_database(std::move(database));
  check_reference_points(database, points, names, options);
  return database;
}

Database with_wamit_qtfs(Database database, std::span<const SourceFile> files,
                         const SourceOptions& options) {
  const std::string names = names_of(files);
  require(database.qtf_sum.entries.empty() && database.qtf_difference.entries.empty(),
          names +
              " must belong to a database without quadratic transfer functions, this one has "
              "some already");
  NumericFiles parts;
  std::string digests = database.sha256;
  for (const SourceFile& file : files) {
    read_file(file, parts);
    digests += sha256(file.bytes);
    database.sources.push_back({file.name, "wamit", sha256(file.bytes)});
  }
  choose_methods(parts, database.findings);
  KnownValues known(names, options);
  const double length = known.length_scale({});
  std::vector<Vector3> points;
  for (Index i = 0; i < database.body_count(); ++i) {
    const Vector3& center = database.bodies[static_cast<std::size_t>(i)].center_of_gravity;
    points.push_back(known.reference_point(i, {}, center));
  }
  known.require_complete(database.body_count());
  to_periods(options.first_column, database.gravity, database.water_depth, parts.run);
  assemble_wamit_qtfs(parts.run, length, database);
  move_qtfs_to_centers_of_gravity(database, points);
  database.sha256 = sha256(digests);
  database.history.push_back(
      fmt::format("quadratic transfer functions of {} added, taken as {}", names,
                  options.reference_points.empty() ? "about the centres of gravity"
                                                   : "about the reference points given"));
  note_options(options, database);
  return make_database(std::move(database));
}

}  // namespace raftup::hydro
