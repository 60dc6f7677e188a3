/// @file Databases of arrays, whose files contain upper triangles.
#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "hydro/database/arrays.hpp"
#include "hydro/database/formats/array_layout.hpp"
#include "hydro/database/formats/raftup_layout.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "hydro/database/readers/source.hpp"
#include "tests/hydro/database/database_difference.hpp"
#include "tests/hydro/database/small_database.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/hdf5_image.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

/// Two bodies whose coefficients are symmetric, each pair of dofs another number.
Database symmetric_database() {
  Database database = testing::small_database(2);
  const auto numbered = [](MatrixXd& matrix, double scale) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      for (Eigen::Index column = 0; column <= row; ++column) {
        const auto number = scale * static_cast<double>(row * matrix.rows() + column);
        matrix(row, column) += number;
        if (column != row) matrix(column, row) += number;
      }
    }
  };
  double scale = 1e-3;
  for (std::size_t k = 0; k < 3; ++k, scale *= 2.0) {
    numbered(database.added_mass[k], scale);
    numbered(database.radiation_damping[k], 1e-3 * scale);
  }
  numbered(*database.added_mass_infinite, scale);
  return database;
}

void replace_attribute(const testing::Hdf5Image& image, const char* value) {
  H5Adelete_by_name(image.file(), "/", "format", H5P_DEFAULT);
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, std::char_traits<char>::length(value));
  const hid_t space = H5Screate(H5S_SCALAR);
  const hid_t attribute = H5Acreate2(image.file(), "format", type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite(attribute, type, value);
  H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
}

/// Writes the upper triangles of some matrices in place of a dataset.
void write_triangles(testing::Hdf5Image& image, const std::string& path,
                     const std::vector<MatrixXd>& matrices, std::vector<hsize_t> shape) {
  std::vector<double> values;
  for (const MatrixXd& matrix : matrices) {
    for (Eigen::Index row = 0; row < matrix.rows(); ++row) {
      for (Eigen::Index column = row; column < matrix.cols(); ++column) {
        values.push_back(matrix(row, column));
      }
    }
  }
  H5Ldelete(image.file(), path.c_str(), H5P_DEFAULT);
  shape.push_back(values.size() / matrices.size());
  image.write(path, shape, values);
}

}  // namespace

TEST_CASE("a file of an array: its triangles are the symmetric matrices of a database",
          "[hydro][database][array]") {
  const Database expected = symmetric_database();
  testing::Hdf5Image image(write_raftup(expected));
  replace_attribute(image, kArrayFormat);
  write_triangles(image, "/added_mass", expected.added_mass, {3});
  write_triangles(image, "/radiation_damping", expected.radiation_damping, {3});
  write_triangles(image, "/added_mass_infinite", {*expected.added_mass_infinite}, {});
  const Database database = read_database(image.bytes());
  CHECK(testing::first_difference(expected, database).empty());
  CHECK(known_format({"", image.bytes()}) == SourceFormat::kRaftup);

  SECTION("the same file as that of other hulls is refused by its shape") {
    replace_attribute(image, "raftup-database");
    CHECK_THROWS_WITH(read_database(image.bytes()),
                      "/added_mass must have the shape (3, 12, 12), has (3, 78)");
  }
}

TEST_CASE("triangles: a number of elements that no matrix has is refused",
          "[hydro][database][array]") {
  CHECK_THROWS_WITH(symmetric_matrices("/added_mass", {{2, 77}, std::vector<double>(154)}),
                    "/added_mass must hold upper triangles of m (m + 1) / 2 elements, holds 77, "
                    "which no m gives");
  CHECK_THROWS_AS(symmetric_matrices("/added_mass", {{}, {1.0}}), Error);
  const FiledArray one = symmetric_matrices("/added_mass", {{2, 1}, {3.0, 4.0}});
  CHECK(one.shape == std::vector<Eigen::Index>{2, 1, 1});
  CHECK(one.values == std::vector<double>{3.0, 4.0});
}
