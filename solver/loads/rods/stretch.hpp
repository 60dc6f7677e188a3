/// @file Tension and energy of an element over its length.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "hydro/numerics/types.hpp"
#include "solver/loads/rods/element.hpp"

namespace raftup::solver::rods {

/// A tension f(e) over the strain e [N] that is not proportional to it: a polygon through (0, 0) that
/// rises everywhere. It goes on with its first slope below 0.
class TensionCurve {
 public:
  /// @param strain, tension points after (0, 0), both strictly ascending [1, N]
  /// @param beyond slope beyond the last point [N], > 0
  /// @throws BrokenRule if they do not ascend
  TensionCurve(std::vector<double> strain, std::vector<double> tension, double beyond);

  double tension(double e) const;
  double slope(double e) const;   ///< df/de [N], at a point that beyond it
  double energy(double e) const;  ///< integral of f from 0 [N]
  double greatest_slope() const;  ///< [N]
  /// Returns the strain e at which e + c f(e) = y, for c >= 0 [1/N].
  double strain_where(double c, double y) const;
  TensionCurve scaled(double share) const;  ///< all tensions times a share > 0

 private:
  struct Piece {
    double strain, tension, slope, energy;  ///< the first three where the piece begins
  };
  const Piece& piece_at(double e) const;

  std::vector<Piece> pieces_;
};

/// The part K_h (e - a) of the tension of an element with the creep strain a, see Element.
struct Creep {
  double strain = 0.0;     ///< a [1]
  double stiffness = 0.0;  ///< K_h [N], 0 for an element at rest
};

/// The creep of the elements of a rod over a time h, in which a implicit Euler step follows the
/// strain: K_h = K/(1 + h/t_r) about the creep strain before it. h = 0 is an instant, h = infinity
/// rest.
struct Creeps {
  std::span<const double> strain = {};                    ///< of all elements; empty = at rest
  double time = std::numeric_limits<double>::infinity();  ///< h [s]

  Creep of(const Element& element, std::size_t place) const {
    if (strain.empty() || element.creep_stiffness == 0.0) return {};
    return {strain[place], element.creep_stiffness / (1.0 + time / element.relaxation_time)};
  }
};

/// True if the tension is EA e alone.
inline bool is_linear(const Element& element) {
  return element.curve == nullptr && element.creep_stiffness == 0.0;
}

// The part f(e), without creep: EA e, or that of the curve of the element.
double rest_tension(const Element& element, double e);  ///< [N]
double rest_slope(const Element& element, double e);    ///< [N]
double rest_energy(const Element& element, double e);   ///< [N]
/// Returns the strain at which e + c f(e) = y.
double strain_where(const Element& element, double c, double y);

/// Returns the strain below which a rope is slack: f(e) + K_h (e - a) = 0.
double free_strain(const Element& element, const Creep& creep);

/// Returns the tension f(e) + K_h (e - a), e = n/l - 1, of an element of length n [N]; 0 if it is slack.
double elastic_tension(const Element& element, double n, const Creep& creep = {});
/// Returns the energy l (F(e) + K_h (e - a)^2/2), F = integral of f, of an element of length n [J]; of a
/// slack rope that at its free strain, 0 without creep.
double elastic_energy(const Element& element, double n, const Creep& creep = {});
/// Returns the derivative of the tension of a taut element by its length n [N/m].
double elastic_stiffness(const Element& element, double n, const Creep& creep = {});
/// Returns the stiffness of the creep of an element in small oscillations about rest,
///   K/l i omega t_r/(1 + i omega t_r) [N/m]; 0 without creep.
Complex creep_stiffness(const Element& element, double omega);
/// Returns the internal damping C/l of an element of length n [N s/m].
double internal_damping(const Element& element, double n);
/// Returns the greatest stiffness that an element can have [N].
double greatest_stiffness(const Element& element);

}  // namespace raftup::solver::rods
