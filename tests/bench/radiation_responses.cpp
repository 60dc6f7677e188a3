/// @file radiation_responses [FILE...]: responses of freely floating bodies by the default memory
/// against those by A and B of the file itself, for every sample database that has both (or the
/// files that are named), and the same with every fourth frequency up to 2 rad/s alone: against the
/// file at the frequencies kept and at all of it. Rows of a table in docs/hydro/radiation.md.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <optional>
#include <vector>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "hydro/radiation/base/response_difference.hpp"
#include "tests/support/reference_data.hpp"

namespace {

using namespace raftup;

constexpr double kThinnedEnd = 2.0;  // rad/s
constexpr Eigen::Index kThinning = 4;

/// The database at some of its frequencies.
hydro::Database selected(const hydro::Database& whole, const std::vector<Eigen::Index>& kept) {
  hydro::Database part = whole;
  part.sha256.clear();
  part.omega = whole.omega(kept);
  part.added_mass.clear();
  part.radiation_damping.clear();
  for (const Eigen::Index k : kept) {
    part.added_mass.push_back(whole.added_mass[static_cast<std::size_t>(k)]);
    part.radiation_damping.push_back(whole.radiation_damping[static_cast<std::size_t>(k)]);
  }
  for (MatrixXcd& force : part.excitation.values) force = force(Eigen::all, kept).eval();
  return part;
}

/// Every `step`-th frequency up to `end`.
std::vector<Eigen::Index> frequencies(const VectorXd& omega, Eigen::Index step, double end) {
  std::vector<Eigen::Index> kept;
  for (Eigen::Index k = 0; k < omega.size() && omega[k] <= end + 1e-9; k += step) kept.push_back(k);
  return kept;
}

double worst(const std::vector<hydro::ResponseDifference>& rows) {
  double value = 0.0;
  for (const auto& row : rows) value = std::max(value, row.difference);
  return value;
}

hydro::RadiationSeries filed(const hydro::Database& database) {
  return {database.added_mass, database.radiation_damping};
}

/// A and B as every memory has them: nothing in time gives one half of a pair without the other.
hydro::RadiationSeries symmetrized(const hydro::Database& database) {
  hydro::RadiationSeries series = filed(database);
  for (auto* matrices : {&series.added_mass, &series.radiation_damping}) {
    for (MatrixXd& matrix : *matrices) matrix = (0.5 * (matrix + matrix.transpose())).eval();
  }
  return series;
}

/// Largest difference of responses by a memory from those by the symmetrised file, of the dof's
/// peak.
double difference(const hydro::RadiationMemory& memory, const hydro::Database& database) {
  return worst(compare_responses(database, symmetrized(database),
                                 hydro::radiation_series(memory, database.omega)));
}

void print_row(const std::string& name, const hydro::Database& made_of,
               const hydro::Database& whole) {
  for (const auto form : {hydro::RadiationForm::kStateSpace, hydro::RadiationForm::kPartitioned}) {
    hydro::RadiationOptions options;
    options.form = form;
    const std::clock_t begin = std::clock();
    const auto model = make_radiation_model(made_of, options, 0.05, nullptr);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const auto& report = model.report;
    const bool fit = form == hydro::RadiationForm::kStateSpace;
    fmt::print("| {} | {} | {:.2g} % | {} | {:.2g} | {:.2g} | {:.2g} % | {:.2g} % | {:.1f} |\n",
               name, made_of.omega.size(),
               100.0 * worst(compare_responses(made_of, filed(made_of), symmetrized(made_of))),
               fit ? fmt::format("{} poles, {} states", report.pole_count, report.state_count)
                   : "partitioned",
               report.error_added_mass, report.error_damping,
               100.0 * difference(*model.memory, made_of), 100.0 * difference(*model.memory, whole),
               seconds);
    std::fflush(stdout);
  }
}

void print_rows(const std::filesystem::path& file, bool thinned) {
  const hydro::Database database = hydro::read_database(file);
  if (database.added_mass.empty() || database.radiation_damping.empty()) return;
  const std::string name = file.stem().string();
  if (!thinned) return print_row(name, database, database);
  const auto kept = frequencies(database.omega, kThinning, kThinnedEnd);
  const auto below = frequencies(database.omega, 1, database.omega[kept.back()]);
  print_row(name + ", thinned", selected(database, kept), selected(database, below));
}

std::vector<std::filesystem::path> sample_databases() {
  std::vector<std::filesystem::path> files;
  for (const char* file : {"hemisphere.h5", "alongside.h5", "tug_shallow.h5", "array9.h5"}) {
    files.push_back(testing::own_data() / file);
  }
  for (const char* file : {"bemio/sphere.h5", "bemio/rm3.h5"}) {
    if (const auto found = testing::reference_data(file)) files.push_back(*found);
  }
  return files;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::filesystem::path> files(arguments + 1, arguments + count);
  if (files.empty()) files = sample_databases();
  fmt::print(
      "| database | frequencies | asymmetry | memory | error of A | of B | response, own "
      "frequencies | all "
      "frequencies | CPU s |\n|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& file : files) print_rows(file, false);
  for (const auto& file : files) print_rows(file, true);
  return 0;
}
