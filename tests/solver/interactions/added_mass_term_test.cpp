/// @file Terms of added mass that act alike become one.
#include "solver/water/masses/added_mass_terms.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

AddedMassTerm term(std::vector<std::size_t> bodies, double value,
                   HydroFrame frame = HydroFrame::kHeading) {
  const auto size = kDofs * static_cast<Eigen::Index>(bodies.size());
  return {std::move(bodies),
          MatrixXd::Constant(size, size, value),
          {frame, Matrix3::Identity(), AddedMassCoriolis::kOff, AddedMassMode::kCoupled, 2.0}};
}

}  // namespace

TEST_CASE("added mass given by pairs: a ring of pairs is one matrix, their sum",
          "[solver][added_mass]") {
  const std::vector<AddedMassTerm> merged =
      merge_terms({term({4, 1}, 1.0), term({7, 2}, 2.0), term({2, 1}, 4.0), term({4, 7}, 8.0)});
  REQUIRE(merged.size() == 1);
  CHECK(merged[0].bodies == std::vector<std::size_t>{4, 1, 7, 2});
  Eigen::Matrix4d sums;        // over bodies 4, 1, 7, 2
  sums << 9.0, 1.0, 8.0, 0.0,  //
      1.0, 5.0, 0.0, 4.0,      //
      8.0, 0.0, 10.0, 2.0,     //
      0.0, 4.0, 2.0, 6.0;
  for (Eigen::Index i = 0; i < 4; ++i) {
    for (Eigen::Index j = 0; j < 4; ++j) {
      CHECK(merged[0].matrix.block<kDofs, kDofs>(kDofs * i, kDofs * j) ==
            Matrix6::Constant(sums(i, j)));
    }
  }
}

TEST_CASE("added mass given by pairs: what shares no body or acts otherwise stays apart",
          "[solver][added_mass]") {
  const std::vector<AddedMassTerm> merged =
      merge_terms({term({0, 1}, 1.0), term({2, 3}, 1.0), term({1, 2}, 1.0, HydroFrame::kBody)});
  REQUIRE(merged.size() == 3);
  CHECK(merged[0].bodies == std::vector<std::size_t>{0, 1});
  CHECK(merged[1].bodies == std::vector<std::size_t>{2, 3});
  CHECK(merged[2].properties.frame == HydroFrame::kBody);
}
