#include "hydro/database/readers/wamit/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/samples.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

constexpr double kPrinted = 5e-6;  ///< relative: files of one run print six or seven digits

Index rotations(Index dof) { return dof % kDofs >= 3 ? 1 : 0; }

double power(double scale, Index exponent) {
  return std::pow(scale, static_cast<double>(exponent));
}

/// Collects the different values of periods or directions in their order.
class Grid {
 public:
  Index place_or_add(double value) {
    const auto [found, is_new] = places_.try_emplace(value, static_cast<Index>(values_.size()));
    if (is_new) values_.push_back(value);
    return found->second;
  }

  /// Returns the index of the nearest value within the print precision; -1 if there is none.
  Index place(double value) const {
    const auto above = places_.lower_bound(value);
    Index best = -1;
    double distance = kPrinted * std::abs(value);
    const auto consider = [&](auto candidate) {
      const double apart = std::abs(candidate->first - value);
      if (apart <= distance) {
        best = candidate->second;
        distance = apart;
      }
    };
    if (above != places_.end()) consider(above);
    if (above != places_.begin()) consider(std::prev(above));
    return best;
  }

  const std::vector<double>& values() const { return values_; }

 private:
  std::map<double, Index> places_;
  std::vector<double> values_;
};

/// Measures the difference of repeated entries of one dof, period and direction, relative to the
/// largest force or moment.
class RepeatedEntries {
 public:
  /// @param force  force of the entry; `mean` is that of the `before` earlier entries at the same
  ///         place
  void consider(const WamitForceEntry& entry, Complex force, Complex mean, int before) {
    double& largest = largest_.at(kind_of(entry));
    largest = std::max(largest, std::abs(force));
    if (before == 0) return;
    Difference& worst = worst_.at(kind_of(entry));
    if (std::abs(force - mean) <= worst.value) return;
    worst = {std::abs(force - mean), entry.direction, entry.period};
  }

  /// Adds a finding if repeated entries differ.
  /// @throws Error(kInvalidArgument) if they come from different runs
  void note(const std::string& name, Findings& findings) const {
    for (const std::size_t kind : {0U, 1U}) {
      const Difference& worst = worst_.at(kind);
      const double relative = worst.value > 0.0 ? worst.value / largest_.at(kind) : 0.0;
      const std::string message = fmt::format(
          "{} stands twice at a heading of {:g} deg, and differs by {:.3g} % of its largest at "
          "{:g} s",
          name, worst.direction, 100.0 * relative, worst.period);
      require(relative <= kContradiction,
              message + ": are two runs in one file? Leave out the one that is wrong");
      if (relative > kPrinted) {
        findings.push_back({"wave_direction_twice", Severity::kWarning,
                            message + ": the mean is taken", relative});
      }
    }
  }

 private:
  static constexpr double kContradiction = 0.05;  ///< difference that two meshes cannot explain

  /// Returns whether an entry is a force or a moment.
  static std::size_t kind_of(const WamitForceEntry& entry) {
    return static_cast<std::size_t>(rotations(entry.influenced));
  }

  struct Difference {
    double value = 0.0, direction = 0.0, period = 0.0;
  };
  std::array<double, 2> largest_{};
  std::array<Difference, 2> worst_{};
};

/// Checks that every period and direction has as many dofs as the first one.
void require_whole(const std::vector<Eigen::MatrixXi>& times, const std::string& name,
                   Index first_period) {
  const auto dofs_in = [](const Eigen::MatrixXi& of, Index k) {
    return (of.col(k).array() > 0).count();
  };
  const Index expected = dofs_in(times.front(), first_period);
  for (const Eigen::MatrixXi& direction : times) {
    for (Index k = 0; k < direction.cols(); ++k) {
      const Index count = dofs_in(direction, k);
      require(count == expected,
              fmt::format("{} must have {} entries at every period and direction, has {} "
                          "somewhere: is the file truncated, or the periods of another run?",
                          name, expected, count));
    }
  }
}

