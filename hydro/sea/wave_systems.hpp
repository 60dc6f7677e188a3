/// @file Components of the wave systems that a sea consists of, and the random function for their
///         phases [rad] and for their frequencies within bins [rad/s].
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

/// Creates one wave of a single frequency.
/// @param amplitude m, >= 0
/// @param period    s, > 0
/// @param direction direction that the wave travels to [rad]
/// @param phase     phase at the world origin at t = 0 [rad]
/// @throws Error(kInvalidArgument) with the parameter that is invalid
WaveComponent regular_wave(double amplitude, double period, double direction, double phase);

/// Division of a spectrum into frequency bins [rad/s], each of which becomes one frequency.
enum class Discretisation {
  kEqualFrequency,  ///< bins of equal width in frequency [rad/s]
  kEqualEnergy,     ///< bins of equal energy [m2], so that all amplitudes are equal
};

constexpr std::array<std::string_view, 2> names_of(Discretisation /*of*/) {
  return {"equal_frequency", "equal_energy"};
}

/// Options for the conversion of a spectrum to wave components.
struct DiscretisationOptions {
  Discretisation bins = Discretisation::kEqualEnergy;
  int component_count = 512;  ///< number of frequencies per direction, >= 1
  /// Lowest frequency [rad/s], > 0; by default 1e-5 of the energy lies below.
  std::optional<double> omega_min;
  /// Highest frequency [rad/s], > omega_min; by default 1 % of the energy lies above.
  std::optional<double> omega_max;
  /// Seed of the random phases [rad] and of the positions within the bins.
  std::uint64_t seed = 1;
  /// Number of wave systems before this one that have the same seed. It makes the random numbers of
  /// each of them different.
  std::uint64_t same_seed_before = 0;
};

/// Divides a spectrum into components in the given directions; each direction has an equal share of
/// the energy. The amplitude a of a component follows from the energy of its bin, a^2/2 = energy /
/// (number of directions). The energy outside [omega_min, omega_max] is distributed over the bins
/// in proportion to their own energy, so that the components have exactly the spectrum's m0 and
/// therefore its significant wave height. The frequency of a component is drawn at random within
/// its bin, uniformly in frequency or in energy like the bins themselves, and anew for each
/// direction. The sea therefore does not repeat itself after 2 pi / (bin width), and crossing
/// directions make no standing pattern. Phases are uniformly distributed. Both random numbers
/// depend only on seed, same_seed_before and the index of the component.
/// @param directions directions that waves travel to [rad], see spread_directions(); one for a
///         long-crested sea
/// @returns component_count x directions components, with the direction varying fastest
/// @throws Error(kInvalidArgument) with the option that is invalid
/// @source components of equal energy: Goda, Random Seas and Design of Maritime Structures (2010)
std::vector<WaveComponent> irregular_waves(const Spectrum& spectrum,
                                           const std::vector<double>& directions,
                                           const DiscretisationOptions& options);

/// A directional spectrum S(omega, direction) [m2 s/rad2] on a grid of frequencies [rad/s] and
/// directions [rad].
struct DirectionalSpectrum {
  std::vector<double> omega;  ///< frequencies [rad/s], strictly increasing
  /// Directions that waves travel to [rad], strictly increasing, within one turn, at least two.
  std::vector<double> directions;
  std::vector<double> density;  ///< S [m2 s/rad2], with the direction varying fastest
};

/// A spectrum whose energy [m2] is distributed equally over some directions [rad].
struct DirectedSpectrum {
  std::vector<double> directions;            ///< directions that waves travel to [rad]
  std::shared_ptr<const Spectrum> spectrum;  ///< spectrum of all directions together
};

/// Divides several spectra into components, each in its own directions, as irregular_waves() does
/// for one spectrum.
/// @throws Error(kInvalidArgument) with the option that is invalid
std::vector<WaveComponent> irregular_waves(const std::vector<DirectedSpectrum>& spectra,
                                           const DiscretisationOptions& options);

/// Converts a directional spectrum to one long-crested sea per direction. The spectrum is
/// interpolated linearly in frequency and integrated over direction by the trapezoidal rule. If the
/// directions are evenly spaced over the full circle, the rule is periodic.
/// @throws Error(kInvalidArgument) with the entry that is invalid
/// @source single summation of directional seas: Jefferys, Directional seas should be ergodic,
///          Appl. Ocean Res. 9 (1987)
std::vector<DirectedSpectrum> directed_spectra(const DirectionalSpectrum& spectrum);

/// Bins of a spectrum between omega_min and omega_max [rad/s], all of the same width or all of the
/// same energy; each bin becomes one frequency. The energy outside is distributed over the bins in
/// proportion to their own energy.
class SpectrumBins {
 public:
  /// @param spectrum must outlive this object
  /// @throws Error(kInvalidArgument) with the option that is invalid
  SpectrumBins(const Spectrum& spectrum, const DiscretisationOptions& options);

  /// Returns the frequency [rad/s] at a position within a bin.
  /// @param place position, 0 at the lower and 1 at the upper end of the bin; it is a fraction of
  ///         the width or of the energy of the bin
  double omega(int bin, double place) const;

  /// Returns the energy [m2] of a bin, including its part of the energy outside the band.
  double energy(int bin) const;

 private:
  /// The range of frequencies [rad/s] that the bins cover, and the energy of the spectrum within
  /// and below it.
  struct Band {
    double omega_min;
    double omega_max;
    double energy_below;  ///< energy below omega_min [m2]
    double energy;        ///< energy within the band [m2]
  };

  static Band band_of(const Spectrum& spectrum, const DiscretisationOptions& options);
  void tabulate_energies();
  /// Frequency of an edge of the cells of `energies_` [rad/s].
  double cell_edge(std::size_t edge) const;

  const Spectrum& spectrum_;
  Band band_;
  int count_;
  bool equal_energy_;
  /// For bins of equal energy: the energy [m2] below each edge of cells of equal width. The search
  /// for a frequency begins in the cell that contains it.
  std::vector<double> energies_;
};

/// Philox 4x32-10, a random function rather than a generator: the same counter and key give the
/// same 128 bits on every machine, and no result depends on an earlier one.
/// @source Salmon, Moraes, Dror, Shaw: Parallel random numbers, as easy as 1, 2, 3 (SC11)
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key);

/// Returns two independent random numbers, uniform in (0, 1), for one component of a sea. They are
/// odd multiples of 2^-53, so that neither 0 nor 1 occurs.
/// @param system number of the wave system among those with the same seed, from 0
std::array<double, 2> uniform_pair(std::uint64_t seed, std::uint64_t component,
                                   std::uint64_t system = 0);

}  // namespace raftup::hydro
