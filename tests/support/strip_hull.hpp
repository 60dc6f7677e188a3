/// @file A box hull of strips, as one body with sections or as several bodies, whose coefficients
///       are sums over the strips.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::testing {

/// A box of 24 strips, 120 m x 16 m x 5 m, centers of mass at the still water plane. The strips
/// radiate by two oscillators, of which the second is stronger in the fore half, and feel their
/// neighbors; the whole is passive and causal. Waves exert the Froude-Krylov force of a strip.
class StripHull {
 public:
  static constexpr double kLength = 120.0, kBreadth = 16.0, kDraught = 5.0;
  static constexpr double kDensity = 1025.0, kGravity = 9.81;
  static constexpr int kStrips = 24;
  static constexpr double kStrip = kLength / kStrips;
  static constexpr double kMassPerLength = kDensity * kBreadth * kDraught;
  static constexpr int kFrequencies = 160;

  /// A body from `first` to `last` [m].
  struct Part {
    double first, last;
    double center() const { return 0.5 * (first + last); }
  };

  /// @param parts the bodies, from the stern to the bow
  /// @param stations of each body [m]
  static hydro::Database database(const std::vector<Part>& parts,
                                  const std::vector<std::vector<double>>& stations) {
    hydro::Database database;
    database.gravity = kGravity;
    database.water_density = kDensity;
    database.omega = VectorXd::LinSpaced(kFrequencies, 0.05, 0.05 * kFrequencies);
    database.wave_directions = VectorXd::LinSpaced(8, 0.0, 1.75 * std::numbers::pi);
    for (const Part& part : parts) database.bodies.push_back(body(part, database.bodies.size()));
    const MatrixXd none = MatrixXd::Zero(database.dof_count(), database.dof_count());
    const MatrixXcd no_force = MatrixXcd::Zero(database.dof_count(), kFrequencies);
    database.added_mass.assign(kFrequencies, none);
    database.radiation_damping.assign(kFrequencies, none);
    database.added_mass_infinite = none;
    database.excitation.values.assign(8, no_force);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      add_rows(parts, i, parts[i].first, database);
      for (const double x : stations[i]) add_section(parts, i, x, database);
    }
    return database;
  }

 private:
  static double middle(int strip) { return -0.5 * kLength + (strip + 0.5) * kStrip; }
  static bool is_in(int strip, const Part& part) {
    return middle(strip) > part.first && middle(strip) < part.last;
  }

  /// Force along an axis at a strip, about the center of a body.
  static Vector6 shape(int strip, int axis, double center) {
    const Vector3 direction = Vector3::Unit(axis);
    const Vector3 lever(middle(strip) - center, 0.0, -0.5 * kDraught);
    Vector6 both;
    both << direction, lever.cross(direction);
    return both;
  }

  /// Z / (mass of a strip) of two strips, without A_inf.
  static Complex memory(int strip, int other, double omega) {
    const Complex s(0.0, omega);
    const auto oscillator = [s](double frequency) {
      return 0.1 * s / (s * s + 0.7 * frequency * s + frequency * frequency);
    };
    const auto fore = [](int at) { return middle(at) > 0.0 ? 1.0 : 0.3; };
    const double near = std::pow(0.5, std::abs(strip - other));
    return near * (oscillator(0.8) + fore(strip) * fore(other) * oscillator(1.3));
  }
  static double infinite(int strip, int other) {
    return 0.3 * std::pow(0.5, std::abs(strip - other));
  }

  /// Rows of the strips of a body with middles beyond x: 6 x 6N.
  template <typename Value>
  static MatrixXcd rows(const std::vector<Part>& parts, std::size_t body, double x,
                        const Value& value) {
    MatrixXcd sum = MatrixXcd::Zero(kDofs, kDofs * static_cast<Eigen::Index>(parts.size()));
    for (int strip = 0; strip < kStrips; ++strip) {
      if (!is_in(strip, parts[body]) || middle(strip) < x) continue;
      for (std::size_t j = 0; j < parts.size(); ++j) {
        for (int other = 0; other < kStrips; ++other) {
          if (!is_in(other, parts[j])) continue;
          const Complex factor = kStrip * kMassPerLength * value(strip, other);
          for (int axis = 0; axis < 3; ++axis) {
            sum.middleCols<kDofs>(kDofs * static_cast<Eigen::Index>(j)) +=
                factor * (shape(strip, axis, parts[body].center()) *
                          shape(other, axis, parts[j].center()).transpose())
                             .cast<Complex>();
          }
        }
      }
    }
    return sum;
  }

  static Vector6 wave_force(const Part& part, double x, double omega, double direction, bool real) {
    Vector6 sum = Vector6::Zero();
    const double k = omega * omega / kGravity;
    for (int strip = 0; strip < kStrips; ++strip) {
      if (!is_in(strip, part) || middle(strip) < x) continue;
      const Complex phase = std::polar(1.0, -k * middle(strip) * std::cos(direction));
      const double pressure = kDensity * kGravity * kBreadth * kStrip;
      const Complex up = pressure * std::exp(-k * kDraught) * phase;
      const Complex along =
          Complex(0.0, k * kDraught) * pressure * std::exp(-0.5 * k * kDraught) * phase;
      const auto part_of = [real](const Complex& force) {
        return real ? force.real() : force.imag();
      };
      sum += part_of(up) * shape(strip, 2, part.center());
      sum += part_of(std::cos(direction) * along) * shape(strip, 0, part.center());
      sum += part_of(std::sin(direction) * along) * shape(strip, 1, part.center());
    }
    return sum;
  }

  static MatrixXcd wave_forces(const Part& part, double x, const hydro::Database& database,
                               Eigen::Index heading) {
    MatrixXcd forces(kDofs, kFrequencies);
    for (Eigen::Index k = 0; k < kFrequencies; ++k) {
      const double omega = database.omega[k], direction = database.wave_directions[heading];
      forces.col(k).real() = wave_force(part, x, omega, direction, true);
      forces.col(k).imag() = wave_force(part, x, omega, direction, false);
    }
    return forces;
  }

  /// Hydrostatics of a box from x to the end of a part, about the center of the part.
  static Matrix6 stiffness(const Part& part, double x) {
    const double ahead = part.last - x, lever = 0.5 * (x + part.last) - part.center();
    const double plane = kDensity * kGravity * kBreadth * ahead;
    Matrix6 C = Matrix6::Zero();
    C(2, 2) = plane;
    C(2, 4) = C(4, 2) = -plane * lever;
    const double lift = plane * kDraught;
    C(3, 3) = plane * kBreadth * kBreadth / 12.0 - 0.5 * lift * kDraught;
    C(4, 4) = plane * (lever * lever + ahead * ahead / 12.0) - 0.5 * lift * kDraught;
    C(3, 5) = -lift * lever;
    return C;
  }

  static hydro::DatabaseBody body(const Part& part, std::size_t number) {
    hydro::DatabaseBody body;
    body.name = "part" + std::to_string(number + 1);
    body.center_of_gravity = {part.center(), 0.0, 0.0};
    body.center_of_buoyancy = {part.center(), 0.0, -0.5 * kDraught};
    body.displaced_volume = kBreadth * kDraught * (part.last - part.first);
    body.hydrostatic_stiffness = stiffness(part, part.first);
    return body;
  }

  static void add_rows(const std::vector<Part>& parts, std::size_t body, double x,
                       hydro::Database& database) {
    const Eigen::Index row = kDofs * static_cast<Eigen::Index>(body);
    const MatrixXcd mass = rows(parts, body, x, infinite);
    database.added_mass_infinite->middleRows<kDofs>(row) = mass.real();
    for (std::size_t k = 0; k < kFrequencies; ++k) {
      const double omega = database.omega[static_cast<Eigen::Index>(k)];
      const MatrixXcd Z = rows(
          parts, body, x, [omega](int strip, int other) { return memory(strip, other, omega); });
      database.added_mass[k].middleRows<kDofs>(row) = mass.real() + Z.imag() / omega;
      database.radiation_damping[k].middleRows<kDofs>(row) = Z.real();
    }
    for (std::size_t h = 0; h < database.excitation.values.size(); ++h) {
      database.excitation.values[h].middleRows<kDofs>(row) =
          wave_forces(parts[body], x, database, static_cast<Eigen::Index>(h));
    }
  }

  static void add_section(const std::vector<Part>& parts, std::size_t body, double x,
                          hydro::Database& database) {
    hydro::SectionRows& section = database.sections.emplace_back();
    section.body = static_cast<Eigen::Index>(body);
    section.x = x;
    const double from = std::clamp(x, parts[body].first, parts[body].last);
    section.hydrostatic_stiffness = stiffness(parts[body], from);
    const double lift = kGravity * kMassPerLength * (parts[body].last - from);
    const double lever = 0.5 * (from + parts[body].last) - parts[body].center();
    section.still_water_force << 0.0, 0.0, lift, 0.0, -lift * lever, 0.0;
    const MatrixXcd mass = rows(parts, body, x, infinite);
    for (std::size_t k = 0; k < kFrequencies; ++k) {
      const double omega = database.omega[static_cast<Eigen::Index>(k)];
      const MatrixXcd Z = rows(
          parts, body, x, [omega](int strip, int other) { return memory(strip, other, omega); });
      section.added_mass.emplace_back(mass.real() + Z.imag() / omega);
      section.radiation_damping.emplace_back(Z.real());
    }
    for (Eigen::Index h = 0; h < database.wave_directions.size(); ++h) {
      section.excitation.push_back(wave_forces(parts[body], x, database, h));
    }
  }
};

}  // namespace raftup::testing