/// Sorts the entries of one run into a database.
class Assembly {
 public:
  Assembly(double scale, Database& database) : scale_(scale), database_(database) {}

  void radiation(const std::vector<WamitRadiationEntry>& entries);
  void directions(const std::vector<WamitForceEntry>& entries);
  TransferFunction force(const std::vector<WamitForceEntry>& entries, const std::string& name,
                         Index power_of_translation);

 private:
  void read_periods(const std::vector<WamitRadiationEntry>& entries);
  void set_radiation(const WamitRadiationEntry& entry);

  double scale_;
  Database& database_;
  Grid periods_;
  Grid directions_;
};

/// Reads the finite periods; each must have as many entries as the first one.
void Assembly::read_periods(const std::vector<WamitRadiationEntry>& entries) {
  std::map<double, Index> counts;
  for (const WamitRadiationEntry& entry : entries) {
    if (entry.period > 0.0) periods_.place_or_add(entry.period);
    ++counts[entry.period];
  }
  require(periods_.values().size() >= 2,
          fmt::format("added mass and damping must be there for at least two periods, are for {}",
                      periods_.values().size()));
  const Index expected = counts[periods_.values().front()];
  for (const auto& [period, count] : counts) {
    require(count == expected,
            fmt::format("added mass must have {} entries at every period, has {} at {} s: is the "
                        "file truncated?",
                        expected, count, period));
  }
}

void Assembly::radiation(const std::vector<WamitRadiationEntry>& entries) {
  read_periods(entries);
  const auto count = static_cast<Index>(periods_.values().size());
  database_.omega = 2.0 * std::numbers::pi *
                    Eigen::Map<const VectorXd>(periods_.values().data(), count).cwiseInverse();
  const MatrixXd zero = MatrixXd::Zero(database_.dof_count(), database_.dof_count());
  database_.added_mass.assign(periods_.values().size(), zero);
  database_.radiation_damping = database_.added_mass;
  for (const WamitRadiationEntry& entry : entries) set_radiation(entry);
}

void Assembly::set_radiation(const WamitRadiationEntry& entry) {
  const Index i = entry.influenced;
  const Index j = entry.radiating;
  const double scale = database_.water_density * power(scale_, 3 + rotations(i) + rotations(j));
  if (entry.period < 0.0) return;  // omega = 0
  if (entry.period == 0.0) {
    if (!database_.added_mass_infinite) {
      database_.added_mass_infinite = MatrixXd::Zero(database_.dof_count(), database_.dof_count());
    }
    (*database_.added_mass_infinite)(i, j) = scale * entry.added_mass;
    return;
  }
  const Index k = periods_.place_or_add(entry.period);
  const auto place = static_cast<std::size_t>(k);
  database_.added_mass[place](i, j) = scale * entry.added_mass;
  database_.radiation_damping[place](i, j) = scale * database_.omega[k] * entry.damping;
}

/// Reads the directions; without forces there is one direction, 0.
void Assembly::directions(const std::vector<WamitForceEntry>& entries) {
  if (entries.empty()) directions_.place_or_add(0.0);
  for (const WamitForceEntry& entry : entries) directions_.place_or_add(entry.direction);
  const auto count = static_cast<Index>(directions_.values().size());
  database_.wave_directions =
      kRadiansPerDegree * Eigen::Map<const VectorXd>(directions_.values().data(), count);
}

