/// @file Files as other people's programs, versions and editors leave them.
#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/base/utf8.hpp"
#include "hydro/database/checks/checks.hpp"
#include "hydro/database/checks/gross.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/hdf5_file.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/database_images.hpp"
#include "tests/support/hdf5_image.hpp"
#include "tests/support/reference_data.hpp"

using namespace raftup;
using namespace raftup::hydro;
using testing::has_finding;
using testing::text_source;

namespace {

SourceOptions wamit_options() {
  SourceOptions options;
  options.water_density = 1000.0;
  options.gravity = 10.0;
  options.water_depth = std::numeric_limits<double>::infinity();
  options.length_scale = 2.0;
  options.centers_of_gravity = {Vector3::Zero()};
  options.displaced_volumes = {8.0};
  return options;
}

std::vector<SourceFile> wamit_files(const std::string& radiation, const std::string& forces) {
  return {text_source("a.1", radiation), text_source("a.3", forces),
          text_source("a.hst", testing::wamit_hydrostatics())};
}

Database read(const SourceFile& file, const SourceOptions& options = {}) {
  return read_database(std::span(&file, 1), options);
}

SourceFile bytes_source(const std::string& name, const std::vector<std::byte>& bytes) {
  return {name, bytes};
}

template <typename Action>
std::string refusal(const Action& action) {
  try {
    action();
    return {};
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::kInvalidArgument);
    CHECK(as_utf8(error.what()) == error.what());
    return error.what();
  }
}

}  // namespace

TEST_CASE("UTF-8: valid text stays, other bytes are read as Latin-1", "[hydro][text]") {
  CHECK(as_utf8("Bo\xc3\xb6te \xe2\x82\xac \xf0\x9f\x8c\x8a") ==
        "Bo\xc3\xb6te \xe2\x82\xac \xf0\x9f\x8c\x8a");
  CHECK(as_utf8("b\xe9ton") == "b\xc3\xa9ton");
  CHECK(as_utf8("\xc0\xaf") == "\xc3\x80\xc2\xaf");              // a longer form than needed
  CHECK(as_utf8("\xed\xa0\x80") == "\xc3\xad\xc2\xa0\xc2\x80");  // half a pair of UTF-16
  CHECK(as_utf8("\xe2\x82") == "\xc3\xa2\xc2\x82");              // cut
  CHECK(utf8_start("ab\xc3\xa9", 3) == "ab");                    // no half characters
  CHECK(utf8_start("ab\xc3\xa9", 4) == "ab\xc3\xa9");
}

TEST_CASE("HDF5: text as single characters, truth values and Latin-1 are read",
          "[hydro][database][hdf5]") {
  testing::Hdf5Image image;
  const hid_t character = H5Tcopy(H5T_C_S1);
  const hid_t truth = H5Tenum_create(H5T_STD_I8LE);
  const signed char no = 0, yes = 1;
  H5Tenum_insert(truth, "FALSE", &no);
  H5Tenum_insert(truth, "TRUE", &yes);
  const auto write = [&](const char* name, hid_t type, std::vector<hsize_t> shape,
                         const void* data) {
    const hid_t space =
        shape.empty() ? H5Screate(H5S_SCALAR)
                      : H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t dataset =
        H5Dcreate2(image.file(), name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data);
    H5Dclose(dataset);
    H5Sclose(space);
  };
  write("dofs", character, {2, 5}, "SurgeSway\0");
  write("name", character, {4}, "buoy");
  write("scaled", truth, {}, &yes);
  image.write_text("/latin", "b\xe9ton");
  const Hdf5File file(image.bytes());
  CHECK(file.read_texts("/dofs") == std::vector<std::string>{"Surge", "Sway"});
  CHECK(file.read_character_row("/name") == "buoy");
  CHECK_FALSE(file.read_character_row("/latin").has_value());
  CHECK(file.read_number("/scaled") == 1.0);
  CHECK(file.read_text("/latin") == "b\xc3\xa9ton");
  H5Tclose(character);
  H5Tclose(truth);
}

TEST_CASE("BEMIO: frequencies are sorted, and those at 0 or without numbers left out",
          "[hydro][database]") {
  const Database expected = read_bemio(testing::own_data() / "hemisphere.h5");
  testing::BemioFields fields = testing::minimal_bemio(1);
  const Database plain = read_bemio(fields.image());
  auto& omega = fields.arrays["/simulation_parameters/w"].values;
  SECTION("descending") {
    omega = {1, .5};
    const Database database = read_bemio(fields.image());
    CHECK(database.omega == plain.omega);
    CHECK(database.excitation.values[0].col(0) == plain.excitation.values[0].col(1));
    CHECK(has_finding(database, "frequencies_sorted"));
  }
  SECTION("true where other files have the number 0") {
    fields.arrays["/simulation_parameters/scaled"] = {{}, {1.0}};
    CHECK_THAT(refusal([&] { read_bemio(fields.image()); }),
               Catch::Contains("must be 0: coefficients normalised"));
  }
  CHECK_FALSE(has_finding(expected, "frequencies_sorted"));
}

