#include "hydro/database/readers/capytaine/dofs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::hydro {

namespace {

constexpr std::array<std::string_view, kDofs> kNames = {"Surge", "Sway",  "Heave",
                                                        "Roll",  "Pitch", "Yaw"};

template <typename Container>
Eigen::Index place_in(const Container& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) - names.begin();
}

}  // namespace

CapytaineDofs capytaine_dofs(const std::vector<std::string>& names, const std::string& variable) {
  CapytaineDofs dofs;
  for (const std::string& name : names) {
    const std::size_t separator = name.rfind("__");
    const bool named = separator != std::string::npos;
    const std::string body = named ? name.substr(0, separator) : std::string();
    const Eigen::Index dof = place_in(kNames, named ? name.substr(separator + 2) : name);
    require(dof < kDofs,
            fmt::format("{} must hold the six dofs of rigid bodies (Surge to Yaw), holds \"{}\": "
                        "other modes are not supported",
                        variable, name));
    const Eigen::Index place = place_in(dofs.bodies, body);
    if (std::cmp_equal(place, dofs.bodies.size())) dofs.bodies.push_back(body);
    const Eigen::Index index = kDofs * place + dof;
    require(std::find(dofs.places.begin(), dofs.places.end(), index) == dofs.places.end(),
            fmt::format("{} must hold every dof once, holds \"{}\" twice", variable, name));
    dofs.places.push_back(index);
  }
  require(!names.empty() && names.size() == dofs.bodies.size() * kDofs,
          fmt::format("{} must hold six dofs per body ({} for {} bodies), holds {}", variable,
                      dofs.bodies.size() * kDofs, dofs.bodies.size(), names.size()));
  return dofs;
}

}  // namespace raftup::hydro
