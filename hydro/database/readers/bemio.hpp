#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Reads a BEMIO HDF5 file, as WEC-Sim and its converters write them, into SI units.
/// The file's numbers are normalised: A / rho, B / (rho omega), K / rho, C / (rho g), X / (rho g);
/// wave directions are in degrees; the `units` attributes are not trusted.
/// Needed: simulation_parameters/{rho, g, w, wave_dir, water_depth}; per body
/// properties/{cg, cb, disp_vol}, hydro_coeffs/linear_restoring_stiffness, added_mass/{inf_freq or
/// all}, radiation_damping/{all or impulse_response_fun/K} and excitation/{re, im or mag, phase}.
/// Everything else is optional; what only some of the bodies have is refused, as are generalised
/// modes. Froude-Krylov, scattering or inf_freq data that are not numbers count as absent, which a
/// finding says.
/// Files from strangers can crash the HDF5 library: read those in a process of their own.
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
/// @throws Error(kNotFound) where there is no such file
/// @source https://wec-sim.github.io/WEC-Sim/ (BEMIO)
Database read_bemio(const std::filesystem::path& file);

/// The same from the bytes of a file.
Database read_bemio(std::span<const std::byte> image);

}  // namespace raftup::hydro
