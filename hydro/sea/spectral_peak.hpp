#pragma once

#include <vector>

namespace raftup::hydro {

/// One peak of a sea's spectrum, with m0 = significant_wave_height^2 / 16 exactly:
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
    double significant_wave_height = 0.0;  ///< Hs = 4 sqrt(m0) [m], >= 0
    double peak_period = 0.0;              ///< 2 pi / omega_p [s], > 0
    double shape = 1.0;                    ///< l, in [0.25, 50]: the larger the narrower
    double peak_enhancement = 1.0;         ///< g, in [1, 100]
  };

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
  double scale_ = 0.0;  ///< 4 b^l / Gamma(l)
  std::vector<double>
      excess_;  ///< what the enhancement adds below each panel's edge, over m0 of S_l
};

}  // namespace raftup::hydro
