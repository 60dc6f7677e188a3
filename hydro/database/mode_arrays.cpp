#include "hydro/database/mode_arrays.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

#include "hydro/base/whole_number.hpp"
#include "hydro/database/array_values.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;
using Dimension = DatabaseArray::Dimension;
using ModeNumbers = std::vector<double>;

constexpr int kLastKind = static_cast<int>(ModeShapeKind::kUnknown);

/// Collects the arrays of modes.
class ModeArrays {
 public:
  ModeArrays(std::string name, const GeneralisedModes& modes)
      : name_(std::move(name)), modes_(modes), mode_{name_ + "/mode", modes.count()} {}

  std::vector<DatabaseArray> collect() {
    add_places("mode", modes_.count());
    add_places("other_mode", modes_.count());
    add_matrices();
    add_beams();
    add_points();
    return std::move(arrays_);
  }

 private:
  using Number = std::function<double(const GeneralisedMode&)>;

  void add(const char* array, const char* units, const char* meaning,
           std::vector<Dimension> dimensions, std::function<ModeNumbers()> values) {
    arrays_.push_back(
        {name_ + "/" + array, units, meaning, std::move(dimensions), std::move(values), {}});
  }

  void add_places(const char* array, Index count) {
    add(array, "1", array, {{name_ + "/" + array, count}}, [count] {
      ModeNumbers places(static_cast<std::size_t>(count));
      std::iota(places.begin(), places.end(), 1.0);
      return places;
    });
  }

  void add_numbers(const char* array, const char* units, const char* meaning,
                   const Number& number) {
    add(array, units, meaning, {mode_}, [this_modes = &modes_, number] {
      ModeNumbers values;
      for (const GeneralisedMode& mode : this_modes->modes) values.push_back(number(mode));
      return values;
    });
  }

  void add_matrix(const char* array, const char* units, const char* meaning,
                  const Dimension& columns, const MatrixXd& matrix) {
    add(array, units, meaning, {mode_, columns}, [&matrix] {
      ModeNumbers values;
      append_rows(matrix, values);
      return values;
    });
  }

  void add_matrices() {
    const Dimension other{name_ + "/other_mode", modes_.count()}, dof{"dof", kDofs};
    add_numbers("body", "1", "body of each mode from 0",
                [](const GeneralisedMode& mode) { return static_cast<double>(mode.body); });
    add_numbers("dof", "1", "dof that is the coordinate of the mode, from 0",
                [](const GeneralisedMode& mode) { return static_cast<double>(mode.dof); });
    add_numbers("damping_ratio", "1", "damping of the structure",
                [](const GeneralisedMode& mode) { return mode.damping_ratio; });
    add_matrix("mass", "kg", "mass between modes", other, modes_.mass);
    add_matrix("rigid_mass", "kg, kg m", "mass between modes and rigid dofs", dof,
               modes_.rigid_mass);
    add_matrix("stiffness", "N/m", "stiffness of the structure", other, modes_.stiffness);
    add_matrix("restoring", "N/m", "stiffness of buoyancy and weight", other, modes_.restoring);
    add_matrix("rigid_restoring", "N/m, N", "the same between modes and rigid dofs", dof,
               modes_.rigid_restoring);
  }

  void add_beams() {
    const auto is_at_points = [](const GeneralisedMode& mode) {
      return mode.kind == ModeShapeKind::kPoints;
    };
    if (std::all_of(modes_.modes.begin(), modes_.modes.end(), is_at_points)) return;
    const auto first = std::find_if(modes_.modes.begin(), modes_.modes.end(), is_beam);
    const bool has_beams = first != modes_.modes.end();
    const Dimension node{name_ + "/node", has_beams ? first->x.size() : 0};
    if (has_beams) add_places("node", node.size);
    add_numbers("plane", "1", "1 vertical, 2 horizontal, 3 torsion, 0 at points",
                [](const GeneralisedMode& mode) { return static_cast<double>(mode.kind); });
    if (!has_beams) return;
    add_numbers("axis_y", "m", "axis of a beam",
                [](const GeneralisedMode& mode) { return mode.axis.x(); });
    add_numbers("axis_z", "m", "axis of a beam",
                [](const GeneralisedMode& mode) { return mode.axis.y(); });
    add_nodes("x", "m", "nodes of a beam", node, &GeneralisedMode::x);
    add_nodes("deflection", "1", "deflection of a beam", node, &GeneralisedMode::deflection);
    add_nodes("slope", "1/m", "slope of a beam", node, &GeneralisedMode::slope);
  }

  void add_nodes(const char* array, const char* units, const char* meaning, const Dimension& node,
                 VectorXd GeneralisedMode::*member) {
    add(array, units, meaning, {mode_, node}, [modes = &modes_, member, count = node.size] {
      ModeNumbers values;
      for (const GeneralisedMode& mode : modes->modes) {
        const VectorXd& own = mode.*member;
        append_rows(own.size() == count ? own : VectorXd(VectorXd::Zero(count)), values);
      }
      return values;
    });
  }

