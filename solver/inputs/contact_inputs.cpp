#include "solver/inputs/contact_inputs.hpp"

#include <algorithm>

#include "solver/model.hpp"

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

}  // namespace raftup::solver