TEST_CASE("BEMIO of the edges: what Raftup's own file of the same numbers gives",
          "[hydro][database]") {
  RAFTUP_REQUIRE_REFERENCE(base, "edges/base.h5");
  const Database expected = read_database(base);
  {
    RAFTUP_REQUIRE_REFERENCE(file, "edges/08_w_descending.h5");
    const Database database = read_database(file);
    CHECK(database.omega.isApprox(expected.omega, 1e-12));
    CHECK(testing::coefficient_difference(expected, database).excitation < 1e-9);
    CHECK(has_finding(database, "frequencies_sorted"));
  }
  {
    RAFTUP_REQUIRE_REFERENCE(file, "edges/08_nan.h5");
    const Database database = read_database(file);
    CHECK(database.omega.size() == expected.omega.size() - 1);
    CHECK(has_finding(database, "frequencies_incomplete"));
    CHECK_FALSE(database.froude_krylov.empty());
  }
  {
    RAFTUP_REQUIRE_REFERENCE(file, "edges/07_name_latin1.h5");
    CHECK(read_database(file).bodies.at(0).name == "b\xc3\xa9ton");
  }
}

TEST_CASE("Capytaine of the edges: what Raftup's own file of the same numbers gives",
          "[hydro][database][capytaine]") {
  RAFTUP_REQUIRE_REFERENCE(base, "edges/base.h5");
  const Database expected = read_database(base);
  const std::string name = GENERATE("01_nc4_chars.nc", "17_depth_dim.nc", "17_only_total_X.nc");
  RAFTUP_REQUIRE_REFERENCE(file, "edges/" + name);
  const Database database = read_database(file);
  CAPTURE(name);
  const testing::CoefficientDifference apart = testing::coefficient_difference(expected, database);
  CHECK(apart.added_mass < 1e-12);
  CHECK(apart.excitation < 1e-12);
  CHECK(database.froude_krylov.empty() == (name == "17_only_total_X.nc"));
}

TEST_CASE("Capytaine: rotation centres of rigid_body_component", "[hydro][database][capytaine]") {
  testing::CapytaineFields fields = testing::small_capytaine();
  const SourceFile today = bytes_source("a.nc", fields.netcdf3(2));
  fields.arrays["rotation_center"] = {{"point_coordinates"}, {3}, {0, 0, 1}};
  const Database turned = read(bytes_source("b.nc", fields.netcdf3(2)));
  CHECK(turned.added_mass[1](0, 4) ==
        read(today).added_mass[1](0, 4) + 2 * read(today).added_mass[1](0, 0));
  RAFTUP_REQUIRE_REFERENCE(path, "edges/18_bemrosetta_script.nc");
  SourceOptions options;
  options.centers_of_gravity = {Vector3(0, 0, -1), Vector3(0, 10, -1)};
  options.displaced_volumes = {100.0, 100.0};
  options.accepted_checks = {"reference_point", "hydrostatics_mismatch"};
  const SourceFile file = testing::source_file(path);
  const Database database = read(file, options);
  CHECK(database.body_count() == 2);
  CHECK_FALSE(has_finding(database, "rotation_center_absent"));
}

TEST_CASE("Capytaine: the whole excitation without its parts is enough",
          "[hydro][database][capytaine]") {
  testing::CapytaineFields fields = testing::small_capytaine();
  const Database whole = read(bytes_source("a.nc", fields.netcdf3(2)));
  fields.arrays.erase("diffraction_force");
  const Database database = read(bytes_source("a.nc", fields.netcdf3(2)));
  CHECK(database.excitation.values == whole.excitation.values);
  CHECK(database.froude_krylov.empty());
  CHECK(has_finding(database, "excitation_parts_absent"));
  fields.arrays.erase("excitation_force");
  CHECK_THAT(refusal([&] { read(bytes_source("a.nc", fields.netcdf3(2))); }),
             Catch::Contains("excitation_force is missing, and so is"));
}

TEST_CASE("WAMIT: headings, comments and letters of any encoding stand above the rows",
          "[hydro][database][wamit]") {
  const Database plain = read_database(
      wamit_files(testing::wamit_radiation(), testing::wamit_forces()), wamit_options());
  const std::string heading = "# from our b\xe9ton model\n PER  I  J  A  B\n! two lines\n";
  const Database commented =
      read_database(wamit_files(heading + testing::wamit_radiation(),
                                heading + testing::wamit_forces() + "# the end\n"),
                    wamit_options());
  CHECK(commented.added_mass == plain.added_mass);
  CHECK(commented.excitation.values == plain.excitation.values);
  CHECK_THAT(refusal([&] {
               read_database(
                   wamit_files(testing::wamit_radiation() + " b\xe9ton\n", testing::wamit_forces()),
                   wamit_options());
             }),
             Catch::Contains("is \" b\xc3\xa9ton\""));
}

