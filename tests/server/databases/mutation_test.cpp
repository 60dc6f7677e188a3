/// @file Small databases and hull meshes of every format with damaged bytes, read in the reader's
/// own sandbox, many in a process. RAFTUP_MUTATIONS=100000 runs more of each.
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/transformation.hpp"
#include "server/databases/sandbox.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/aqwa_text.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/hams_text.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/hydrostar_text.hpp"
#include "tests/support/meshes.hpp"
#include "tests/support/nemoh_text.hpp"
#include "tests/support/orcaflex_text.hpp"

using namespace raftup;

namespace {

using Bytes = std::vector<std::byte>;

constexpr int kMutationsPerProcess = 100;
constexpr time_t kCpuSeconds = 3;  ///< of a process: one mutation takes milliseconds

enum Outcome : char { kAccepted = 'a', kRefused = 'r', kFailed = 'f' };

/// The files of one database, the first of which is damaged.
struct Sample {
  std::string format;
  std::vector<hydro::SourceFile> files;
  int usual_count = 500;
};

int mutation_count(int usual) {
  const char* asked = std::getenv("RAFTUP_MUTATIONS");
  return asked != nullptr ? std::atoi(asked) : usual;
}

/// What the formats without points and scales need; the others refuse it.
hydro::SourceOptions options_for(const std::string& format) {
  hydro::SourceOptions options;
  if (format == "bemio" || format == "raftup" || format.starts_with("AQWA") || format == "NEMOH" ||
      format == "OrcaFlex" || format.starts_with("HAMS") || format.starts_with("NetCDF")) {
    return options;
  }
  options.centers_of_gravity = {Vector3(0, 0, -2)};
  if (format == "hdb5") return options;
  if (format == "HydroStar") {
    options.displaced_volumes = {8.0};
    return options;
  }
  options.water_density = 1000.0;
  if (format == "WAMIT .out") return options;
  options.gravity = 10.0;
  options.water_depth = 100.0;
  if (format == "diodore") return options;
  options.length_scale = 2.0;
  options.displaced_volumes = {8.0};
  return options;
}

/// HDB5 needs both parts of the excitation and a kernel.
Bytes hdb5_sample() {
  hydro::Database database = hydro::read_database(testing::minimal_bemio(1).image());
  database.added_mass.assign(2, *database.added_mass_infinite);
  database.froude_krylov = database.diffraction = database.excitation;
  database.retardation_kernel.grid = VectorXd::LinSpaced(2, 0.0, 1.0);
  database.retardation_kernel.values = database.added_mass;
  return testing::hdb5_image(database);
}

/// A database with the matrices that texts of AQWA and NEMOH need.
hydro::Database with_matrices() {
  hydro::Database database = hydro::read_database(testing::minimal_bemio(2).image());
  database.added_mass.assign(2, *database.added_mass_infinite);
  database.radiation_damping = database.added_mass;
  return database;
}

/// AQWA's listing needs both parts of the excitation.
std::vector<hydro::SourceFile> aqwa_sample() {
  hydro::Database database = with_matrices();
  database.froude_krylov = database.diffraction = database.excitation;
  return {testing::text_source("a.AH1", testing::aqwa_text(database)),
          testing::text_source("a.LIS", testing::aqwa_listing(database))};
}

/// AQWA's quadratic transfer functions of one pair of frequencies, with the file that they belong to.
std::vector<hydro::SourceFile> aqwa_pairs() {
  hydro::Database database = with_matrices();
  database.qtf_difference.omega = VectorXd::LinSpaced(2, 0.5, 1.0);
  for (Eigen::Index dof = 0; dof < database.dof_count(); ++dof) {
    database.qtf_difference.entries.push_back({dof, 0.0, 0.0, MatrixXcd::Identity(2, 2)});
  }
  return {testing::text_source("a.QTF", testing::aqwa_qtf(database, true)),
          testing::text_source("a.AH1", testing::aqwa_text(database))};
}

std::string orcaflex_sample() {
  return testing::orcaflex_text(hydro::select_bodies(with_matrices(), {0}), {});
}

/// A case of HAMS, whose file number `damaged` is the first.
std::vector<hydro::SourceFile> hams_sample(std::size_t damaged) {
  const hydro::Database body =
      hydro::select_bodies(testing::in_water_of_hams(with_matrices()), {0});
  std::vector<hydro::SourceFile> files = testing::hams_files(body, Vector3::Zero());
  std::swap(files.front(), files[damaged]);
  return files;
}

std::vector<Sample> samples() {
  using testing::text_source;
  const hydro::Database small = hydro::read_database(testing::minimal_bemio(2).image());
  const hydro::HullMesh cube = testing::box_mesh({0, 0, 0}, {1, 1, 1}, 1.0);
  return {
      {"bemio", {{"a.h5", testing::minimal_bemio(2).image()}}, 2000},
      {"raftup", {{"a.h5", hydro::write_raftup(small)}}},
      {"NetCDF-3", {{"a.nc", testing::small_capytaine().netcdf3(2)}}},
      {"NetCDF-4", {{"a.nc", testing::small_capytaine().netcdf4()}}},
      {"NetCDF-3 with modes", {{"a.nc", testing::flexible_capytaine().netcdf3(2)}}},
      {"hdb5", {{"a.hdb5", hdb5_sample()}}},
      {"WAMIT .1",
       {text_source("a.1", testing::wamit_radiation()), text_source("a.3", testing::wamit_forces()),
        text_source("a.hst", testing::wamit_hydrostatics()),
        text_source("a.8", testing::wamit_drift()),
        text_source("a.12d",
                    " 6.0 6.0 0 0 1 5.0 0 5.0 0.0\n 6.0 3.0 0 0 1 5.0 53.1 3.0 4.0\n"
                    " 3.0 3.0 0 0 1 6.0 0 6.0 0.0\n")}},
      {"WAMIT .3",
       {text_source("a.3", testing::wamit_forces()),
        text_source("a.1", testing::wamit_radiation())}},
      {"WAMIT .out", {text_source("a.out", testing::wamit_output())}},
      {"diodore", {text_source("a.hdb", testing::diodore_text())}},
      {"AQWA", aqwa_sample()},
      {"NEMOH", testing::nemoh_files(with_matrices(), {})},
      {"HAMS control file", hams_sample(0)},
      {"HAMS stiffness", hams_sample(1)},
      {"HAMS added mass", hams_sample(2)},
      {"HydroStar", testing::rao_files(hydro::select_bodies(with_matrices(), {0}), {})},
      {"OrcaFlex", {text_source("a.yml", orcaflex_sample())}},
      {"AQWA .QTF", aqwa_pairs()},
      {"OBJ", {text_source("a.obj", testing::obj_text(cube))}},
      {"STL", {text_source("a.stl", testing::ascii_stl(cube))}},
      {"binary STL", {text_source("a.stl", testing::binary_stl(cube))}},
      {"GDF", {text_source("a.gdf", testing::kGdf)}},
  };
}

/// As the reader process does.
void read_file(const std::string& format, const std::vector<hydro::SourceFile>& files) {
  if (hydro::mesh_format(files.front())) {
    hydro::read_mesh_file(files.front());
  } else {
    hydro::read_database(files, options_for(format));
  }
}

/// Mutation number `index` of `whole`: one to eight bytes changed, or the end cut off. HDF5 keeps
/// its structure in the first bytes and around the headers, so half of the damage goes there.
Bytes mutate(const Bytes& whole, int index) {
  std::mt19937 random(static_cast<unsigned>(index));
  Bytes bytes = whole;
  if (random() % 16 == 0) bytes.resize(random() % bytes.size());
  if (bytes.empty()) return bytes;
  const unsigned changes = 1 + random() % 8;
  for (unsigned i = 0; i < changes; ++i) {
    const std::size_t range =
        random() % 2 == 0 ? std::min<std::size_t>(2048, bytes.size()) : bytes.size();
    constexpr std::array<unsigned, 4> kNasty = {0x00, 0x7f, 0x80, 0xff};
    const unsigned value = random() % 2 == 0 ? random() % 256 : kNasty[random() % kNasty.size()];
    bytes[random() % range] = static_cast<std::byte>(value);
  }
  return bytes;
}

Outcome read(const Sample& sample, int index) {
  std::vector<hydro::SourceFile> files = sample.files;
  files.front().bytes = mutate(files.front().bytes, index);
  try {
    read_file(sample.format, files);
    return kAccepted;
  } catch (const Error& error) {
    // A refusal says something, and calls the file wrong, not the program.
    const bool clear = std::string(error.what()).size() > 8 && error.code() != ErrorCode::kInternal;
    return clear ? kRefused : kFailed;
  } catch (const std::bad_alloc&) {
    return kRefused;
  }
}

/// In a child: reads mutations [begin, end) and writes one letter for each as soon as it is done.
[[noreturn]] void read_in_sandbox(const Sample& sample, int begin, int end, int output) {
  dup2(output, STDOUT_FILENO);
  // Catch2's handlers, which the child inherits, would print: the sandbox forbids it.
  for (const int signal : {SIGSEGV, SIGABRT, SIGFPE, SIGILL, SIGTERM}) {
    std::signal(signal, SIG_DFL);
  }
  const itimerval cpu{{}, {kCpuSeconds, 0}};
  setitimer(ITIMER_PROF, &cpu, nullptr);  // SIGPROF ends what hangs
  server::enter_sandbox();
  for (int i = begin; i < end; ++i) {
    const char outcome = read(sample, i);
    if (write(STDOUT_FILENO, &outcome, 1) != 1) _exit(1);
  }
  _exit(0);
}

/// Outcomes of one process; the last is the signal that ended it, if one did.
struct Batch {
  std::string outcomes;
  int signal = 0;
};

Batch run_batch(const Sample& sample, int begin, int end) {
  std::array<int, 2> ends{};
  REQUIRE(pipe(ends.data()) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) read_in_sandbox(sample, begin, end, ends[1]);
  close(ends[1]);
  Batch batch;
  std::array<char, 256> block{};
  for (ssize_t count = 0; (count = ::read(ends[0], block.data(), block.size())) > 0;) {
    batch.outcomes.append(block.data(), static_cast<std::size_t>(count));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (WIFSIGNALED(status)) batch.signal = WTERMSIG(status);
  return batch;
}

}  // namespace

TEST_CASE("reader: damaged databases are read, refused with a message, or end their process only",
          "[databases][hostile][security]") {
  const Sample sample = GENERATE(from_range(samples()));
  INFO(sample.format);
  REQUIRE_NOTHROW(read_file(sample.format, sample.files));
  const int count = mutation_count(sample.usual_count);
  std::map<char, int> outcomes;
  std::map<int, int> signals;
  for (int next = 0; next < count;) {
    const Batch batch = run_batch(sample, next, std::min(count, next + kMutationsPerProcess));
    for (const char outcome : batch.outcomes) ++outcomes[outcome];
    next += static_cast<int>(batch.outcomes.size());
    if (batch.signal != 0) {
      ++signals[batch.signal];
      ++next;  // the one that did it
    } else {
      REQUIRE(!batch.outcomes.empty());
    }
  }
  int killed = 0;
  for (const auto& [signal, times] : signals) {
    killed += times;
    if (count != sample.usual_count) std::cout << "signal " << signal << ": " << times << '\n';
  }
  if (count != sample.usual_count) {
    std::cout << sample.format << ", " << count << " mutations: " << outcomes[kAccepted]
              << " accepted, " << outcomes[kRefused] << " refused, " << killed
              << " ended their process\n";
  }
  CHECK(outcomes[kFailed] == 0);
  CHECK(signals[SIGSYS] == 0);  // damage makes the library crash, not call for what it may not
  CHECK(outcomes[kAccepted] + outcomes[kRefused] + killed == count);
  CHECK(outcomes[kRefused] > count / 20);
  CHECK(killed < count / 10);
}
