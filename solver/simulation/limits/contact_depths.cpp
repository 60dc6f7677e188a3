#include "solver/simulation/limits/contact_depths.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "solver/model/contacts/contact_shape.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

namespace {

std::size_t index_of_material(const Model& model, const std::string& name) {
  const auto at = std::find_if(model.materials.begin(), model.materials.end(),
                               [&](const Material& material) { return material.name == name; });
  return static_cast<std::size_t>(at - model.materials.begin());
}

}  // namespace

ContactDepths::ContactDepths(const Model& model, const ContactsAtStart& start)
    : model_(&model), shape_count_(model.shapes.size()) {
  if (!can_push(model)) return;
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    sizes_.push_back(start.set.size(i));
    materials_.push_back(index_of_material(model, model.shapes[i].material));
  }
  const std::size_t count = model.materials.size();
  curve_ends_.assign(count * count, 0.0);
  for (const ContactMaterial& pair : model.contact_materials) {
    if (!pair.fender) continue;
    const std::size_t one = index_of_material(model, pair.material1);
    const std::size_t two = index_of_material(model, pair.material2);
    curve_ends_[one * count + two] = curve_ends_[two * count + one] =
        pair.fender->compression.back();
  }
  at_start_ = start.set.pairs();
}

double ContactDepths::limit(std::uint64_t shape1, std::uint64_t shape2) const {
  const double end =
      curve_ends_[materials_[shape1] * model_->materials.size() + materials_[shape2]];
  return end > 0.0 ? end : kLargestDepth * std::min(sizes_[shape1], sizes_[shape2]);
}

void ContactDepths::watch(const ContactPairs& pairs, std::uint64_t first_limit,
                          State& state) const {
  if (sizes_.empty()) return;  // shapes only feel each other
  for (const ContactPairState& pair : pairs) {
    if (pair.greatest_depth <= limit(pair.shape1, pair.shape2)) continue;
    note_limit(first_limit + pair.shape1 * shape_count_ + pair.shape2, pair.greatest_depth, state);
  }
}

DescribedLimit ContactDepths::describe(std::uint64_t pair, const PassedLimit& passed) const {
  const std::uint64_t one = pair / shape_count_, two = pair % shape_count_;
  const double threshold = limit(one, two);
  const bool fender =
      curve_ends_[materials_[one] * model_->materials.size() + materials_[two]] > 0.0;
  const std::string shapes = fmt::format("shapes '{}' and '{}'", full_name(model_->shapes[one]),
                                         full_name(model_->shapes[two]));
  const bool starts = passed.step_index == 0;
  const char* const move =
      "move one of them where the run begins, or leave the pair out by "
      "disabled_pairs";
  if (fender) {
    return {"beyond_curve",
            fmt::format("{} should keep to the curve of their fender, which ends at a compression "
                        "of {:.4g} m, were pressed by {:.4g} m",
                        shapes, threshold, passed.value),
            starts ? move : "give the curve further, take a larger fender, or come in slower",
            fmt::format("{:.4g} m", passed.worst)};
  }
  return {"contact_depth",
          fmt::format("{} should overlap by at most 1 % of the size of the smaller, {:.3g} m, "
                      "overlap by {:.3g} m",
                      shapes, threshold, passed.value),
          starts ? move
                 : "shorten integration.step, choose another stepper, or give them stiffer "
                   "materials",
          fmt::format("{:.3g} m", passed.worst)};
}

}  // namespace raftup::solver