TEST_CASE("WAMIT: .1 and .hst without wave forces are a database without excitation",
          "[hydro][database][wamit]") {
  std::vector<SourceFile> files = wamit_files(testing::wamit_radiation(), testing::wamit_forces());
  const Database with = read_database(files, wamit_options());
  files.erase(files.begin() + 1);
  const Database without = read_database(files, wamit_options());
  CHECK(without.added_mass == with.added_mass);
  CHECK(without.excitation.empty());
  CHECK(has_finding(without, "excitation_absent"));
  const Database again = read_raftup(write_raftup(without));
  CHECK(again.excitation.empty());
  CHECK(again.radiation_damping == with.radiation_damping);
}

TEST_CASE("WAMIT: a heading that stands twice counts by its mean", "[hydro][database][wamit]") {
  const auto with_heading_again = [](double force) {
    std::string text = testing::wamit_forces();
    for (const char* period : {"3.0", "6.0"}) {
      for (int i = 1; i <= 6; ++i) {
        text += fmt::format(" {} 90 {} 5.0 53.1 {} 4.0\n", period, i, force);
      }
    }
    return wamit_files(testing::wamit_radiation(), text);
  };
  const Database once = read_database(
      wamit_files(testing::wamit_radiation(), testing::wamit_forces()), wamit_options());
  const Database same = read_database(with_heading_again(3.0), wamit_options());
  CHECK(same.excitation.values == once.excitation.values);
  CHECK_FALSE(has_finding(same, "wave_direction_twice"));
  const Database close = read_database(with_heading_again(3.1), wamit_options());
  CHECK(close.excitation.values[1](0, 0) == 1000.0 * 10.0 * 4.0 * Complex(3.05, 4.0));
  CHECK(has_finding(close, "wave_direction_twice"));
  CHECK_THAT(refusal([&] { read_database(with_heading_again(4.0), wamit_options()); }),
             Catch::StartsWith("a.1, a.3, a.hst: excitation stands twice at a heading of 90 deg") &&
                 Catch::Contains("are two runs in one file?"));
}

TEST_CASE("qtf: triangles that contradict one another are told at import",
          "[hydro][database][wamit]") {
  const auto with_pair = [](const std::string& other) {
    std::vector<SourceFile> files =
        wamit_files(testing::wamit_radiation(), testing::wamit_forces());
    files.push_back(text_source("a.12d", " 6.0 6.0 0 0 1 5 0 5 0\n 6.0 3.0 0 0 1 5 53 3 4\n" +
                                             other + " 3.0 3.0 0 0 1 6 0 6 0\n"));
    return read_database(files, wamit_options());
  };
  CHECK_FALSE(has_finding(with_pair(" 3.0 6.0 0 0 1 5 53 3 -4\n"), "qtf_triangles_disagree"));
  CHECK(has_finding(with_pair(" 3.0 6.0 0 0 1 5 53 3 4\n"), "qtf_triangles_disagree"));
}

TEST_CASE("Diodore 5.4: numbered headings, phases of a sine, centres and volume",
          "[hydro][database][diodore]") {
  SourceOptions options;
  options.water_density = 1000.0;
  options.gravity = 9.81;
  options.water_depth = std::numeric_limits<double>::infinity();
  std::string text = testing::diodore_text();
  const auto replace = [&text](const std::string& from, const std::string& to, int count) {
    for (std::size_t at = 0; count > 0 && (at = text.find(from, at)) != std::string::npos;
         at += to.size(), --count) {
      text.replace(at, from.size(), to);
    }
  };
  options.centers_of_gravity = {Vector3(0, 0, -1)};
  const Database aqua = read(text_source("a.hdb", text), options);
  options.centers_of_gravity.clear();
  replace("[SOFT] AQUA+", "[SOFT] Diodore 5.4.4", 1);
  for (const char* name : {"INCIDENCE_EFM_MOD", "INCIDENCE_EFM_PH", "INCIDENCE_DFM"}) {
    const std::string second = fmt::format("[{}_001]   180", name);
    replace(second, fmt::format("[{}_002]   180", name), 1);
  }
  text +=
      "[CENTER_OF_GRAVITY]\n 0.0 0.0 -1.0\n[CENTER_OF_BUOYANCY] 0.0 0.0 -1.5\n"
      "[UNDERWATER_VOLUME] 7.5\n";
  const Database database = read(text_source("b.hdb", text), options);
  CHECK(database.bodies.at(0).center_of_gravity == Vector3(0, 0, -1));
  CHECK(database.bodies[0].center_of_buoyancy == Vector3(0, 0, -1.5));
  CHECK(database.bodies[0].displaced_volume == 7.5);
  CHECK(has_finding(database, "phase_of_sine"));
  CHECK_FALSE(has_finding(aqua, "phase_of_sine"));
  const Complex quarter(0.0, -1.0);
  CHECK(std::abs(database.excitation.values[1](2, 0) - quarter * aqua.excitation.values[1](2, 0)) <
        1e-9);
  CHECK(database.added_mass == aqua.added_mass);
}

