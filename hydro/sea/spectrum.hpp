/// @file Wave spectra, tabulated and by formula, and their spreading over directions.
#pragma once

#include <array>
#include <vector>

namespace raftup::hydro {

/// Largest wave amplitude and significant wave height of a model [m]. Higher values are treated as
/// input errors. Chosen, not swept.
inline constexpr double kHighestWave = 1000.0;

/// A wave spectrum: the distribution of the energy of a sea over frequency. S(omega) [m2 s/rad] is
/// the one-sided spectral density of the variance of the elevation.
class Spectrum {
 public:
  Spectrum() = default;
  Spectrum(const Spectrum&) = default;
  Spectrum& operator=(const Spectrum&) = default;
  virtual ~Spectrum() = default;

  /// Spectral density S(omega) [m2 s/rad]; 0 for omega <= 0.
  virtual double density(double omega) const = 0;
  virtual double energy_below(double omega) const = 0;  ///< integral of S from 0 to omega [m2]
  /// m0, the integral of S over all frequencies [m2].
  virtual double energy() const = 0;
  virtual std::array<double, 2> support()
      /// Frequency range [rad/s] with all of the energy but 1e-5 below it and 1 % above it.
      const = 0;

  /// Returns the frequency [rad/s] within `bounds` below which the energy `energy` [m2] lies, to a
  /// relative accuracy of 1e-13.
  double omega_at_energy(double energy, std::array<double, 2> bounds) const;
};

/// A spectrum that is given by its density S [m2 s/rad] at some frequencies [rad/s]. S is linear
/// between the frequencies and zero outside.
class TabulatedSpectrum final : public Spectrum {
 public:
  /// @param omega   frequencies [rad/s], >= 0, strictly increasing, at least two
  /// @param density S at each frequency [m2 s/rad], >= 0
  /// @throws Error(kInvalidArgument) with the entry that is invalid
  TabulatedSpectrum(std::vector<double> omega, std::vector<double> density);

  double density(double omega) const override;
  double energy_below(double omega) const override;
  double energy() const override { return energy_below_.back(); }
  std::array<double, 2> support() const override { return {omega_.front(), omega_.back()}; }

 private:
  std::vector<double> omega_;
  std::vector<double> density_;
  std::vector<double> energy_below_;  ///< integral of S from 0 to each omega_ [m2]
};

/// One peak of a wave spectrum [m2 s/rad], with m0 = significant_wave_height^2 / 16 exactly:
///   S = C g^r S_l,  S_l = b^l / Gamma(l) Hs^2 / (4 omega_p) u^(-4 l - 1) exp(-b u^-4),
///   u = omega / omega_p,  b = l + 1/4,
///   r = exp(-(u - 1)^2 / (2 sigma^2)), sigma = .07 below the peak and .09 above,
/// with the shape l and the peak enhancement g. The energy of S_l below omega is Hs^2/16 Q(l, b
/// u^-4), where Q is the upper incomplete gamma ratio. The energy of the enhancement g^r - 1 is
/// integrated numerically and determines C. The maximum of S is at omega_p. Special cases are
///  - JONSWAP with l = 1, and Pierson-Moskowitz if also g = 1;
///  - one system of Ochi and Hubble (1976) with g = 1;
///  - one system of Torsethaugen, f^-4 exp(-f^-4), with l = 3/4.
class SpectralPeak {
 public:
  struct Parameters {
    /// Significant wave height Hs = 4 sqrt(m0) [m], 0 to kHighestWave.
    double significant_wave_height = 0.0;
    double peak_period = 0.0;  ///< peak period 2 pi / omega_p [s], > 0
    /// Shape l [1], in [0.25, 50]; a larger value gives a narrower peak.
    double shape = 1.0;
    double peak_enhancement = 1.0;  ///< peak enhancement g [1], in [1, 100]
  };

  /// Checks the parameters and prepares the constants of the peak.
  /// @throws Error(kInvalidArgument) naming the parameter
  explicit SpectralPeak(const Parameters& parameters);

  double density(double omega) const;       ///< spectral density S [m2 s/rad]; 0 for omega <= 0
  double energy_below(double omega) const;  ///< integral of S from 0 to omega [m2]
  /// Energy m0 of the peak [m2].
  double energy() const { return energy_; }
  double peak_omega() const { return peak_omega_; }  ///< peak frequency omega_p [rad/s]

 private:
  double base_density(double u) const;
  double base_energy_below(double u) const;
  double excess_within(double lower, double upper) const;

