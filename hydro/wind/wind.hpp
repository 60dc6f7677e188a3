/// @file Wind over open water: its mean speed as a function of height, its gust spectrum, and a
///         time history of gusts [m/s, m, Hz].
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::hydro {

/// Largest wind speed of a model [m/s]. Forces in faster winds would overflow. Chosen, not swept.
inline constexpr double kFastestWind = 1000.0;

/// The formula by which the mean wind speed U [m/s] depends on the height z [m] above the still
/// water. U_ref is the speed at the height z_ref at which it is given.
enum class WindProfile {
  kPower,        ///< power law: U = U_ref (z/z_ref)^exponent [m/s]
  kLogarithmic,  ///< logarithmic law: U = U_ref ln(z/roughness)/ln(z_ref/roughness)
  kNpd,          ///< NPD profile: U = U_0 (1 + .0573 sqrt(1 + .15 U_0) ln(z/10)), U_0 at 10 m
};

constexpr std::array<std::string_view, 3> names_of(WindProfile /*of*/) {
  return {"power", "log", "npd"};
}

/// The formula of the one-sided spectral density S(f) [m2/s] of the wind speed along the mean wind,
/// as a function of the frequency f [Hz]. U_10 [m/s] is the mean speed at 10 m and U that at the
/// height z [m]; kappa is WindClimate::surface_drag.
enum class WindSpectrum {
  kNone,       ///< no gusts: the wind is steady
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

/// The mean wind speed [m/s] and the parameters of its variation with height and of its gusts.
/// @source NORSOK N-003 and ISO 19901-1 (NPD); Ochi and Shin (1988); API RP 2A-WSD; Kaimal et al.
///          (1972); Davenport (1961); Harris (1971)
struct WindClimate {
  double speed = 0.0;    ///< mean speed at `height` over `averaging_time` [m/s], > 0
  double height = 10.0;  ///< height above the still water [m], > 0
  /// Averaging time [s], 1 to 3600; other than an hour only with the NPD profile.
  double averaging_time = 3600.0;
  WindProfile profile = WindProfile::kPower;
  /// Exponent of the power law [1]; the default is for open sea with waves, DNV-RP-C205.
  double exponent = 0.12;
  /// Roughness length of the logarithmic law [m]; the default is for open sea.
  double roughness = 0.0002;
  WindSpectrum spectrum = WindSpectrum::kNone;
  /// Drag coefficient kappa of the spectra of Ochi-Shin, Davenport and Harris [1].
  double surface_drag = 0.0025;
  double turbulence_intensity = 0.1;  ///< turbulence intensity of the Kaimal spectrum [1]
  /// Length scale of the Kaimal spectrum [m]; default by IEC 61400-1.
  double length_scale = 340.2;
};

/// Returns the mean wind speed over an hour at a height [m/s].
/// @param climate valid parameters
/// @param z       height above the still water [m], > 0
/// @source NORSOK N-003 and ISO 19901-1 (NPD)
double mean_wind_speed(const WindClimate& climate, double z);

/// Returns the mean wind speed over a shorter time at a height [m/s], by the NPD profile: U(z) (1 -
/// .41 I ln(t/3600)), I = .06 (1 + .043 U_0)(z/10)^-.22, where U_0 is the mean over an hour at 10
/// m.
/// @param z              height above the still water [m], > 0
/// @param averaging_time t [s], 1 to 3600
double mean_wind_speed(const WindClimate& climate, double z, double averaging_time);

/// Returns the spectral density S(f) of the wind speed at a height [m2/s]; 0 for a steady wind.
/// @param z height above the still water [m], > 0
/// @param f frequency [Hz], > 0
double wind_spectral_density(const WindClimate& climate, double z, double f);

/// The wind speed along the mean wind at one height as a function of time [m/s]: the mean and
/// gusts. The gusts are a sum of 200 cosines at frequencies in bins of equal ratio from 1/3600 to
/// .5 Hz, each with the variance of its bin. The phase of a bin depends only on the seed, so that
/// the histories at all heights and for all bodies belong to the same gusts. The results are bit
/// for bit the same on every machine.
class WindHistory {
 public:
  static constexpr std::size_t kBinCount = 200;
  /// Lowest and highest frequency of the gusts [Hz].
  static constexpr double kLowest = 1.0 / 3600.0, kHighest = 0.5;

  /// @param climate valid parameters
  /// @param z       height above the still water [m], > 0
  /// @param seed    seed of the random phases
  WindHistory(const WindClimate& climate, double z, std::uint64_t seed);

  double mean() const { return mean_; }          ///< mean speed over an hour [m/s]
  double variance() const { return variance_; }  ///< variance of the gusts [m2/s2]
  double speed(double time) const;               ///< speed at a time [s], mean and gust [m/s]

 private:
  static constexpr std::size_t kBlockCount = kBinCount / kLaneCount;

  double mean_, variance_ = 0.0;
  /// Frequencies [Hz], phases [turns] and amplitudes [m/s] of the bins.
  std::array<LaneArray, kBlockCount> frequencies_, phases_, amplitudes_;
};

}  // namespace raftup::hydro