  void add_points() {
    if (modes_.points.empty()) return;
    const Dimension point{name_ + "/point", static_cast<Index>(modes_.points.size())};
    add_places("point", point.size);
    add("points", "m", "points of the bodies at rest", {point, {"xyz", 3}}, [modes = &modes_] {
      ModeNumbers values;
      for (const ModePoint& at : modes->points) append_rows(at.position, values);
      return values;
    });
    add("point_body", "1", "body of each point from 0", {point}, [modes = &modes_] {
      ModeNumbers values;
      for (const ModePoint& at : modes->points) values.push_back(static_cast<double>(at.body));
      return values;
    });
    add("shape", "1", "displacement of each point", {point, mode_, {"xyz", 3}}, [modes = &modes_] {
      ModeNumbers values;
      for (const MatrixXd& shape : modes->shapes) append_rows(shape.transpose(), values);
      return values;
    });
  }

  std::string name_;
  const GeneralisedModes& modes_;
  Dimension mode_;
  std::vector<DatabaseArray> arrays_;
};

/// Reads the arrays of modes.
class ModeReader {
 public:
  ModeReader(const ArraySource& source, const std::string& name, const Database& database)
      : source_(source), name_(name), database_(database) {}

  GeneralisedModes read() {
    const ModeNumbers dofs = numbers_of_list(source_, array("dof"));
    count_ = static_cast<Index>(dofs.size());
    const ModeNumbers bodies = numbers("body", {count_});
    const ModeNumbers ratios = numbers("damping_ratio", {count_});
    GeneralisedModes modes;
    for (std::size_t i = 0; i < dofs.size(); ++i) {
      GeneralisedMode& mode = modes.modes.emplace_back();
      mode.body = body_of_number(array("body"), bodies[i], database_.body_count());
      mode.dof = body_of_number(array("dof"), dofs[i], database_.dof_count());
      mode.damping_ratio = ratios[i];
    }
    modes.mass = matrix("mass", count_);
    modes.rigid_mass = matrix("rigid_mass", kDofs);
    modes.stiffness = matrix("stiffness", count_);
    modes.restoring = matrix("restoring", count_);
    modes.rigid_restoring = matrix("rigid_restoring", kDofs);
    if (source_.contains(array("plane"))) read_kinds(modes);
    if (std::any_of(modes.modes.begin(), modes.modes.end(), is_beam)) read_beams(modes);
    if (source_.contains(array("points"))) read_points(modes);
    return modes;
  }

 private:
  std::string array(const char* name) const { return name_ + "/" + name; }
  ModeNumbers numbers(const char* name, const std::vector<Index>& shape) const {
    return numbers_of_shape(source_, array(name), shape);
  }
  MatrixXd matrix(const char* name, Index columns) const {
    const ModeNumbers values = numbers(name, {count_, columns});
    return Eigen::Map<const RowMajorMatrix>(values.data(), count_, columns);
  }

  void read_kinds(GeneralisedModes& modes) const {
    const ModeNumbers planes = numbers("plane", {count_});
    for (std::size_t i = 0; i < planes.size(); ++i) {
      if (!(planes[i] >= 0.0) || planes[i] > kLastKind) {
        refuse("/" + array("plane"), fmt::format("must be 0 to {}, is {}", kLastKind, planes[i]));
      }
      modes.modes[i].kind = static_cast<ModeShapeKind>(to_integer<int>(planes[i], array("plane")));
    }
  }

  void read_beams(GeneralisedModes& modes) const {
    const FiledArray filed = source_.numbers(array("x"));
    if (filed.shape.size() != 2) refuse("/" + array("x"), "must have rank 2");
    const Index nodes = filed.shape[1];
    const ModeNumbers y = numbers("axis_y", {count_}), z = numbers("axis_z", {count_});
    const MatrixXd x = matrix("x", nodes), deflection = matrix("deflection", nodes);
    const MatrixXd slope = matrix("slope", nodes);
    for (Index i = 0; i < count_; ++i) {
      const auto place = static_cast<std::size_t>(i);
      GeneralisedMode& mode = modes.modes[place];
      if (!is_beam(mode)) continue;
      mode.axis = {y[place], z[place]};
      mode.x = x.row(i);
      mode.deflection = deflection.row(i);
      mode.slope = slope.row(i);
    }
  }

  void read_points(GeneralisedModes& modes) const {
    const ModeNumbers bodies = numbers_of_list(source_, array("point_body"));
    const auto points = static_cast<Index>(bodies.size());
    const ModeNumbers places = numbers("points", {points, 3});
    const ModeNumbers shapes = numbers("shape", {points, count_, 3});
    for (Index i = 0; i < points; ++i) {
      const Vector3 place = Eigen::Map<const Vector3>(places.data() + 3 * i);
      modes.points.push_back(
          {place, body_of_number(array("point_body"), bodies[static_cast<std::size_t>(i)],
                                 database_.body_count())});
      modes.shapes.emplace_back(
          Eigen::Map<const RowMajorMatrix>(shapes.data() + 3 * count_ * i, count_, 3).transpose());
    }
  }

  const ArraySource& source_;
  const std::string& name_;
  const Database& database_;
  Index count_ = 0;
};

}  // namespace

std::vector<DatabaseArray> arrays_of_modes(const std::string& name, const Database& database) {
  if (database.modes.empty()) return {};
  return ModeArrays(name, database.modes).collect();
}

GeneralisedModes read_modes(const ArraySource& source, const std::string& name,
                            const Database& database) {
  if (!source.contains(name + "/dof")) return {};
  return ModeReader(source, name, database).read();
}

}  // namespace raftup::hydro
