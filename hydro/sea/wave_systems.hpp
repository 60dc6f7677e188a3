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

/// Components of a spectrum in the given directions, each carrying an equal share of the energy.
/// The amplitude of a bin follows from its integrated energy, a^2/2 = energy / direction count;
/// what lies outside [omega_min, omega_max] is spread over the bins in proportion, so that the
/// components carry the spectrum's m0 exactly and give its significant wave height back. The
/// frequency lies at a random place of its bin (uniform in frequency or in energy, as the bins
/// are), drawn for each direction anew: the sea neither repeats after 2 pi / (bin width) nor stands
/// still where directions cross. Phases are uniform. Both draws depend on seed, same_seed_before
/// and component alone.
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

/// One long-crested sea for each direction of a directional spectrum, linear in frequency and, by
/// the trapezoidal rule, in direction: around the circle where the directions are evenly spaced
/// over all of it.
/// @throws Error(kInvalidArgument) naming the entry
/// @source single summation of directional seas: Jefferys, Directional seas should be ergodic,
///         Appl. Ocean Res. 9 (1987)
std::vector<DirectedSpectrum> directed_spectra(const DirectionalSpectrum& spectrum);

/// The bins that a spectrum is cut into, each of which becomes one frequency: of the same width or
/// of the same energy, between omega_min and omega_max. What lies outside is spread over them in
/// proportion.
class SpectrumBins {
 public:
  /// @param spectrum must outlive the bins
  /// @throws Error(kInvalidArgument) naming the option
  SpectrumBins(const Spectrum& spectrum, const DiscretisationOptions& options);

  /// rad/s at `place` in [0, 1] of a bin.
  double omega(int bin, double place) const;

  /// Energy [m2] of a bin, what lies outside the band included.
  double energy(int bin) const;

 private:
  /// The range of frequencies that the components share among them.
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
  /// Of bins of the same energy: m2 below the edges of cells of the same width, so that the search
  /// for a frequency begins in its cell.
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
