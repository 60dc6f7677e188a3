#include "hydro/database/arrays.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "hydro/database/array_values.hpp"
#include "hydro/database/coefficients.hpp"
#include "hydro/database/field_arrays.hpp"
#include "hydro/database/mode_arrays.hpp"
#include "hydro/database/section_arrays.hpp"
#include "hydro/database/speed_arrays.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;
using Names = std::vector<std::string>;
using Dimensions = std::vector<DatabaseArray::Dimension>;

/// Names of the arrays that accompany a quadratic transfer function.
struct QtfNames {
  explicit QtfNames(const std::string& name)
      : omega(name + "_omega"),
        other_omega(name + "_other_omega"),
        entry(name + "_entry"),
        wave(name + "_wave"),
        influenced_dof(name + "_influenced_dof"),
        direction(name + "_direction") {}

  std::string omega, other_omega, entry, wave, influenced_dof, direction;
};

/// Dimensions of forces: (omega, wave_direction, dof), preceded by complex (re, im) for complex
/// forces.
template <typename Matrix>
std::vector<double> values_of_forces(const std::vector<Matrix>& forces) {
  std::vector<double> values;
  append_forces(
      forces, [](const auto& column) { return column.real(); }, values);
  if constexpr (std::is_same_v<Matrix, MatrixXcd>) {
    append_forces(
        forces, [](const auto& column) { return column.imag(); }, values);
  }
  return values;
}

/// Lists the arrays of every coefficient that the database has.
class ArrayList : public CoefficientVisitor {
 public:
  explicit ArrayList(const Database& database)
      : database_(database),
        dofs_(database.dof_count()),
        frequencies_(database.omega.size()),
        directions_(database.wave_directions.size()) {
    const Names six(kDofNames.begin(), kDofNames.end());
    Names bodies, dofs;
    for (const DatabaseBody& body : database.bodies) {
      bodies.push_back(body.name);
      for (const std::string& dof : six) dofs.push_back(fmt::format("{}.{}", body.name, dof));
    }
    add_texts("body", bodies);
    add_texts("xyz", {"x", "y", "z"});
    for (const char* name : {"dof", "displaced_dof"}) add_texts(name, six);
    for (const char* name : {"influenced_dof", "radiating_dof"}) add_texts(name, dofs);
    add_texts("complex", {"re", "im"});
  }

  std::vector<DatabaseArray> release() { return std::move(arrays_); }

  void axis(const Coefficient& about, const VectorXd& values) {
    if (values.size() == 0) return;
    add(about, {{about.name, values.size()}},
        [&values] { return std::vector<double>(values.begin(), values.end()); });
  }

  void number(const Coefficient& about, const double& value) {
    add(about, {}, [&value] { return std::vector<double>{value}; });
  }

  template <typename Value>
  void of_bodies(const Coefficient& about, const std::vector<DatabaseBody>& bodies,
                 Value DatabaseBody::*member) {
    Dimensions dimensions = {{"body", static_cast<Index>(bodies.size())}};
    if constexpr (std::is_same_v<Value, Vector3>) dimensions.push_back({"xyz", 3});
    if constexpr (std::is_same_v<Value, Matrix6>) {
      dimensions.insert(dimensions.end(), {{"dof", kDofs}, {"displaced_dof", kDofs}});
    }
    add(about, std::move(dimensions), [&bodies, member] {
      std::vector<double> values;
      for (const DatabaseBody& body : bodies) {
        if constexpr (std::is_arithmetic_v<Value>) {
          values.push_back(static_cast<double>(body.*member));
        } else {
          append_rows(body.*member, values);
        }
      }
      return values;
    });
  }

  void matrices(const Coefficient& about, const Axis& over, const std::vector<MatrixXd>& values) {
    if (values.empty()) return;
    add(about, {{over.name, over.values.size()}, influenced(), {"radiating_dof", dofs_}},
        [&values] {
          std::vector<double> numbers;
          numbers.reserve(values.size() * static_cast<std::size_t>(values.front().size()));
          for (const MatrixXd& matrix : values) append_rows(matrix, numbers);
          return numbers;
        });
  }

  void matrix(const Coefficient& about, const std::optional<MatrixXd>& value) {
    if (!value) return;
    add(about, {influenced(), {"radiating_dof", dofs_}}, [&value] {
      std::vector<double> numbers;
      append_rows(*value, numbers);
      return numbers;
    });
  }

  template <typename Matrix>
  void forces(const Coefficient& about, const std::vector<Matrix>& values) {
    if (values.empty()) return;
    Dimensions dimensions = {
        {"omega", frequencies_}, {"wave_direction", directions_}, influenced()};
    if constexpr (std::is_same_v<Matrix, MatrixXcd>) {
      dimensions.insert(dimensions.begin(), {"complex", 2});
    }
    add(about, std::move(dimensions), [&values] { return values_of_forces(values); });
  }

