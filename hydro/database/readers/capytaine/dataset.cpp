#include "hydro/database/readers/capytaine/dataset.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/filed_modes.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Returns the distance in memory between neighboring elements along each dimension.
std::vector<Index> strides_of(const std::vector<Index>& shape) {
  std::vector<Index> strides(shape.size(), 1);
  for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
  return strides;
}

void check_left_out(const NamedArray& array, const std::vector<std::string>& wanted,
                    const std::string& variable) {
  for (std::size_t i = 0; i < array.dimensions.size(); ++i) {
    const bool asked = std::find(wanted.begin(), wanted.end(), array.dimensions[i]) != wanted.end();
    require(asked || array.shape[i] == 1,
            fmt::format("{} may have the dimensions ({}), has {} with {} entries", variable,
                        fmt::join(wanted, ", "), array.dimensions[i], array.shape[i]));
  }
}

}  // namespace

NamedArray ordered_array(const NamedArray& array, const std::vector<std::string>& dimensions,
                         const std::string& variable) {
  check_left_out(array, dimensions, variable);
  const std::vector<Index> filed = strides_of(array.shape);
  NamedArray result{dimensions, {}, {}};
  std::vector<Index> strides;
  for (const std::string& dimension : dimensions) {
    const auto found = std::find(array.dimensions.begin(), array.dimensions.end(), dimension);
    require(found != array.dimensions.end(),
            fmt::format("{} must have the dimension {}, has ({})", variable, dimension,
                        fmt::join(array.dimensions, ", ")));
    const auto place = static_cast<std::size_t>(found - array.dimensions.begin());
    result.shape.push_back(array.shape[place]);
    strides.push_back(filed[place]);
  }
  const auto count = static_cast<Index>(array.values.size());
  const std::vector<Index> ordered = strides_of(result.shape);
  result.values.reserve(array.values.size());
  for (Index i = 0; i < count; ++i) {
    Index source = 0;
    for (std::size_t d = 0; d < strides.size(); ++d) {
      source += i / ordered[d] % result.shape[d] * strides[d];
    }
    result.values.push_back(array.values[static_cast<std::size_t>(source)]);
  }
  return result;
}

namespace {

constexpr std::array<std::string_view, kDofs> kNames = {"Surge", "Sway",  "Heave",
                                                        "Roll",  "Pitch", "Yaw"};

template <typename Container>
Index place_in(const Container& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

/// A dof by its name: the body and one of the six rigid dofs, or the whole name of a mode.
struct NamedDof {
  std::string body;
  Index rigid = kDofs;  ///< kDofs for a mode
};

NamedDof named_dof(const std::string& name) {
  const std::size_t separator = name.rfind("__");
  const bool named = separator != std::string::npos;
  return {named ? name.substr(0, separator) : std::string(),
          place_in(kNames, named ? name.substr(separator + 2) : name)};
}

/// Index of the body whose name, the longest that fits, begins the name of a mode. A single body
/// without name has every mode.
/// @returns the number of bodies if there is none
Index body_of_mode(const std::vector<std::string>& bodies, const std::string& mode) {
  auto found = static_cast<Index>(bodies.size());
  std::size_t longest = 0;
  for (std::size_t body = 0; body < bodies.size(); ++body) {
    const std::string& name = bodies[body];
    const bool fits = name.empty() || mode.starts_with(name + "__");
    if (!fits || (std::cmp_less(found, bodies.size()) && name.size() <= longest)) continue;
    found = static_cast<Index>(body);
    longest = name.size();
  }
  return found;
}

/// Finds the modes and gives them their dofs, in the order of the bodies.
void find_modes(const std::vector<std::string>& names, const std::string& variable,
                CapytaineDofs& dofs) {
  std::vector<std::vector<std::string>> of_bodies(dofs.bodies.size());
  for (const std::string& name : names) {
    if (named_dof(name).rigid < kDofs) continue;
    const Index body = body_of_mode(dofs.bodies, name);
    require(std::cmp_less(body, dofs.bodies.size()),
            fmt::format("{} must hold modes of bodies with the dofs Surge to Yaw, holds \"{}\" of "
                        "none",
                        variable, name));
    of_bodies[static_cast<std::size_t>(body)].push_back(name);
  }
  std::vector<Index> counts;
  for (const std::vector<std::string>& of : of_bodies) {
    counts.push_back(static_cast<Index>(of.size()));
    dofs.mode_names.insert(dofs.mode_names.end(), of.begin(), of.end());
  }
  dofs.modes = modes_behind_bodies(counts);
}

}  // namespace

CapytaineDofs capytaine_dofs(const std::vector<std::string>& names, const std::string& variable) {
  CapytaineDofs dofs;
  for (const std::string& name : names) {
    const NamedDof dof = named_dof(name);
    const bool is_new = std::cmp_equal(place_in(dofs.bodies, dof.body), dofs.bodies.size());
    if (dof.rigid < kDofs && is_new) dofs.bodies.push_back(dof.body);
  }
  find_modes(names, variable, dofs);
  for (const std::string& name : names) {
    const NamedDof dof = named_dof(name);
    const Index index =
        dof.rigid < kDofs
            ? kDofs * place_in(dofs.bodies, dof.body) + dof.rigid
            : dofs.modes[static_cast<std::size_t>(place_in(dofs.mode_names, name))].dof;
    require(std::find(dofs.places.begin(), dofs.places.end(), index) == dofs.places.end(),
            fmt::format("{} must hold every dof once, holds \"{}\" twice", variable, name));
    dofs.places.push_back(index);
  }
  const std::size_t rigid = names.size() - dofs.modes.size();
  require(!names.empty() && rigid == dofs.bodies.size() * kDofs,
          fmt::format("{} must hold six dofs per body, Surge to Yaw ({} for {} bodies), holds {} "
                      "beside {} others",
                      variable, dofs.bodies.size() * kDofs, dofs.bodies.size(), rigid,
                      dofs.modes.size()));
  return dofs;
}

}  // namespace raftup::hydro
