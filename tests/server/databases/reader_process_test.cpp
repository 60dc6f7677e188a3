#include "server/databases/reader_process.hpp"

#include <sys/stat.h>

#include <fstream>

#include "hydro/base/error.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "server/base/service_error.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace raftup;
using Catch::Contains;
using server::ReaderProcess;

namespace {

/// A file of damaged coefficients of two bodies at eight frequencies, made whole but for them: what
/// the reader meets is the damage.
std::filesystem::path complete(const std::filesystem::path& damaged,
                               const testing::TemporaryFolder& folder) {
  testing::BemioFields fields = testing::minimal_bemio(2);
  fields.arrays.erase("/simulation_parameters/w");
  for (const std::string body : {"/body1", "/body2"}) {
    fields.arrays.erase(body + "/properties/cg");
    fields.arrays.erase(body + "/hydro_coeffs/radiation_damping/all");
    for (const char* part : {"re", "im"}) {
      fields.arrays[body + "/hydro_coeffs/excitation/" + part] = {{6, 1, 8},
                                                                  std::vector<double>(48)};
    }
  }
  testing::Hdf5Image image(hydro::read_bytes(damaged));
  fields.write_to(image);
  const std::vector<std::byte> bytes = image.bytes();
  const std::filesystem::path file = folder.path() / "completed.h5";
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return file;
}

/// What the reader says about a file, and with which code; "" where it accepts it.
std::string refusal(const ReaderProcess& reader, const std::filesystem::path& file) {
  try {
    reader.read(file);
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    return error.what();
  } catch (const server::ServiceError& error) {
    CHECK(error.reason() == server::Reason::kParserCrashed);
    return error.what();
  }
}

/// A program that stands for the reader and does `script` instead.
ReaderProcess broken_reader(const testing::TemporaryFolder& folder, const std::string& script,
                            std::chrono::milliseconds timeout = std::chrono::seconds(20)) {
  const std::filesystem::path program = folder.path() / "reader";
  std::ofstream(program) << "#!/bin/sh\n" << script << "\n";
  chmod(program.c_str(), S_IRWXU);
  return ReaderProcess(program, timeout);
}

const std::filesystem::path kAnyFile = testing::own_data() / "tug_shallow.h5";

}  // namespace

TEST_CASE("reader process: gives the database that the reader in this process gives",
          "[databases]") {
  const auto file = testing::own_data() / "alongside.h5";
  const auto database = std::get<hydro::Database>(ReaderProcess(RAFTUP_READER).read(file));
  const hydro::Database here = hydro::read_bemio(file);
  REQUIRE(database.sha256 == here.sha256);
  REQUIRE(database.added_mass == here.added_mass);
  REQUIRE(database.findings.size() == here.findings.size());
}

TEST_CASE("reader process: every malformed file is refused with a message",
          "[databases][hostile][reference]") {
  const ReaderProcess reader(RAFTUP_READER);
  RAFTUP_REQUIRE_REFERENCE(folder, "malformed");
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string message = refusal(reader, entry.path());
    INFO(entry.path().filename() << ": " << message);
    CHECK_FALSE(message.empty());
    ++count;
  }
  REQUIRE(count == 14);
}

TEST_CASE("reader process: names the object and the rule of a hostile file",
          "[databases][hostile][reference]") {
  const ReaderProcess reader(RAFTUP_READER);
  RAFTUP_REQUIRE_REFERENCE(bomb, "malformed/bomb.h5");
  REQUIRE_THAT(refusal(reader, bomb), Contains("/z may declare at most 1000 times"));
  RAFTUP_REQUIRE_REFERENCE(external, "malformed/ext.h5");
  REQUIRE_THAT(refusal(reader, external), Contains("/w must keep its data in this file"));
  // healthy HDF5, and no database
  RAFTUP_REQUIRE_REFERENCE(other, "malformed/ok.h5");
  REQUIRE(refusal(reader, other) ==
          std::string("the file must be of a known format, is none of: ") +
              std::string(hydro::kDatabaseFormats) + "; nor a mesh: STL, OBJ or GDF");
}

