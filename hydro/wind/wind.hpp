/// @file Wind over open water: its mean speed as a function of height, its spectrum, and a history
///         of gusts [m/s, m, Hz].
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::hydro {

/// Largest wind speed of a model [m/s]. With faster ones the forces would overflow. Chosen, not
/// swept.
inline constexpr double kFastestWind = 1000.0;

/// The change of the mean speed U [m/s] with the height z [m].
enum class WindProfile {
  kPower,        ///< U = U_ref (z/z_ref)^exponent
  kLogarithmic,  ///< U = U_ref ln(z/roughness)/ln(z_ref/roughness)
  kNpd,          ///< U = U_0 (1 + .0573 sqrt(1 + .15 U_0) ln(z/10)), U_0 at 10 m
};

constexpr std::array<std::string_view, 3> names_of(WindProfile /*of*/) {
  return {"power", "log", "npd"};
}

/// One-sided spectral density S(f) of the speed along the wind [m2/s], by the frequency f [Hz],
/// where U_10 [m/s] is the mean speed at 10 m and U that at the height z [m]. One of:
enum class WindSpectrum {
  kNone,       ///< steady
  kNpd,        ///< 320 (U_10/10)^2 (z/10)^.45 (1 + x^n)^(-5/3n), n = .468,
               ///< x = 172 f (z/10)^(2/3) (U_10/10)^-.75
  kOchiShin,   ///< f S = kappa U_10^2 F(10 f/U_10), F(x) = 583 x to .003,
               ///< 420 x^.7/(1 + x^.35)^11.5 to .1, 838 x/(1 + x^.35)^11.5 beyond
  kApi,        ///< s^2/f_p (1 + 1.5 f/f_p)^(-5/3), f_p = .025 U/z,
               ///< s = .15 U (z/20)^-.125, above 20 m ^-.275
  kKaimal,     ///< 4 s^2 L/U (1 + 6 f L/U)^(-5/3), s = turbulence_intensity U, L = length_scale
  kDavenport,  ///< f S = 4 kappa U_10^2 x^2/(1 + x^2)^(4/3), x = 1200 f/U_10
  kHarris,     ///< f S = 4 kappa U_10^2 x/(2 + x^2)^(5/6), x = 1800 f/U_10
};

constexpr std::array<std::string_view, 7> names_of(WindSpectrum /*of*/) {
  return {"none", "npd", "ochi_shin", "api", "kaimal", "davenport", "harris"};
}

/// The mean of a wind, and the parameters of its gusts.
/// @source NORSOK N-003 and ISO 19901-1 (NPD); Ochi and Shin (1988); API RP 2A-WSD; Kaimal et al.
///         (1972); Davenport (1961); Harris (1971)
struct WindClimate {
  double speed = 0.0;              ///< m/s, > 0, the mean at `height` over `averaging_time`
  double height = 10.0;            ///< m above the still water, > 0
  double averaging_time = 3600.0;  ///< s, 1 to 3600; other than an hour with the NPD profile alone
  WindProfile profile = WindProfile::kPower;
  double exponent = 0.12;     ///< of the power law [1]: open sea with waves, DNV-RP-C205
  double roughness = 0.0002;  ///< m, of the logarithmic law: open sea
  WindSpectrum spectrum = WindSpectrum::kNone;
  double surface_drag = 0.0025;       ///< kappa of Ochi-Shin, Davenport and Harris
  double turbulence_intensity = 0.1;  ///< of Kaimal
  double length_scale = 340.2;        ///< m, of Kaimal: IEC 61400-1
};

/// Mean over an hour at a height above the still water [m/s].
/// @param climate valid
/// @param z       m, > 0
/// @source NORSOK N-003 and ISO 19901-1 (NPD)
double mean_wind_speed(const WindClimate& climate, double z);

/// The mean over a shorter time at a height, of the NPD profile:
/// U(z) (1 - .41 I ln(t/3600)), I = .06 (1 + .043 U_0)(z/10)^-.22.
/// @param averaging_time t [s], 1 to 3600
double mean_wind_speed(const WindClimate& climate, double z, double averaging_time);

/// S(f) at a height [m2/s]; 0 of a steady wind.
/// @param f Hz, > 0
double wind_spectral_density(const WindClimate& climate, double z, double f);

/// The speed along the wind at one height [m/s]: the mean and gusts. The gusts are a sum of 200
/// cosines at frequencies in bins of equal ratio from 1/3600 to .5 Hz, each with the variance of
/// its bin. The phase of a bin depends only on the seed, so that all heights and all bodies have
/// the same history. The same bits on every machine.
class WindHistory {
 public:
  static constexpr std::size_t kBinCount = 200;
  static constexpr double kLowest = 1.0 / 3600.0, kHighest = 0.5;  ///< Hz

  WindHistory(const WindClimate& climate, double z, std::uint64_t seed);

  double mean() const { return mean_; }          ///< m/s, over an hour
  double variance() const { return variance_; }  ///< of the gusts [m2/s2]
  double speed(double time) const;               ///< m/s at a time [s]

 private:
  static constexpr std::size_t kBlockCount = kBinCount / kLaneCount;

  double mean_, variance_ = 0.0;
  std::array<LaneArray, kBlockCount> frequencies_, phases_, amplitudes_;  ///< Hz, turns, m/s
};

}  // namespace raftup::hydro