/// Reads a force. Every period and direction must have as many entries as the first one. For an
/// entry that occurs twice, as if a run lists a heading twice, the mean is used.
TransferFunction Assembly::force(const std::vector<WamitForceEntry>& entries,
                                 const std::string& name, Index power_of_translation) {
  TransferFunction function;
  if (entries.empty()) return function;
  const Index frequencies = database_.omega.size();
  const Index directions = database_.wave_directions.size();
  const auto size = static_cast<std::size_t>(directions);
  function.values.assign(size, MatrixXcd::Zero(database_.dof_count(), frequencies));
  std::vector<Eigen::MatrixXi> times(size,
                                     Eigen::MatrixXi::Zero(database_.dof_count(), frequencies));
  RepeatedEntries repeated;
  for (const WamitForceEntry& entry : entries) {
    const Index k = periods_.place(entry.period);
    const Index h = directions_.place(entry.direction);
    require(k >= 0,
            fmt::format("{} must have the periods of added mass, has {} s", name, entry.period));
    require(h >= 0, fmt::format("{} must have the directions of the excitation, has {} deg", name,
                                entry.direction));
    const double scale = database_.water_density * database_.gravity *
                         power(scale_, power_of_translation + rotations(entry.influenced));
    const auto place = static_cast<std::size_t>(h);
    Complex& value = function.values[place](entry.influenced, k);
    const int before = times[place](entry.influenced, k)++;
    const Complex force = scale * entry.force;
    repeated.consider(entry, force, value, before);
    value = before == 0
                ? force
                : (value * static_cast<double>(before) + force) / static_cast<double>(before + 1);
  }
  require_whole(times, name, periods_.place(entries.front().period));
  repeated.note(name, database_.findings);
  return function;
}

Index highest_dof(const std::vector<WamitForceEntry>& entries) {
  Index highest = -1;
  for (const WamitForceEntry& entry : entries) highest = std::max(highest, entry.influenced);
  return highest;
}

/// Refuses generalized modes: dofs without a gap that are no whole number of bodies, beyond the first.
void require_rigid_dofs(const std::vector<WamitRadiationEntry>& entries, Index highest) {
  const Index count = highest + 1;
  if (count <= kDofs || count % kDofs == 0) return;
  std::vector<bool> present(static_cast<std::size_t>(count), false);
  for (const WamitRadiationEntry& entry : entries) {
    present[static_cast<std::size_t>(entry.influenced)] = true;
  }
  const bool has_gap = std::find(present.begin(), present.end(), false) != present.end();
  require(has_gap,
          fmt::format("added mass must be on six dofs for each body, is on {} without a gap: "
                      "generalised modes (NEWMDS) have no masses in these files. Give them to "
                      "BEMIO, whose .h5 has those of the .mmx, or leave the modes out",
                      count));
}

}  // namespace

Eigen::Index wamit_body_count(const WamitRun& run) {
  Index highest = -1;
  for (const WamitRadiationEntry& entry : run.radiation) {
    highest = std::max({highest, entry.influenced, entry.radiating});
  }
  require_rigid_dofs(run.radiation, highest);
  const Index bodies = highest / kDofs + 1;
  for (const auto* force :
       {&run.excitation, &run.froude_krylov, &run.diffraction, &run.mean_drift}) {
    require(highest_dof(*force) < kDofs * bodies,
            fmt::format("the wave forces must be on the {} dofs of added mass, are on {}",
                        kDofs * bodies, highest_dof(*force) + 1));
  }
  return bodies;
}

double wamit_stiffness_scale(Eigen::Index row, Eigen::Index column, double scale) {
  return power(scale, 2 + rotations(row) + rotations(column));
}

void assemble_wamit(const WamitRun& run, double scale, Database& database) {
  Assembly assembly(scale, database);
  assembly.radiation(run.radiation);
  assembly.directions(run.excitation.empty() ? run.froude_krylov : run.excitation);
  database.excitation = assembly.force(run.excitation, "excitation", 2);
  database.froude_krylov = assembly.force(run.froude_krylov, "Froude-Krylov force", 2);
  database.diffraction = assembly.force(run.diffraction, "diffraction force", 2);
  if (run.excitation.empty() && !run.froude_krylov.empty() && !run.diffraction.empty()) {
    database.excitation = excitation_sum(database.froude_krylov, database.diffraction);
  }
  const TransferFunction drift = assembly.force(run.mean_drift, "mean drift force", 1);
  for (const MatrixXcd& values : drift.values) {
    database.mean_drift_force.emplace_back(values.real());
  }
  assemble_wamit_qtfs(run, scale, database);
  order_samples(database);
}

