/// @file Spectra by formula: sums of peaks.
#pragma once

#include <vector>

#include "hydro/sea/spectral_peak.hpp"
#include "hydro/sea/spectrum.hpp"

namespace raftup::hydro {

/// The sum of one or more peaks.
class PeakedSpectrum : public Spectrum {
 public:
  /// @throws Error(kInvalidArgument) where there is no peak
  explicit PeakedSpectrum(std::vector<SpectralPeak> peaks);

  double density(double omega) const override;
  double energy_below(double omega) const override;
  double energy() const override { return energy_; }
  std::array<double, 2> support() const override;

  const std::vector<SpectralPeak>& peaks() const { return peaks_; }

 private:
  std::vector<SpectralPeak> peaks_;
  double energy_ = 0.0;
};

/// JONSWAP, S = C g^r S_PM with S_PM the Pierson-Moskowitz spectrum of the same height and period,
/// r = exp(-(omega - omega_p)^2 / (2 sigma^2 omega_p^2)), sigma = .07 below the peak and .09 above;
/// C makes m0 = significant_wave_height^2 / 16 exactly (5/16 Hs^2 omega_p^4 omega^-5 exp(-5/4
/// (omega_p / omega)^4) is S_PM). A peak enhancement g = 1 is Pierson-Moskowitz.
/// @source Hasselmann et al. (1973); DNV-RP-C205 3.5.5
class JonswapSpectrum final : public PeakedSpectrum {
 public:
  /// @param significant_wave_height Hs = 4 sqrt(m0) [m], >= 0
  /// @param peak_period             Tp = 2 pi / omega_p [s], > 0
  /// @param peak_enhancement        g, in [1, 20]
  /// @throws Error(kInvalidArgument) naming the parameter
  JonswapSpectrum(double significant_wave_height, double peak_period, double peak_enhancement);
};

/// Ochi-Hubble: swell and wind sea, each by its height, its peak period and a shape l,
///   S = sum (b omega_p^4)^l / Gamma(l) Hs^2 / (4 omega^(4 l + 1)) exp(-b (omega_p / omega)^4),
///   b = (4 l + 1) / 4, so that m0 = sum Hs^2 / 16.
/// @param systems one or two; peak_enhancement 1
/// @throws Error(kInvalidArgument) naming the system and the parameter
/// @source Ochi and Hubble (1976)
PeakedSpectrum ochi_hubble_spectrum(const std::vector<SpectralPeak::Parameters>& systems);

/// The two peaks of Torsethaugen's simplified spectrum, the one at the given period first.
/// With T_f = 6.6 Hs^(1/3), the peak period of a sea fully developed over the fetch of the
/// Norwegian Sea:
/// - Tp <= T_f, wind sea dominates: Hs_1 = r Hs, g_1 = 35 (2 pi / g Hs_1 / Tp^2)^.857,
///   r = .7 + .3 exp(-(2 (T_f - Tp) / (T_f - 2 sqrt(Hs)))^2); the swell has Tp_2 = T_f + 2 s;
/// - Tp > T_f, swell dominates: Hs_1 = r Hs, r = .6 + .4 exp(-(e / .3)^2), e = (Tp - T_f) / (25 -
///   T_f), g_1 = 35 (2 pi / g Hs / T_f^2)^.857 (1 + 6 e); the wind sea has Tp_2 = 6.6 Hs_2^(1/3);
/// Hs_2 = sqrt(1 - r^2) Hs, g_2 = 1. Shape and enhancement as SpectralPeak with l = 3/4; g_1 at
/// least 1. m0 is exactly Hs^2 / 16, where the standard normalises by a fit good to some per cent.
/// @param significant_wave_height m, > 0 and at most 25
/// @param peak_period             s, > 0 and at most 25
/// @param gravity                 m/s2, > 0
/// @throws Error(kInvalidArgument) naming the parameter
/// @source Torsethaugen and Haver (2004); DNV-RP-C205 appendix A
PeakedSpectrum torsethaugen_spectrum(double significant_wave_height, double peak_period,
                                     double gravity);

}  // namespace raftup::hydro