  void qtf(const Coefficient& about, const QuadraticTransferFunction& qtf) {
    if (qtf.entries.empty()) return;
    const QtfNames names(about.name);
    const auto count = static_cast<Index>(qtf.entries.size());
    axis({names.omega.c_str(), "rad/s", "frequency of the first wave"}, qtf.omega);
    axis({names.other_omega.c_str(), "rad/s", "frequency of the second wave"}, qtf.omega);
    add({names.entry.c_str(), "1", names.entry.c_str()}, {{names.entry, count}}, [count] {
      std::vector<double> places(static_cast<std::size_t>(count));
      std::iota(places.begin(), places.end(), 1.0);
      return places;
    });
    add_texts(names.wave, {"first", "second"});
    const auto of_entries = [&qtf](const auto& append) {
      return [&qtf, append] {
        std::vector<double> numbers;
        for (const auto& entry : qtf.entries) append(entry, numbers);
        return numbers;
      };
    };
    add({names.influenced_dof.c_str(), "1", "global dof from 0"}, {{names.entry, count}},
        of_entries([](const auto& entry, std::vector<double>& numbers) {
          numbers.push_back(static_cast<double>(entry.influenced_dof));
        }));
    add({names.direction.c_str(), "rad", "where the two waves go"},
        {{names.entry, count}, {names.wave, 2}},
        of_entries([](const auto& entry, std::vector<double>& numbers) {
          numbers.insert(numbers.end(), {entry.direction_1, entry.direction_2});
        }));
    const Index size = qtf.omega.size();
    add(about,
        {{"complex", 2}, {names.entry, count}, {names.omega, size}, {names.other_omega, size}},
        [&qtf] {
          std::vector<double> numbers;
          for (const auto& entry : qtf.entries) append_rows(entry.values.real(), numbers);
          for (const auto& entry : qtf.entries) append_rows(entry.values.imag(), numbers);
          return numbers;
        });
  }

  void field(const Coefficient& about, const WaveField& /*field*/) {
    append(arrays_of_field(about.name, database_));
  }

  void at_speed(const Coefficient& about, const SpeedExcitation& /*at_speed*/) {
    append(arrays_at_speed(about.name, database_));
  }

  void sections(const Coefficient& about, const std::vector<SectionRows>& /*sections*/) {
    append(arrays_of_sections(about.name, database_));
  }

  void modes(const Coefficient& about, const GeneralisedModes& /*modes*/) {
    append(arrays_of_modes(about.name, database_));
    append(arrays_of_mode_stiffness("section", fmt::format("{}/mode", about.name), database_));
  }

 private:
  DatabaseArray::Dimension influenced() const { return {"influenced_dof", dofs_}; }

  void append(std::vector<DatabaseArray> arrays) {
    std::move(arrays.begin(), arrays.end(), std::back_inserter(arrays_));
  }

  void add(const Coefficient& about, Dimensions dimensions,
           std::function<std::vector<double>()> values) {
    arrays_.push_back(
        {about.name, about.units, about.meaning, std::move(dimensions), std::move(values), {}});
  }

  void add_texts(const std::string& name, Names texts) {
    const auto count = static_cast<Index>(texts.size());
    arrays_.push_back({name, "", "", {{name, count}}, nullptr, std::move(texts)});
  }

  const Database& database_;
  std::vector<DatabaseArray> arrays_;
  Index dofs_, frequencies_, directions_;
};

/// Reads the coefficients that a source has.
class ArrayReader : public CoefficientVisitor {
 public:
  ArrayReader(const ArraySource& source, Database& database)
      : source_(source), database_(database) {
    for (std::string& name : source.texts("body")) {
      database.bodies.emplace_back().name = std::move(name);
    }
  }

  void axis(const Coefficient& about, VectorXd& values) const {
    if (source_.contains(about.name)) values = vector(about.name);
  }

  void number(const Coefficient& about, double& value) const {
    const FiledArray filed = source_.numbers(about.name);
    if (filed.values.size() != 1) refuse(place(about.name), "must hold exactly one value");
    value = filed.values.front();
  }

  template <typename Value>
  void of_bodies(const Coefficient& about, std::vector<DatabaseBody>& bodies,
                 Value DatabaseBody::*member) const {
    std::vector<Index> shape = {static_cast<Index>(bodies.size())};
    if constexpr (std::is_same_v<Value, Vector3>) shape.push_back(3);
    if constexpr (std::is_same_v<Value, Matrix6>) shape.insert(shape.end(), {kDofs, kDofs});
    const std::vector<double> values = numbers(about.name, shape);
    const double* value = values.data();
    for (DatabaseBody& body : bodies) {
      if constexpr (std::is_same_v<Value, double>) {
        body.*member = *value++;
      } else if constexpr (std::is_integral_v<Value>) {
        body.*member = count_of(about.name, *value++);
      } else {
        Value& read = body.*member;
        read = Eigen::Map<const RowMajorMatrix>(value, read.rows(), read.cols());
        value += read.size();
      }
    }
  }

