#pragma once

#include <optional>

#include "solver/model/bodies/shape.hpp"
#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// Whether the sides of a contact reader can touch each other, streamed by a client: they can in a
/// step at whose start the value is not 0, and before the first sample.
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

/// Velocity of the surface of a shape relative to its body [m/s, axes of the shape], streamed by a
/// client: a belt. Before the first sample the velocity of its description applies.
struct SurfaceVelocity {
  static constexpr std::string_view kKind = "surface_velocity";

  std::string shape;  ///< "body/shape", of the world "/shape"

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("", self.shape);
  }

  Variable variable(const std::string& name, const Model& model) const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
};

/// Heights [m] of a rectangle of nodes of a height field, streamed by a client: [columns rows]
/// values, node (i, j) of the rectangle at j columns + i. Before the first sample the heights of
/// the description apply. If several inputs contain a node, the last one in the model that has
/// samples counts.
struct Heights {
  static constexpr std::string_view kKind = "heights";
  static constexpr std::size_t kMostNodes = 100000;

  std::string shape;  ///< "body/shape", of the world "/shape"
  std::size_t first_column = 0, first_row = 0;
  std::optional<std::size_t> columns, rows;  ///< by default all further ones

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("shape", self.shape);
    field("first_column", self.first_column);
    field("first_row", self.first_row);
    field("columns", self.columns);
    field("rows", self.rows);
  }

  /// The height field that the input edits; null if the model has no such field.
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
