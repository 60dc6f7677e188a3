#pragma once

#include <array>
#include <vector>

namespace raftup::hydro {

/// Where the energy of a sea lies: S(omega), the one-sided density of the variance of the
/// elevation.
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

  /// The omega within `bounds` below which `energy` [m2] lies, to 1e-13 relative.
  double omega_at_energy(double energy, std::array<double, 2> bounds) const;
};

/// S given at frequencies, linear in between and zero outside.
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

}  // namespace raftup::hydro
