/// @file radiation_table [FILE...]: error against cost of every form of radiation memory, for the
/// sample databases or the files that are named; rows of the table in docs/hydro/radiation.md.
/// A database's state spaces end with the first tolerance that is out of reach. Time per step of
/// prepare and advance: processor time, the least of several batches of steps.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <vector>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/base/radiation_options.hpp"
#include "tests/support/reference_data.hpp"

namespace {

using namespace raftup;
using hydro::RadiationForm;

constexpr double kStep = 0.05;  // s
constexpr int kBatches = 10;

/// Microseconds of a step once `history` steps have been made.
double cost(const hydro::RadiationMemory& memory, int history, int steps) {
  hydro::MemoryState state = memory.initial_state(VectorXd::Random(memory.dof_count()));
  const VectorXd velocity = VectorXd::Random(memory.dof_count());
  for (int k = 0; k < history; ++k) memory.advance(state, velocity);
  hydro::StageTails tails;
  double least = 1e9;
  for (int batch = 0; batch < kBatches; ++batch) {
    const std::clock_t begin = std::clock();
    for (int k = 0; k < steps; ++k) {
      memory.prepare(state, tails);
      memory.advance(state, velocity);
    }
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    least = std::min(least, 1e6 * seconds / steps);
  }
  return least;
}

/// Prints a form's row; returns the larger error of A and B.
double print_row(const hydro::Database& database, const std::string& name, Eigen::Index active,
                 RadiationForm form, double tolerance) {
  constexpr int kSteps = 2000, kStepsOfMany = 200;
  hydro::RadiationOptions options;
  options.form = form;
  options.tolerance = tolerance;
  const auto model = make_radiation_model(database, options, kStep, nullptr);
  const auto& report = model.report;
  const auto lags = static_cast<int>(std::lround(report.kernel_duration / kStep));
  const std::string size =
      form == RadiationForm::kStateSpace
          ? fmt::format("{} poles, {} states", report.pole_count, report.state_count)
          : fmt::format("{} lags", lags);
  const std::string label = form == RadiationForm::kStateSpace
                                ? fmt::format("state_space {:.0e}", tolerance)
                            : form == RadiationForm::kPartitioned ? "partitioned"
                                                                  : "convolution";
  const double microseconds = cost(*model.memory, lags, active > 36 ? kStepsOfMany : kSteps);
  fmt::print("| {} | {} | {} | {:.1e} | {:.1e} | {:.{}f} |\n", name, label, size,
             report.error_added_mass, report.error_damping, microseconds,
             microseconds < 10.0 ? 2 : 0);
  std::fflush(stdout);
  return std::max(report.error_added_mass, report.error_damping);
}

void print_rows(const std::filesystem::path& file) {
  const hydro::Database database = hydro::read_database(file);
  const hydro::RadiationCoefficients coefficients(database, hydro::RadiationData::kRepaired, true);
  const Eigen::Index active = (coefficients.dof_scale().array() > 0.0).count();
  const std::string name = file.stem().string();
  for (const RadiationForm form : {RadiationForm::kConvolution, RadiationForm::kPartitioned}) {
    // the tolerance is that of the fit that the kernel comes from
    print_row(database, name, active, form, hydro::RadiationOptions{}.tolerance);
  }
  for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
    if (print_row(database, name, active, RadiationForm::kStateSpace, tolerance) > tolerance) break;
  }
}

std::vector<std::filesystem::path> sample_databases() {
  std::vector<std::filesystem::path> files;
  for (const char* file : {"hemisphere.h5", "alongside.h5", "tug_shallow.h5", "array9.h5"}) {
    files.push_back(testing::own_data() / file);
  }
  for (const char* file : {"bemio/sphere.h5", "bemio/rm3.h5", "bemio/trimaran.h5"}) {
    if (const auto found = testing::reference_data(file)) files.push_back(*found);
  }
  return files;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::filesystem::path> files(arguments + 1, arguments + count);
  if (files.empty()) files = sample_databases();
  fmt::print(
      "| database | form | size | error of A | error of B | us a step "
      "|\n|---|---|---|---|---|---|\n");
  for (const auto& file : files) print_rows(file);
  return 0;
}
