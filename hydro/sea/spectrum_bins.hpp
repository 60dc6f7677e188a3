#pragma once

#include <vector>

#include "hydro/sea/spectrum.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {

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

}  // namespace raftup::hydro
