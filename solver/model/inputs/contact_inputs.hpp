#pragma once

#include <optional>

#include "solver/model/bodies/shape.hpp"
#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// An input that switches the contacts between the two sides of a contact reader. In a step the
/// sides can touch each other if the value at its start is not 0. They can touch until the first
/// sample.
struct ContactEnabled {
  static constexpr std::string_view kKind = "contact_enabled";

  std::string reader;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.reader);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// An input with the velocity of the surface of a shape, for instance of a belt, relative to its
/// body [m/s, axes of the shape]. Before the first sample, the velocity in the description of the
/// shape applies.
struct SurfaceVelocity {
  static constexpr std::string_view kKind = "surface_velocity";

  std::string shape;  ///< name "body/shape" of the shape; "/shape" for one of the world

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.shape);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// An input with the heights [m] of a rectangle of nodes of a height field. A sample has [columns
/// rows] values; node (i, j) of the rectangle is at j columns + i. Before the first sample, the
/// heights in the description apply. If several inputs have a sample for a node, the last of these
/// inputs in the model applies.
struct Heights {
  static constexpr std::string_view kKind = "heights";
  static constexpr std::size_t kMostNodes = 100000;

  std::string shape;  ///< name "body/shape" of the height field; "/shape" for one of the world
  std::size_t first_column = 0, first_row = 0;
  /// Size of the rectangle; by default it reaches to the last column and the last row of the field.
  std::optional<std::size_t> columns, rows;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("shape", self.shape);
    field("first_column", self.first_column);
    field("first_row", self.first_row);
    field("columns", self.columns);
    field("rows", self.rows);
  }

  /// The height field whose heights [m] the input changes; null if the model has no such field.
  const HeightField* find_field(const Model& model) const;
  std::size_t column_count(const HeightField& field) const {
    return columns.value_or(field.columns - first_column);
  }
  std::size_t row_count(const HeightField& field) const {
    return rows.value_or(field.rows - first_row);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

}  // namespace raftup::solver
