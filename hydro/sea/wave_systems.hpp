/// @file The components of the wave systems of which a sea is composed, and the random function
/// that gives their phases [rad] and their frequencies within bins [rad/s].
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

/// One wave of a single frequency.
/// @param amplitude m, >= 0
/// @param period    s, > 0
/// @param direction rad, where it goes
/// @param phase     rad, at the world origin at t = 0
/// @throws Error(kInvalidArgument) naming the parameter
WaveComponent regular_wave(double amplitude, double period, double direction, double phase);

/// How a spectrum is divided into bins [rad/s], each of which becomes one frequency.
enum class Discretisation {
  kEqualFrequency,  ///< bins of the same width
  kEqualEnergy,     ///< bins of the same energy [m2]: all amplitudes are equal
};

/// How a spectrum becomes components.
struct DiscretisationOptions {
  Discretisation bins = Discretisation::kEqualEnergy;
  int component_count = 512;        ///< number of frequencies per direction, >= 1
  std::optional<double> omega_min;  ///< rad/s, > 0; default: 1e-5 of the energy lies below
  std::optional<double> omega_max;  ///< rad/s, > omega_min; default: 1 % of the energy lies above
  std::uint64_t seed = 1;           ///< of the phases [rad] and of the places within the bins
  /// Number of systems before this one with the same seed; each of them draws numbers of its own.
  std::uint64_t same_seed_before = 0;
};

/// Divides a spectrum into components in the given directions; each direction has an equal share of
/// the energy. The amplitude of a component follows from the energy of its bin, a^2/2 = energy /
/// direction count. The energy outside [omega_min, omega_max] is distributed over the bins in
/// proportion to their own, so that the components have exactly the spectrum's m0 and therefore its
/// significant wave height. The frequency of a component is drawn within its bin, uniformly in
/// frequency or in energy like the bins themselves, and anew for each direction. The sea therefore
/// does not repeat itself after 2 pi / (bin width), and crossing directions make no standing
/// pattern. Phases are uniform. Both draws depend on seed, same_seed_before and the index of the
/// component alone.
/// @param directions rad, where the waves go; see spread_directions(); one for a long-crested sea
/// @returns component_count x directions components, directions fastest
/// @throws Error(kInvalidArgument) naming the option
/// @source components of equal energy: Goda, Random Seas and Design of Maritime Structures (2010)
std::vector<WaveComponent> irregular_waves(const Spectrum& spectrum,
                                           const std::vector<double>& directions,
                                           const DiscretisationOptions& options);

/// S(omega, direction) given on a grid.
struct DirectionalSpectrum {
  std::vector<double> omega;       ///< rad/s, strictly increasing
  std::vector<double> directions;  ///< rad, strictly increasing, within one turn, >= 2
  std::vector<double> density;     ///< m2 s/rad2, [omega][direction]
};

/// A spectrum whose energy [m2] is distributed equally over some directions.
struct DirectedSpectrum {
  std::vector<double> directions;            ///< rad, where the waves go
  std::shared_ptr<const Spectrum> spectrum;  ///< of all these directions together
};

/// Components of several spectra, each in its own directions.
/// @throws Error(kInvalidArgument) naming the option
std::vector<WaveComponent> irregular_waves(const std::vector<DirectedSpectrum>& spectra,
                                           const DiscretisationOptions& options);

/// Makes one long-crested sea for each direction of a directional spectrum, which is interpolated
/// linearly in frequency and integrated over direction by the trapezoidal rule. If the directions
/// are evenly spaced over the full circle, the rule is periodic.
/// @throws Error(kInvalidArgument) naming the entry
/// @source single summation of directional seas: Jefferys, Directional seas should be ergodic,
///         Appl. Ocean Res. 9 (1987)
std::vector<DirectedSpectrum> directed_spectra(const DirectionalSpectrum& spectrum);

/// The bins of a spectrum between omega_min and omega_max, all of the same width or all of the same
/// energy; each becomes one frequency. The energy outside is distributed over the bins in
/// proportion to their own.
class SpectrumBins {
 public:
  /// @param spectrum must outlive the bins
  /// @throws Error(kInvalidArgument) naming the option
  SpectrumBins(const Spectrum& spectrum, const DiscretisationOptions& options);

  /// The frequency [rad/s] at the fraction `place` of a bin, 0 to 1.
  double omega(int bin, double place) const;

  /// Energy [m2] of a bin, including its part of the energy outside the band.
  double energy(int bin) const;

 private:
  /// The range of frequencies that the bins cover.
  struct Band {
    double omega_min;
    double omega_max;
    double energy_below;  ///< m2, below omega_min
    double energy;        ///< m2, within
  };

  static Band band_of(const Spectrum& spectrum, const DiscretisationOptions& options);
  void tabulate_energies();
  double cell_edge(std::size_t edge) const;  ///< rad/s

  const Spectrum& spectrum_;
  Band band_;
  int count_;
  bool equal_energy_;
  /// For bins of the same energy: the energy [m2] below each edge of cells of the same width. The
  /// search for a frequency begins in its cell.
  std::vector<double> energies_;
};

/// Philox 4x32-10: a random function rather than a generator. The same counter and key give the
/// same 128 bits everywhere, and no draw depends on another.
/// @source Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3 (SC11)
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Two independent uniform numbers in (0, 1) for one component of a seeded sea: odd multiples of
/// 2^-53, so neither end is ever drawn.
/// @param system which of those that have this seed, from 0
std::array<double, 2> uniform_pair(std::uint64_t seed, std::uint64_t component,
                                   std::uint64_t system = 0);

}  // namespace raftup::hydro