TEST_CASE("formats: files of programs that are not read name the program and what converts them",
          "[hydro][database][formats]") {
  const auto words = [](const std::string& text) {
    return refusal([&] { read(text_source("file", text)); });
  };
  CHECK_THAT(words("VARIABLES=\"w (rad/s)\"\n\"abs(F   1   1)\" \"angle(F   1   1)\"\n 1 2 3\n"),
             Catch::Contains("must come with Nemoh.cal of the same case"));
  CHECK_THAT(words("* FILE VERSION NO 5  CREATED BY AQWA-LINE VERSION 2020 R1.\n 1 3 50 -180\n"),
             Catch::Contains("AQWA, which is not read: give the file .AH1 of its run"));
  CHECK_THAT(words("%YAML 1.1\n# Program: OrcaFlex 11.4\n---\nGeneral:\n  UnitsSystem: SI\n"),
             Catch::Contains("OrcaFlex, which is not read: save a model with its vessel types"));
  CHECK_THAT(words("PROJECT ship\nNUMPANEL 2\n 1 2 3 4\n"),
             Catch::Contains("HydroStar, which is not read: it is a mesh"));
  CHECK_THAT(words("---HAMS Control file---\n Waterdepth -1.D0\n"),
             Catch::Contains("file must have a line reference_body_center"));
}

TEST_CASE("gross: a file whose physics fail by far is refused with what to look at",
          "[hydro][database][checks]") {
  Database database = read_database(testing::own_data() / "hemisphere.h5");
  for (MatrixXcd& force : database.excitation.values) force *= 2.0;  // wave height for amplitude
  database = make_database(std::move(database));
  const std::string words = refusal([&] { refuse_gross_breaks(database, {}, "x.h5"); });
  CHECK_THAT(words, Catch::StartsWith("x.h5: radiation damping must follow from the excitation") &&
                        Catch::Contains("an amplitude against a wave height") &&
                        Catch::Contains("raftup import with --accept haskind"));
  const std::vector<std::string> accepted = {"haskind", "excitation_long_wave_heave"};
  refuse_gross_breaks(database, accepted, "x.h5");
  CHECK(has_finding(database, "haskind"));
  CHECK_THAT(database.history.back(),
             Catch::StartsWith("check excitation_long_wave_heave accepted: excitation in long"));
  Database again = read(bytes_source("y.h5", write_raftup(database)));
  refuse_gross_breaks(again, {}, "y.h5");  // its history says that it is accepted
  const std::vector<std::string> unknown = {"everything"};
  CHECK_THAT(refusal([&] { refuse_gross_breaks(database, unknown, "x.h5"); }),
             Catch::Contains("--accept must name a check that can refuse a file (haskind, "));
}

TEST_CASE("gross: one irregular frequency refuses no file", "[hydro][database][checks]") {
  Database database = read_database(testing::own_data() / "hemisphere.h5");
  database.radiation_damping[20](2, 2) = -5.0 * database.radiation_damping[20](2, 2);
  database = make_database(std::move(database));
  REQUIRE(has_finding(database, "radiation_damping_negative"));
  refuse_gross_breaks(database, {}, "x.h5");
  for (MatrixXd& damping : database.radiation_damping) damping = -damping;
  database = make_database(std::move(database));
  CHECK_THAT(
      refusal([&] { refuse_gross_breaks(database, std::vector<std::string>{"haskind"}, ""); }),
      Catch::Contains("the sign and the columns of B"));
}

TEST_CASE("findings: what a check said before a repair is history", "[hydro][database][repair]") {
  Database database = read_database(testing::own_data() / "alongside.h5");
  database.added_mass[3](0, 2) += 0.5 * database.added_mass[3](0, 0);
  database = make_database(std::move(database));
  REQUIRE(has_finding(database, "added_mass_asymmetric"));
  for (MatrixXd& matrix : database.added_mass) {
    matrix = (0.5 * (matrix + matrix.transpose())).eval();
  }
  const Database repaired = make_database(std::move(database));
  CHECK_FALSE(has_finding(repaired, "added_mass_asymmetric"));
  CHECK_THAT(repaired.history.back(), Catch::StartsWith("found before: added mass must be symm"));
}
