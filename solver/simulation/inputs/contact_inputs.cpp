#include "solver/model/inputs/contact_inputs.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

Variable ContactEnabled::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "1", fmt::format("whether the sides of '{}' touch: 0 or 1", reader), 1, ""};
}

void ContactEnabled::check(const Model& model, const std::string& path,
                           Violations& violations) const {
  const bool known =
      std::any_of(model.contact_readers.begin(), model.contact_readers.end(),
                  [this](const ContactReader& candidate) { return candidate.name == reader; });
  violations.require(known, path, "must name a contact reader of the model",
                     fmt::format("'{}'", reader));
}

Variable SurfaceVelocity::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "m/s", fmt::format("velocity of the surface of '{}'", shape), 3, "shape"};
}

void SurfaceVelocity::check(const Model& model, const std::string& path,
                            Violations& violations) const {
  const bool known =
      std::any_of(model.shapes.begin(), model.shapes.end(),
                  [this](const ContactShape& of_model) { return full_name(of_model) == shape; });
  violations.require(known, path, "must name a shape of the model as 'body/shape'",
                     fmt::format("'{}'", shape));
}

const HeightField* Heights::find_field(const Model& model) const {
  for (const ContactShape& of_model : model.shapes) {
    if (full_name(of_model) == shape) return std::get_if<HeightField>(&of_model.geometry);
  }
  return nullptr;
}

Variable Heights::variable(const std::string& name, const Model& model) const {
  const HeightField* field = find_field(model);
  const std::size_t size = field == nullptr ? 1 : column_count(*field) * row_count(*field);
  return {name, "m", fmt::format("heights of nodes of '{}'", shape), static_cast<int>(size),
          "shape"};
}

void Heights::check(const Model& model, const std::string& path, Violations& violations) const {
  const HeightField* field = find_field(model);
  violations.require(field != nullptr, path + ".shape",
                     "must name a height field of the model as 'body/shape', not a solid one",
                     fmt::format("'{}'", shape));
  if (field == nullptr) return;
  const auto require_inside = [&](std::size_t first, std::optional<std::size_t> count,
                                  std::size_t all, const std::string& along) {
    const bool inside = first < all && count.value_or(1) >= 1 && count.value_or(1) <= all - first;
    violations.require(inside, path + along,
                       fmt::format("must lie within the {} nodes of the field", all),
                       fmt::format("{} from {}", count ? std::to_string(*count) : "all", first));
    return inside;
  };
  const bool wide = require_inside(first_column, columns, field->columns, ".columns");
  const bool deep = require_inside(first_row, rows, field->rows, ".rows");
  if (!wide || !deep) return;
  const std::size_t count = column_count(*field) * row_count(*field);
  violations.require(count <= kMostNodes, path,
                     fmt::format("must have at most {} nodes", kMostNodes), std::to_string(count));
}

void Heights::check_sample(const Model& model, std::span<const double> values) const {
  const HeightField& field = *find_field(model);
  if (!field.least_height) return;
  const auto lowest = std::min_element(values.begin(), values.end());
  if (lowest == values.end() || *lowest >= *field.least_height) return;
  throw Error(ErrorCode::kInvalidArgument,
              fmt::format("heights of '{}' must not be lower than its least height of {}, got {}",
                          shape, *field.least_height, *lowest));
}

}  // namespace raftup::solver