  void matrices(const Coefficient& about, const Axis& over, std::vector<MatrixXd>& values) const {
    if (!source_.contains(about.name)) return;
    const Index dofs = database_.dof_count();
    const std::vector<double> filed = numbers(about.name, {over.values.size(), dofs, dofs});
    for (Index k = 0; k < over.values.size(); ++k) {
      values.emplace_back(
          Eigen::Map<const RowMajorMatrix>(filed.data() + k * dofs * dofs, dofs, dofs));
    }
  }

  void matrix(const Coefficient& about, std::optional<MatrixXd>& value) const {
    if (!source_.contains(about.name)) return;
    const Index dofs = database_.dof_count();
    const std::vector<double> filed = numbers(about.name, {dofs, dofs});
    value = Eigen::Map<const RowMajorMatrix>(filed.data(), dofs, dofs);
  }

  template <typename Matrix>
  void forces(const Coefficient& about, std::vector<Matrix>& values) const {
    constexpr bool kComplex = std::is_same_v<Matrix, MatrixXcd>;
    if (!source_.contains(about.name)) return;
    const Index dofs = database_.dof_count();
    const Index frequencies = database_.omega.size();
    const Index directions = database_.wave_directions.size();
    std::vector<Index> shape = {frequencies, directions, dofs};
    if (kComplex) shape.insert(shape.begin(), 2);
    const std::vector<double> filed = numbers(about.name, shape);
    const Index half = frequencies * directions * dofs;
    values.assign(static_cast<std::size_t>(directions), Matrix(dofs, frequencies));
    const double* value = filed.data();
    for (Index k = 0; k < frequencies; ++k) {
      for (Matrix& force : values) {
        force.col(k).real() = Eigen::Map<const VectorXd>(value, dofs);
        if constexpr (kComplex)
          force.col(k).imag() = Eigen::Map<const VectorXd>(value + half, dofs);
        value += dofs;
      }
    }
  }

  void qtf(const Coefficient& about, QuadraticTransferFunction& qtf) const {
    if (!source_.contains(about.name)) return;
    const QtfNames names(about.name);
    qtf.omega = vector(names.omega);
    const VectorXd dofs = vector(names.influenced_dof);
    const Index size = qtf.omega.size();
    const Index count = dofs.size();
    const std::vector<double> directions = numbers(names.direction, {count, 2});
    const std::vector<double> values = numbers(about.name, {2, count, size, size});
    for (Index i = 0; i < count; ++i) {
      const double* first = values.data() + i * size * size;
      MatrixXcd entry(size, size);
      entry.real() = Eigen::Map<const RowMajorMatrix>(first, size, size);
      entry.imag() = Eigen::Map<const RowMajorMatrix>(first + count * size * size, size, size);
      const auto direction = static_cast<std::size_t>(2 * i);
      qtf.entries.push_back({dof_of(names.influenced_dof, dofs[i]), directions[direction],
                             directions[direction + 1], std::move(entry)});
    }
  }

  void field(const Coefficient& about, WaveField& field) const {
    field = read_field(source_, about.name, database_);
  }

  void at_speed(const Coefficient& about, SpeedExcitation& at_speed) const {
    at_speed = read_at_speed(source_, about.name, database_);
  }

  void sections(const Coefficient& about, std::vector<SectionRows>& sections) const {
    sections = read_sections(source_, about.name, database_);
  }

  void modes(const Coefficient& about, GeneralisedModes& modes) const {
    modes = read_modes(source_, about.name, database_);
  }

 private:
  static std::string place(const std::string& name) { return "/" + name; }

  static Index count_of(const std::string& name, double value) {
    if (!(value >= 0.0) || value > 1000.0) {
      refuse(place(name), fmt::format("must be 0 to 1000, is {}", value));
    }
    return to_integer<Index>(value, name);
  }

  Index dof_of(const std::string& name, double value) const {
    if (!(value >= 0.0) || value >= static_cast<double>(database_.dof_count())) {
      refuse(place(name), fmt::format("must be 0 to {}, is {}", database_.dof_count() - 1, value));
    }
    return to_integer<Index>(value, name);
  }

  std::vector<double> numbers(const std::string& name, const std::vector<Index>& shape) const {
    FiledArray filed = source_.numbers(name);
    require_shape(place(name), filed, shape);
    return std::move(filed.values);
  }

  VectorXd vector(const std::string& name) const {
    const FiledArray filed = source_.numbers(name);
    if (filed.shape.size() != 1) refuse(place(name), "must have rank 1");
    return Eigen::Map<const VectorXd>(filed.values.data(), filed.shape.front());
  }

  const ArraySource& source_;
  Database& database_;
};

}  // namespace

std::vector<DatabaseArray> arrays_of(const Database& database) {
  ArrayList list(database);
  visit_coefficients(database, list);
  return list.release();
}

void read_arrays(const ArraySource& source, Database& database) {
  visit_coefficients(database, ArrayReader(source, database));
}

}  // namespace raftup::hydro