  double energy_;
  double peak_omega_;
  double shape_;
  double enhancement_;
  double logarithm_of_enhancement_ = 0.0;
  double scale_ = 0.0;  ///< constant 4 b^l / Gamma(l) of the density [1]
  std::vector<double>
      /// Energy of the enhancement below the edge of each integration panel, relative to m0 of S_l
      /// [1].
      excess_;
};

/// A spectrum that is the sum of one or more peaks.
class PeakedSpectrum : public Spectrum {
 public:
  /// Creates the spectrum as the sum of its peaks.
  /// @throws Error(kInvalidArgument) if there is no peak
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

/// JONSWAP spectrum [m2 s/rad], S = C g^r S_PM, where S_PM is the Pierson-Moskowitz spectrum of the
/// same height and period and g the peak enhancement:
///   S_PM = 5/16 Hs^2 omega_p^4 omega^-5 exp(-5/4 (omega_p / omega)^4),
///   r = exp(-(omega - omega_p)^2 / (2 sigma^2 omega_p^2)),
///   sigma = .07 below the peak and .09 above.
/// The constant C makes m0 = significant_wave_height^2 / 16 exactly. With g = 1 the spectrum is
/// S_PM.
/// @source Hasselmann et al. (1973); DNV-RP-C205 3.5.5
class JonswapSpectrum final : public PeakedSpectrum {
 public:
  /// @param significant_wave_height Hs = 4 sqrt(m0) [m], >= 0
  /// @param peak_period             Tp = 2 pi / omega_p [s], > 0
  /// @param peak_enhancement        g, in [1, 20]
  /// @throws Error(kInvalidArgument) with the parameter that is invalid
  JonswapSpectrum(double significant_wave_height, double peak_period, double peak_enhancement);
};

/// Creates an Ochi-Hubble spectrum [m2 s/rad]: the sum of swell and wind sea, each with its height,
/// its peak period and a shape l,
///   S = sum (b omega_p^4)^l / Gamma(l) Hs^2 / (4 omega^(4 l + 1)) exp(-b (omega_p / omega)^4),
///   b = (4 l + 1) / 4, so that m0 = sum Hs^2 / 16.
/// @param systems one or two; their peak_enhancement must be 1
/// @throws Error(kInvalidArgument) with the system and the parameter
/// @source Ochi and Hubble (1976)
PeakedSpectrum ochi_hubble_spectrum(const std::vector<SpectralPeak::Parameters>& systems);

/// Creates the simplified spectrum of Torsethaugen with two peaks; the first has the given period
/// Tp. G is gravity. T_f = 6.6 Hs^(1/3) is the peak period of a sea that is fully developed over
/// the fetch of the Norwegian Sea.
///  - Tp <= T_f, wind sea dominates: Hs_1 = r Hs, g_1 = 35 (2 pi / G Hs_1 / Tp^2)^.857, r = .7 + .3
///    exp(-(2 (T_f - Tp) / (T_f - 2 sqrt(Hs)))^2); the swell has Tp_2 = T_f + 2 s;
///  - Tp > T_f, swell dominates: Hs_1 = r Hs, r = .6 + .4 exp(-(e / .3)^2), e = (Tp - T_f) / (25 -
///    T_f), g_1 = 35 (2 pi / G Hs / T_f^2)^.857 (1 + 6 e); the wind sea has Tp_2 = 6.6 Hs_2^(1/3).
/// In both cases Hs_2 = sqrt(1 - r^2) Hs and g_2 = 1. The peaks are SpectralPeak with the shape
/// l = 3/4 and the peak enhancements g_1, which is at least 1, and g_2. m0 is exactly Hs^2 / 16;
/// the standard normalizes by an approximation that is accurate to a few percent.
/// @param significant_wave_height Hs [m], > 0 and at most 25
/// @param peak_period             Tp [s], > 0 and at most 25
/// @param gravity                 m/s2, > 0
/// @throws Error(kInvalidArgument) with the parameter that is invalid
/// @source Torsethaugen and Haver (2004); DNV-RP-C205 appendix A
PeakedSpectrum torsethaugen_spectrum(double significant_wave_height, double peak_period,
                                     double gravity);

/// Returns the directional spreading function cos^{2s}(offset / 2), not normalized.
/// @param offset direction relative to the mean direction [rad], within pi of it
/// @param s      exponent of the spreading, in [0, 1000]
/// @throws Error(kInvalidArgument) with the parameter that is invalid
/// @source Longuet-Higgins, Cartwright and Smith, Observations of the directional spectrum of sea
///          waves (1963)
double spreading_density(double offset, double s);

/// Returns directions that have equal shares of the energy of a sea, whose spreading is D(theta)
/// proportional to cos^{2s}((theta - mean) / 2) within pi of the mean. The directions are the
/// medians of `direction_count` bins of equal energy, ascending and symmetric about the mean. Their
/// distances from the mean are then multiplied by one factor, such that they have the same first
/// moment as D,
///   mean of cos(theta - mean) = s / (s + 1).
/// @param mean            mean direction that waves travel to [rad]
/// @param s               exponent of the spreading, in [0, 1000]; 0 means equal energy in all
///         directions
/// @param direction_count >= 1; 1 gives the mean direction alone
/// @throws Error(kInvalidArgument) with the parameter that is invalid
/// @source Mitsuyasu et al. (1975)
std::vector<double> spread_directions(double mean, double s, int direction_count);

}  // namespace raftup::hydro
