#include <cmath>
#include <memory>

#include "hydro/database/readers/read_database.hpp"
#include "hydro/excitation/sea_error.hpp"
#include "hydro/radiation/array_radiation_model.hpp"
#include "hydro/radiation/base/passive_damping.hpp"
#include "tests/hydro/radiation/synthetic.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/reference_data.hpp"

namespace raftup::hydro {
namespace {

RadiationOptions options_of_array() {
  RadiationOptions options;
  options.form = RadiationForm::kArray;
  return options;
}

const Finding* find(const RadiationModel& model, std::string_view name) {
  for (const Finding& finding : model.report.findings) {
    if (finding.name == name) return &finding;
  }
  return nullptr;
}

/// Bodies in a row 10 m apart with the damping of the pair of H5.
Database bodies_in_a_row(Eigen::Index count, double spacing) {
  const auto points = static_cast<Eigen::Index>(std::floor(3.0 / spacing));
  const VectorXd omega =
      VectorXd::LinSpaced(points, spacing, spacing * static_cast<double>(points));
  Database database = testing::damping_database(count, omega, testing::pair_damping);
  for (Eigen::Index i = 0; i < count; ++i) {
    database.bodies[static_cast<std::size_t>(i)].center_of_gravity.x() =
        10.0 * static_cast<double>(i);
  }
  return database;
}

}  // namespace

TEST_CASE("array radiation: nine buoys move as by their file, and are passive", "[radiation]") {
  const Database database = read_bemio(testing::own_data() / "array9.h5");
  RadiationModel model = make_array_radiation(database, options_of_array(), 0.05);
  CHECK(model.report.form == RadiationForm::kArray);
  CHECK(model.report.kernel_duration == 300.0);
  note_sea_error(database, nullptr, 0.0, model.report);
  INFO(model.report.error_response << " " << model.report.error_sea);
  CHECK(model.report.error_response < 5e-2);  // 4.4 %; the file is coarse for its resonances
  CHECK(model.report.error_sea < 2e-2);       // 1.5 %
  // with every dof divided by its scale, no damping is below 0 by more than single precision
  VectorXd scale = VectorXd::Zero(database.dof_count());
  for (const MatrixXd& B : database.radiation_damping) scale = scale.cwiseMax(B.diagonal());
  scale = scale.cwiseSqrt();
  for (const double omega : {0.05, 0.5, 1.1, 1.73, 2.6, 3.3, 5.0, 9.0}) {
    RowMajorMatrix B = model.memory->radiation_damping(omega);
    CHECK(clip_eigenvalues(B, scale, inverse_scale(scale)) > -1e-5);
  }
}

TEST_CASE("array radiation: the kernel lasts until waves have crossed the array four times",
          "[radiation]") {
  // 41 bodies over 400 m: waves of 2 rad/s travel at g / 4
  const RadiationModel model =
      make_array_radiation(bodies_in_a_row(41, 0.1), options_of_array(), 0.05);
  CHECK(model.report.kernel_duration == Approx(4.0 * 400.0 * 2.0 * 2.0 / 9.80665).epsilon(2e-2));
  const Finding* step = find(model, "array_frequency_step");
  REQUIRE(step != nullptr);
  CHECK_THAT(step->message, Catch::Contains("frequencies of an array of 400 m should be at most"));
  const RadiationModel fine =
      make_array_radiation(bodies_in_a_row(6, 0.04), options_of_array(), 0.05);
  CHECK(fine.report.kernel_duration == 300.0);
  CHECK(find(fine, "array_frequency_step") == nullptr);
}

TEST_CASE("array radiation: it is the automatic choice where other forms are refused",
          "[radiation]") {
  const Database database = bodies_in_a_row(11, 0.1);
  RadiationOptions options;
  CHECK(make_radiation_model(database, options, 0.05, nullptr).report.form ==
        RadiationForm::kArray);
  options.form = RadiationForm::kStateSpace;
  CHECK_THROWS_WITH(
      make_radiation_model(database, options, 0.05, nullptr),
      Catch::Contains("radiation.memory must be array, constant or none for more than "
                      "60 dofs, got state_space of 66 dofs"));
}

TEST_CASE("array radiation: too many bodies and too short kernels are refused", "[radiation]") {
  Database database = testing::bare_database(101, VectorXd::LinSpaced(10, 0.3, 3.0));
  CHECK_THROWS_WITH(make_array_radiation(database, options_of_array(), 0.05),
                    Catch::Contains("must be of at most 100 bodies, got 101, whose kernel needs"));
  RadiationOptions options = options_of_array();
  options.kernel_duration = 1e9;
  CHECK_THROWS_WITH(make_array_radiation(bodies_in_a_row(6, 0.1), options, 0.05),
                    Catch::Contains("must give a kernel of at most 10 GB, gives"));
  options.kernel_duration = 0.5;
  CHECK_THROWS_WITH(make_array_radiation(bodies_in_a_row(6, 0.1), options, 0.05),
                    Catch::Contains("radiation.kernel_duration must be at least 1 s, got 0.5 s"));
}

}  // namespace raftup::hydro