TEST_CASE("reader process: reads the formats that one file holds, to the bit",
          "[databases][formats][reference]") {
  const ReaderProcess reader(RAFTUP_READER);
  RAFTUP_REQUIRE_REFERENCE(dataset, "own/capytaine/hemisphere.nc");
  const hydro::Database here = hydro::read_database(dataset);
  const auto there = std::get<hydro::Database>(reader.read(dataset));
  CHECK(there.source_format == "capytaine");
  CHECK(there.added_mass == here.added_mass);
  CHECK(there.excitation.values == here.excitation.values);
  CHECK(there.findings.size() == here.findings.size());
  const testing::TemporaryFolder folder;
  const std::filesystem::path own = folder.path() / "own.h5";
  hydro::Database with_all = here;
  with_all.mean_drift_force.assign(12, MatrixXd::Constant(6, 50, 0.25));
  with_all.qtf_sum.omega = VectorXd::LinSpaced(2, 0.5, 1.0);
  with_all.qtf_sum.entries = {{2, 0.0, 0.5, MatrixXcd::Constant(2, 2, Complex(1, 2))}};
  with_all.history = {"density 1025 given"};
  const std::vector<std::byte> image = hydro::write_raftup(with_all);
  std::ofstream(own, std::ios::binary)
      .write(reinterpret_cast<const char*>(image.data()),
             static_cast<std::streamsize>(image.size()));
  const auto again = std::get<hydro::Database>(reader.read(own));
  CHECK(again.mean_drift_force == with_all.mean_drift_force);
  CHECK(again.qtf_sum.entries.at(0).values == with_all.qtf_sum.entries[0].values);
  CHECK(again.qtf_sum.entries[0].direction_2 == 0.5);
  CHECK(again.history == with_all.history);
  CHECK(again.sources.at(0).name == "hemisphere.nc");
}

TEST_CASE("reader process: damage that crashes the HDF5 library ends the reader only",
          "[databases][hostile][reference]") {
  const testing::TemporaryFolder folder;
  RAFTUP_REQUIRE_REFERENCE(damaged, "malformed/crash_1_-11_2.h5");
  REQUIRE(refusal(ReaderProcess(RAFTUP_READER), complete(damaged, folder)) ==
          "the file crashed the reader (signal 11, Segmentation fault)");
}

TEST_CASE("reader process: damage that makes the HDF5 library hang is ended",
          "[databases][hostile][reference]") {
  const testing::TemporaryFolder folder;
  RAFTUP_REQUIRE_REFERENCE(damaged, "malformed/crash_2_timeout_1.h5");
  const ReaderProcess reader(RAFTUP_READER, std::chrono::milliseconds(1500));
  REQUIRE(refusal(reader, complete(damaged, folder)) ==
          "the file took the reader longer than 1.5 s");
}

TEST_CASE("reader process: one that is killed is reported with its signal",
          "[databases][hostile]") {
  const testing::TemporaryFolder folder;
  const ReaderProcess segfaults = broken_reader(folder, "kill -SEGV $$");
  REQUIRE(refusal(segfaults, kAnyFile) ==
          "the file crashed the reader (signal 11, Segmentation fault)");
  const ReaderProcess spins = broken_reader(folder, "kill -XCPU $$");
  REQUIRE(refusal(spins, kAnyFile) == "the file took the reader more than 20 s of CPU");
}

TEST_CASE("reader process: one that hangs is ended at the deadline", "[databases][hostile]") {
  const testing::TemporaryFolder folder;
  const std::string script = GENERATE("exec sleep 100", "exec sleep 100 >&-");
  const ReaderProcess hangs = broken_reader(folder, script, std::chrono::milliseconds(200));
  const auto start = std::chrono::steady_clock::now();
  REQUIRE_FALSE(refusal(hangs, kAnyFile).empty());
  REQUIRE(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("reader process: an answer that makes no sense is a defect, not the file's fault",
          "[databases][hostile]") {
  const testing::TemporaryFolder folder;
  REQUIRE_THROWS_WITH(broken_reader(folder, "echo nonsense").read(kAnyFile),
                      "the reader process gave an answer that cannot be parsed");
  REQUIRE_THROWS_WITH(broken_reader(folder, "exit 3").read(kAnyFile),
                      "the reader process ended without an answer, exit status 3");
}

TEST_CASE("reader process: a program that is not there is named", "[databases]") {
  REQUIRE_THROWS_WITH(
      ReaderProcess("/nowhere/reader"),
      "the reader program /nowhere/reader cannot be run: No such file or directory");
}
