#include "hydro/database/field_arrays.hpp"

#include <numeric>

#include "hydro/database/array_values.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;
using Dimension = DatabaseArray::Dimension;

/// Names of the arrays of a wave field.
struct FieldNames {
  explicit FieldNames(const std::string& name)
      : point(name + "/point"),
        points(name + "/points"),
        body(name + "/body"),
        diffraction(name + "/diffraction"),
        radiation(name + "/radiation") {}

  std::string point, points, body, diffraction, radiation;
};

/// Returns all real parts, then all imaginary parts.
std::vector<double> parts_of(const std::vector<MatrixXcd>& matrices) {
  std::vector<double> values;
  for (const MatrixXcd& matrix : matrices) append_rows(matrix.real(), values);
  for (const MatrixXcd& matrix : matrices) append_rows(matrix.imag(), values);
  return values;
}

/// Reads one complex matrix per point, with `rows` rows and `columns` columns.
std::vector<MatrixXcd> matrices_of_points(const ArraySource& source, const std::string& name,
                                          Index count, Index rows, Index columns) {
  const std::vector<double> filed = numbers_of_shape(source, name, {2, count, rows, columns});
  const Index size = rows * columns;
  std::vector<MatrixXcd> values(static_cast<std::size_t>(count), MatrixXcd(rows, columns));
  const double* re = filed.data();
  for (MatrixXcd& matrix : values) {
    matrix.real() = Eigen::Map<const RowMajorMatrix>(re, rows, columns);
    matrix.imag() = Eigen::Map<const RowMajorMatrix>(re + count * size, rows, columns);
    re += size;
  }
  return values;
}

}  // namespace

std::vector<DatabaseArray> arrays_of_field(const std::string& name, const Database& database) {
  const WaveField& field = database.field;
  if (field.empty()) return {};
  const FieldNames names(name);
  const Dimension point{names.point, static_cast<Index>(field.points.size())};
  const Dimension omega{"omega", database.omega.size()};
  const auto places = [&field] {
    std::vector<double> values(field.points.size());
    std::iota(values.begin(), values.end(), 1.0);
    return values;
  };
  const auto positions = [&field] {
    std::vector<double> values;
    for (const auto& at : field.points) {
      values.insert(values.end(), at.position.begin(), at.position.end());
    }
    return values;
  };
  const auto bodies = [&field] {
    std::vector<double> values;
    for (const auto& at : field.points) values.push_back(static_cast<double>(at.body));
    return values;
  };
  return {
      {names.point, "1", names.point, {point}, places, {}},
      {names.points, "m", "points of the still water plane", {point, {"xyz", 3}}, positions, {}},
      {names.body, "1", "body of each point from 0", {point}, bodies, {}},
      {names.diffraction,
       "m/m",
       "scattered wave per metre of amplitude",
       {{"complex", 2}, point, {"wave_direction", database.wave_directions.size()}, omega},
       [&field] { return parts_of(field.diffraction); },
       {}},
      {names.radiation,
       "m/(m/s), m/(rad/s)",
       "radiated wave per unit velocity",
       {{"complex", 2}, point, {"radiating_dof", database.dof_count()}, omega},
       [&field] { return parts_of(field.radiation); },
       {}},
  };
}

WaveField read_field(const ArraySource& source, const std::string& name, const Database& database) {
  const FieldNames names(name);
  WaveField field;
  if (!source.contains(names.points)) return field;
  const std::vector<double> bodies = numbers_of_list(source, names.body);
  const auto count = static_cast<Index>(bodies.size());
  const std::vector<double> places = numbers_of_shape(source, names.points, {count, 3});
  for (Index i = 0; i < count; ++i) {
    const double body = bodies[static_cast<std::size_t>(i)];
    field.points.push_back({Eigen::Map<const Vector3>(places.data() + 3 * i),
                            body_of_number(names.body, body, database.body_count())});
  }
  const Index columns = database.omega.size();
  field.diffraction = matrices_of_points(source, names.diffraction, count,
                                         database.wave_directions.size(), columns);
  field.radiation =
      matrices_of_points(source, names.radiation, count, database.dof_count(), columns);
  return field;
}

}  // namespace raftup::hydro
