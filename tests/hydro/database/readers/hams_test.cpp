#include <fmt/format.h>

#include <cmath>
#include <string>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hams_text.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::has_finding;
using testing::text_source;

namespace {

Database hams_sphere() {
  return testing::in_water_of_hams(read_database(testing::own_data() / "hemisphere.h5"));
}

std::string hams_text_of(const SourceFile& file) {
  return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
}

std::string hams_refusal(const std::vector<SourceFile>& files, const SourceOptions& options = {}) {
  try {
    read_database(files, options);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

/// The message by which the case is refused when a file has other words.
std::string hams_refusal_with(const std::string& name, const std::string& old,
                              const std::string& by) {
  std::vector<SourceFile> files = testing::hams_files(hams_sphere(), Vector3::Zero());
  for (SourceFile& file : files) {
    if (file.name == name) file = text_source(name, testing::replaced(hams_text_of(file), old, by));
  }
  return hams_refusal(files);
}

/// The files of the sample; empty where it is absent.
std::vector<SourceFile> spar_files(std::initializer_list<std::string> names) {
  std::vector<SourceFile> files;
  for (const std::string& name : names) {
    const auto path = testing::reference_data("readers/hams_spar/" + name);
    if (path) files.push_back(testing::source_file(*path));
  }
  return files;
}

}  // namespace

TEST_CASE("HAMS: a spar has the values that another reader found",
          "[hydro][database][hams][reference]") {
  std::vector<SourceFile> files =
      spar_files({"Input/ControlFile.in", "Input/Hydrostatic.in", "Output/Wamit_format/Buoy.hst"});
  for (int i = 1; i <= 6; ++i) {
    for (const char* name : {"OAMASS", "ODAMPING", "OEXFOR"}) {
      for (const SourceFile& file :
           spar_files({fmt::format("Output/Hams_format/{}{}.txt", name, i)})) {
        files.push_back(file);
      }
    }
  }
  if (files.empty()) {
    WARN("skipped: reference data not found: hams_spar");
    return;
  }
  const Database database = read_database(files);
  REQUIRE(database.omega.size() == 2);
  CHECK_THAT(database.omega[0], Catch::Matchers::WithinAbs(std::sqrt(.75 * 9.80665), 1e-12));
  CHECK(std::isinf(database.water_depth));
  CHECK(database.added_mass[0](0, 4) == -33351.0);
  CHECK(database.added_mass[1](4, 0) == -33251.0);
  CHECK(database.radiation_damping[0](4, 0) == -710.38);
  CHECK(database.radiation_damping[1](2, 2) == 26.081);
  CHECK((*database.added_mass_infinite)(2, 2) == 186.39);
  const MatrixXcd& force = database.excitation.values.at(0);
  CHECK(force(0, 0) == Complex(504.582, 9238.54));
  CHECK(force(2, 1) == Complex(-938.455, -106.923));
  CHECK(force(4, 0) == Complex(-814.341, -14922.6));
  CHECK_THAT(database.bodies[0].hydrostatic_stiffness(2, 2),
             Catch::Matchers::WithinRel(1025.0 * 9.80665 * 33.12247, 1e-12));
  CHECK_THAT(database.bodies[0].displaced_volume,
             Catch::Matchers::WithinRel(14017900.0 / 1025.0, 1e-12));
  CHECK(has_finding(database, "displaced_volume_from_mass"));
  CHECK(has_finding(database, "external_matrix_left_out"));
}

TEST_CASE("HAMS: files in WAMIT's layout beside the control file are the same run",
          "[hydro][database][hams][reference]") {
  const std::vector<SourceFile> files =
      spar_files({"Output/Wamit_format/Buoy.1", "Output/Wamit_format/Buoy.3",
                  "Output/Wamit_format/Buoy.hst", "Input/ControlFile.in", "Input/Hydrostatic.in"});
  if (files.empty()) {
    WARN("skipped: reference data not found: hams_spar");
    return;
  }
  const Database database = read_database(files);
  CHECK(database.source_format == "hams");
  CHECK_THAT(database.omega[1], Catch::Matchers::WithinAbs(std::sqrt(1.5 * 9.80665), 1e-9));
  CHECK_THAT(database.added_mass[0](0, 0), Catch::Matchers::WithinRel(6070.9, 1e-5));
  CHECK_THAT((*database.added_mass_infinite)(0, 0), Catch::Matchers::WithinRel(5892.1, 1e-5));
  CHECK(testing::is_near(database.excitation.values[0](0, 0), {504.582, 9238.54}, 1e-5));
}

TEST_CASE("HAMS: a half sphere about another point comes back as written",
          "[hydro][database][hams]") {
  const Database written = hams_sphere();
  const Database found = read_database(testing::hams_files(written, Vector3(1.0, -0.5, 0.0)));
  CHECK(testing::norm_difference(written.added_mass, found.added_mass) <= 1e-12);
  CHECK(testing::norm_difference(written.radiation_damping, found.radiation_damping) <= 1e-12);
  CHECK(testing::difference(written.excitation, found.excitation) <= 1e-10);
  CHECK(found.omega == written.omega);  // the tables have three decimals, the control file all
  CHECK(found.added_mass_infinite->isApprox(*written.added_mass_infinite, 1e-12));
  CHECK(found.bodies[0].hydrostatic_stiffness.isApprox(written.bodies[0].hydrostatic_stiffness,
                                                       1e-9));
  CHECK(found.bodies[0].center_of_gravity == written.bodies[0].center_of_gravity);
  CHECK(found.source_format == "hams");
  CHECK_FALSE(has_finding(found, "external_matrix_left_out"));
}

TEST_CASE("HAMS: what is wrong in a case is refused with its place and the rule",
          "[hydro][database][hams]") {
  CHECK_THAT(hams_refusal_with("ControlFile.in", "Waterdepth -1", "Waterdepth -1,0"),
             Catch::Contains("ControlFile.in line 2 column 15 must be a number, is \"-1,0\""));
  CHECK_THAT(hams_refusal_with("ControlFile.in", "Waterdepth", "Depth"),
             Catch::Contains("ControlFile.in must have a line waterdepth"));
  CHECK_THAT(
      hams_refusal_with("ControlFile.in", "Input_frequency_type 3", "Input_frequency_type 6"),
      Catch::Contains("must be a type of frequency, 1 to 5"));
  CHECK_THAT(hams_refusal_with("ControlFile.in", "Number_of_headings -", "Number_of_headings 0."),
             Catch::Contains("must be a whole number"));
  CHECK_THAT(hams_refusal_with("OAMASS2.txt", "  0.000  0.000 ", "  0.000  0.000  NaN "),
             Catch::Contains("OAMASS2.txt line 1 column 17 must be a number, is \"NaN\""));
  CHECK_THAT(hams_refusal_with("ODAMPING6.txt", "  0.000  0.000 ", "  0.000  ********** "),
             Catch::Contains("ODAMPING6.txt line 1 column 10 must be a number"));
  CHECK_THAT(hams_refusal_with("OEXFOR1.txt", "  -1.000", "  -1.000 5.0"),
             Catch::Contains("OEXFOR1.txt line") && Catch::Contains("must hold 4 numbers"));
  CHECK_THAT(hams_refusal_with("Hydrostatic.in", "Body Mass", "Mass"),
             Catch::Contains("Hydrostatic.in must have \"Body Mass Matrix\""));
  SourceOptions options;
  options.water_density = 1000.0;
  const std::vector<SourceFile> files = testing::hams_files(hams_sphere(), Vector3::Zero());
  CHECK_THAT(hams_refusal(files, options),
             Catch::Contains("--density must agree with the files, which say 1025"));
  CHECK_THAT(hams_refusal({files[2]}), Catch::Contains("must come with ControlFile.in"));
  CHECK_THAT(hams_refusal({files[0]}), Catch::Contains("must come with Hydrostatic"));
}

TEST_CASE("HAMS: tables that are cut, or of other frequencies, are refused",
          "[hydro][database][hams]") {
  const std::vector<SourceFile> files = testing::hams_files(hams_sphere(), Vector3::Zero());
  const auto with = [&](const std::string& name, const auto& change) {
    std::vector<SourceFile> changed = files;
    for (SourceFile& file : changed) {
      if (file.name == name) file = text_source(name, change(hams_text_of(file)));
    }
    return hams_refusal(changed);
  };
  const auto last_line_less = [](const std::string& text) {
    return text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  };
  const auto last_line_twice = [&](const std::string& text) {
    return text + text.substr(last_line_less(text).size());
  };
  CHECK_THAT(with("OAMASS1.txt", last_line_less), Catch::Contains("OAMASS1.txt must have the"));
  CHECK_THAT(with("OAMASS4.txt", last_line_less), Catch::Contains("rows of OAMASS1.txt"));
  CHECK_THAT(with("OEXFOR2.txt", last_line_less), Catch::Contains("OEXFOR2.txt must have"));
  CHECK_THAT(with("OAMASS1.txt", last_line_twice),
             Catch::Contains("OAMASS1.txt line") && Catch::Contains("which has none"));
  CHECK_THAT(with("ControlFile.in",
                  [](const std::string& text) {
                    return testing::replaced(text, "Input_frequency_type 3",
                                             "Input_frequency_type 4");
                  }),
             Catch::Contains("must be of frequency 1 of ControlFile.in"));
}
