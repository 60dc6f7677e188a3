/// @file The bytes of databases that Raftup parses itself: WAMIT, Diodore, AQWA, NEMOH, HAMS, HydroStar, OrcaFlex, NetCDF-3
/// and the .dat files beside it. Input: one byte of options, then the files, with the character 29 (group
/// separator) between files of text. The character 28 (file separator) ends the name of a file, of those
/// that have one. They are refused in words, or the database that comes out is
/// whole. HDF5 files are left to hdf5_fuzz: its library reads them, and in a process of its own.
#include <algorithm>
#include <limits>

#include "hydro/database/hdf5_file.hpp"
#include "tests/fuzz/read_whole.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/aqwa_text.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/hams_text.hpp"
#include "tests/support/hydrostar_text.hpp"
#include "tests/support/nemoh_text.hpp"
#include "tests/support/orcaflex_text.hpp"

using namespace raftup;

namespace {

constexpr char kBetweenFiles = 29;
constexpr char kBehindName = 28;
constexpr char kWithoutOptions = 0;
constexpr char kWithOptions = 1;  ///< what the numeric files of WAMIT do not say
constexpr char kWithBody = 3;     ///< what files of HydroStar do not say
constexpr char kForDiodore = 4;   ///< what Diodore's files do not say
constexpr char kWithDensity = 2;  ///< what WAMIT's .out does not say

hydro::SourceOptions options_of(char kind) {
  hydro::SourceOptions options;
  const bool of_wamit = kind == kWithOptions;
  if (of_wamit || kind == kWithBody || kind == kForDiodore) {
    options.centers_of_gravity = {Vector3(0.0, 0.0, -1.0)};
  }
  if (of_wamit || kind == kWithBody) options.displaced_volumes = {8.0};
  if (of_wamit || kind == kWithDensity || kind == kForDiodore) options.water_density = 1000.0;
  if (of_wamit || kind == kForDiodore) {
    options.gravity = 10.0;
    options.water_depth = std::numeric_limits<double>::infinity();
  }
  if (of_wamit) {
    options.length_scale = 1.0;
    options.body_names = {"buoy"};
  }
  return options;
}

std::vector<hydro::SourceFile> split(const std::string& input) {
  std::vector<hydro::SourceFile> files;
  const bool is_text = input.rfind("CDF", 0) != 0;
  std::size_t begin = 0;
  while (begin <= input.size()) {
    const std::size_t end =
        is_text ? std::min(input.find(kBetweenFiles, begin), input.size()) : input.size();
    std::string name = "file" + std::to_string(files.size());
    std::string text = input.substr(begin, end - begin);
    const std::size_t named = is_text ? text.find(kBehindName) : std::string::npos;
    if (named != std::string::npos) {
      name = text.substr(0, named);
      text.erase(0, named + 1);
    }
    files.push_back(testing::text_source(name, text));
    begin = end + 1;
  }
  return files;
}

bool is_ours_to_parse(const std::vector<hydro::SourceFile>& files) {
  return std::none_of(files.begin(), files.end(),
                      [](const auto& file) { return hydro::is_hdf5(file.bytes); });
}

std::string of_bytes(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Named files of text as one input.
std::string joined(const std::vector<hydro::SourceFile>& files) {
  std::string input;
  for (const hydro::SourceFile& file : files) {
    if (!input.empty()) input += kBetweenFiles;
    input += file.name + kBehindName + of_bytes(file.bytes);
  }
  return input;
}

}  // namespace

namespace raftup::testing {

std::vector<std::string> fuzz_seeds() {
  const std::string between(1, kBetweenFiles);
  const std::string wamit = wamit_radiation() + between + wamit_forces() + between + wamit_drift() +
                            between + wamit_hydrostatics();
  std::vector<std::string> seeds = {kWithOptions + wamit, kWithDensity + wamit_output(),
                                    kForDiodore + diodore_text()};
  for (const int version : {1, 2, 5}) {
    seeds.push_back(kWithoutOptions + of_bytes(small_capytaine().netcdf3(version)));
  }
  seeds.push_back(kWithoutOptions + of_bytes(flexible_capytaine().netcdf3(2)));
  const hydro::Database small = hydro::read_database(small_capytaine().netcdf3(2));
  seeds.push_back(kWithoutOptions + aqwa_text(small));
  seeds.push_back(kWithoutOptions + joined(nemoh_files(small, {})));
  seeds.push_back(kWithoutOptions + joined(hams_files(in_water_of_hams(small), Vector3::Zero())));
  seeds.push_back(kWithBody + joined(rao_files(small, {})));
  seeds.push_back(kWithoutOptions + orcaflex_text(small, {}));
  return seeds;
}

}  // namespace raftup::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto files = split(std::string(data + 1, data + size));
  if (!is_ours_to_parse(files)) return 0;
  testing::read_whole_or_refuse(files, options_of(static_cast<char>(data[0])));
  return 0;
}
