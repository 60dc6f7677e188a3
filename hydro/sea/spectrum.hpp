/// @file Spectra of a sea, tabulated and by formula, and how they spread over directions.
#pragma once

#include <array>
#include <vector>

namespace raftup::hydro {

/// Largest amplitude and significant height [m] of a model. Higher values are taken to be a slip.
/// Chosen, not swept.
inline constexpr double kHighestWave = 1000.0;

/// The distribution of the energy of a sea over frequency: S(omega) [m2 s/rad], the one-sided
/// spectral density of the variance of the elevation.
class Spectrum {
 public:
  Spectrum() = default;
  Spectrum(const Spectrum&) = default;
  Spectrum& operator=(const Spectrum&) = default;
  virtual ~Spectrum() = default;

  virtual double density(double omega) const = 0;       ///< S(omega) [m2 s/rad], 0 for omega <= 0
  virtual double energy_below(double omega) const = 0;  ///< integral of S from 0 to omega [m2]
  virtual double energy() const = 0;                    ///< m0 = integral of S over all omega [m2]
  virtual std::array<double, 2> support()
      const = 0;  ///< [rad/s]; holds all but 1e-5 below and 1 % above

  /// The omega [rad/s] within `bounds` below which `energy` [m2] lies, to 1e-13 relative.
  double omega_at_energy(double energy, std::array<double, 2> bounds) const;
};

/// S [m2 s/rad] given at frequencies [rad/s], linear in between and zero outside.
class TabulatedSpectrum final : public Spectrum {
 public:
  /// @param omega   rad/s, >= 0, strictly increasing, size n >= 2
  /// @param density m2 s/rad, >= 0, size n
  /// @throws Error(kInvalidArgument) naming the entry
  TabulatedSpectrum(std::vector<double> omega, std::vector<double> density);

  double density(double omega) const override;
  double energy_below(double omega) const override;
  double energy() const override { return energy_below_.back(); }
  std::array<double, 2> support() const override { return {omega_.front(), omega_.back()}; }

 private:
  std::vector<double> omega_;
  std::vector<double> density_;
  std::vector<double> energy_below_;  ///< at each omega_
};

/// One peak of a sea's spectrum [m2 s/rad], with m0 = significant_wave_height^2 / 16 exactly:
///   S = C g^r S_l,  S_l = b^l / Gamma(l) Hs^2 / (4 omega_p) u^(-4 l - 1) exp(-b u^-4),
///   u = omega / omega_p,  b = l + 1/4,
///   r = exp(-(u - 1)^2 / (2 sigma^2)), sigma = .07 below the peak and .09 above.
/// The energy of S_l below omega is Hs^2/16 Q(l, b u^-4), Q the upper incomplete gamma ratio; that
/// of the enhancement g^r - 1 is integrated, and C follows. Its maximum lies at omega_p. It is
/// - JONSWAP with l = 1, Pierson-Moskowitz if also g = 1;
/// - a system of Ochi and Hubble (1976) with g = 1;
/// - one of Torsethaugen's systems, f^-4 exp(-f^-4), with l = 3/4.
class SpectralPeak {
 public:
  struct Parameters {
    double significant_wave_height = 0.0;  ///< Hs = 4 sqrt(m0) [m], 0 to kHighestWave
    double peak_period = 0.0;              ///< 2 pi / omega_p [s], > 0
    double shape = 1.0;                    ///< l, in [0.25, 50]: the larger the narrower
    double peak_enhancement = 1.0;         ///< g, in [1, 100]
  };

  /// Checks the parameters and prepares the constants of the peak.
  /// @throws Error(kInvalidArgument) naming the parameter
  explicit SpectralPeak(const Parameters& parameters);

  double density(double omega) const;       ///< S [m2 s/rad], 0 for omega <= 0
  double energy_below(double omega) const;  ///< integral of S from 0 to omega [m2]
  double energy() const { return energy_; }
  double peak_omega() const { return peak_omega_; }  ///< rad/s

 private:
  double base_density(double u) const;
  double base_energy_below(double u) const;
  double excess_within(double lower, double upper) const;

  double energy_;
  double peak_omega_;
  double shape_;
  double enhancement_;
  double logarithm_of_enhancement_ = 0.0;
  double scale_ = 0.0;  ///< 4 b^l / Gamma(l)
  std::vector<double>
      /// contribution of the enhancement below the edge of each panel, relative to m0 of S_l
      excess_;
};

/// The sum of one or more peaks.
class PeakedSpectrum : public Spectrum {
 public:
  /// Makes the spectrum as the sum of its peaks.
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

/// JONSWAP spectrum [m2 s/rad], S = C g^r S_PM with S_PM the Pierson-Moskowitz spectrum of the same
/// height and period,
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

/// Ochi-Hubble spectrum [m2 s/rad]: swell and wind sea, each by its height, its peak period and a
/// shape l,
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

/// cos^{2s}(offset / 2), offset [rad] from the mean direction within pi of it.
/// @param s in [0, 1000]
/// @throws Error(kInvalidArgument) naming the parameter
/// @source Longuet-Higgins, Cartwright and Smith, Observations of the directional spectrum of sea
///         waves (1963)
double spreading_density(double offset, double s);

/// Directions that carry equal shares of the energy of a sea spread as
/// D(theta) proportional to cos^{2s}((theta - mean) / 2), theta within pi of the mean: the medians
/// of `direction_count` bins of equal energy, ascending, symmetric about the mean, their distances
/// from it all multiplied by the number that gives them the spread of D, by its first moment
///   mean of cos(theta - mean) = s / (s + 1).
/// One direction has no spread.
/// @param mean            rad, where the waves go
/// @param s               exponent of the spreading, in [0, 1000]; 0 = all directions alike
/// @param direction_count >= 1; 1 gives the mean direction
/// @throws Error(kInvalidArgument) naming the parameter
/// @source Mitsuyasu et al. (1975)
std::vector<double> spread_directions(double mean, double s, int direction_count);

}  // namespace raftup::hydro
