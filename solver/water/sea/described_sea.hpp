/// @file The sea of a model, made from its description: its wave systems, their cuts at the end of
///       the data of bodies, and its stationary part.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/sea/sea.hpp"
#include "hydro/sea/stationary_sea.hpp"
#include "hydro/sea/varying_waves.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/model.hpp"
#include "solver/model/water/waves.hpp"

namespace raftup::solver {

/// Largest number of components of all systems of a sea.
inline constexpr std::size_t kSeaComponentLimit = 200000;

/// The components of one wave system of a sea [m, rad/s]; none if the system is not valid. Systems
/// with the same seed have different random numbers.
/// @throws Error(kInvalidArgument) with the name of the invalid field
hydro::VaryingWaves make_system(const SeaDescription& sea, std::size_t system,
                                const hydro::Sea::Water& water);

/// Makes the sea of a description; none = no waves, or the sea breaks a rule.
/// @param path path of the sea, such as "environment.sea"
std::optional<hydro::Sea> make_sea(const SeaDescription& sea, const hydro::Sea::Water& water,
                                   const std::string& path, Violations& violations);

/// Makes the stationary part of a sea. Each system has its spectra [m2 s/rad], spread over 72
/// directions if it has a spreading, or its single harmonics. A recorded elevation and a system
/// with a focused wave or an extreme response are represented by their spectra. A system that
/// changes with time is a violation.
/// @param path path of the sea, such as "environment.sea"
hydro::StationarySea make_stationary_sea(const SeaDescription& sea, const hydro::Sea::Water& water,
                                         const std::string& path, Violations& violations);

/// Adds a violation for each wave system with a component whose frequency [rad/s] or direction is
/// outside the database of a hydrodynamic group.
/// @param model model with its groups, its water and the sea that was made of the same description
/// @param path  path of the sea, such as "environment.sea"
void check_within_data(const SeaDescription& sea, const Model& model, const std::string& path,
                       Violations& violations);

/// The frequency [rad/s] at which each wave system is cut because the databases end there. It is
/// given for every system that has no omega_max, has components beyond the data, and has less than
/// 1 % of the energy of each of its spectra there. The energy above is then spread over the
/// components below, so that the variance is kept.
/// @param model model with its groups and the sea that was made of the same description
std::vector<std::optional<double>> find_data_ends(const SeaDescription& sea, const Model& model);

/// The findings `sea_cut` of all wave systems, see find_cut().
/// @param gravity acceleration of gravity [m/s2]
/// @param path    path of the sea, such as "environment.sea"
Findings find_cuts(const SeaDescription& sea, double gravity, const std::string& path);

}  // namespace raftup::solver