namespace {

constexpr double kMaximumDofs = 6000;  ///< a thousand bodies
/// Greatest number of lines of words before the first row.
constexpr std::size_t kMostHeadings = 20;

/// Returns true for a comment and, before the first row, for any line that does not begin with a
/// number.
bool is_heading(const TextLine& line, bool is_before_rows) {
  const std::string_view word = words_of(line.text).front();
  return std::string_view("#!%*").find(word.front()) != std::string_view::npos ||
         (is_before_rows && !parse_number(word));
}

/// Columns of a quantity, and the columns that contain dofs.
struct Columns {
  std::size_t count;
  std::vector<std::size_t> dofs;
};

Columns columns_of(WamitQuantity quantity) {
  switch (quantity) {
    case WamitQuantity::kRadiation:
      return {5, {1, 2}};
    case WamitQuantity::kForce:
      return {7, {2}};
    case WamitQuantity::kHydrostatics:
      return {3, {0, 1}};
    case WamitQuantity::kQtf:
      return {9, {4}};
    default:
      return {8, {3}};
  }
}

std::optional<std::vector<double>> numbers_in(const TextLine& line) {
  std::vector<double> numbers;
  for (const std::string_view word : words_of(line.text)) {
    const auto number = parse_number(word);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

bool is_dof(double value) {
  return value >= 1.0 && value <= kMaximumDofs && value == std::floor(value);
}

bool fits(std::vector<double> row, WamitQuantity quantity) {
  const Columns columns = columns_of(quantity);
  if (row.size() != columns.count) return false;
  if (quantity == WamitQuantity::kDrift) row[3] = std::abs(row[3]);
  return std::all_of(columns.dofs.begin(), columns.dofs.end(),
                     [&](std::size_t column) { return is_dof(row[column]); });
}

std::optional<WamitQuantity> quantity_of(std::vector<double> row) {
  if (row.size() == 4) row.resize(5);
  for (const auto quantity :
       {WamitQuantity::kRadiation, WamitQuantity::kForce, WamitQuantity::kHydrostatics,
        WamitQuantity::kDrift, WamitQuantity::kQtf}) {
    if (fits(row, quantity)) return quantity;
  }
  return std::nullopt;
}

}  // namespace

std::optional<WamitQuantity> wamit_quantity(const std::vector<TextLine>& lines) {
  for (std::size_t i = 0; i < std::min<std::size_t>(kMostHeadings, lines.size()); ++i) {
    if (const auto numbers = numbers_in(lines[i])) return quantity_of(*numbers);
  }
  return std::nullopt;
}

WamitTable read_wamit_table(const SourceFile& file, WamitQuantity quantity) {
  const Columns columns = columns_of(quantity);
  WamitTable table;
  const std::vector<TextLine> lines = lines_of(file);
  require(file.bytes.back() == static_cast<std::byte>('\n'),
          file.name + " must end with the end of a line: is it truncated?");
  for (const TextLine& line : lines) {
    std::optional<std::vector<double>> row = numbers_in(line);
    if (!row && is_heading(line, table.rows.empty())) continue;
    const bool is_limit = row && row->size() == 4 && row->front() <= 0.0;
    if (is_limit && quantity == WamitQuantity::kRadiation) row->push_back(0.0);
    if (!row || !fits(*row, quantity)) {
      refuse_line(file, line,
                  fmt::format("must have {} numbers, with dofs from 1 in {} of them", columns.count,
                              columns.dofs.size()));
    }
    if (quantity == WamitQuantity::kDrift && (*row)[3] < 0.0) continue;
    for (const std::size_t column : columns.dofs) (*row)[column] -= 1.0;
    table.rows.push_back(std::move(*row));
  }
  return table;
}

}  // namespace raftup::hydro
