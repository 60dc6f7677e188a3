#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "hydro/numerics/lanes.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Points in SIMD blocks, relative to the place about which waves are evaluated.
struct ScatteredPoints {
  std::vector<LaneArray> x, y;  ///< horizontal offsets from the place [m, world axes]
  std::vector<LaneArray> z;     ///< heights above the still water plane [m]

  /// Makes room for a number of points, all of them at 0.
  void resize(std::size_t points);
  std::size_t blocks() const { return x.size(); }
};

/// Waves in equal steps of the wave number [rad/m] that replace the waves of a sea near a place, for
/// the motion of the water at many points that lie in no order. With s = z - i d, where z is the
/// height of a point [m] and d its distance along the waves [m], the waves of one direction sum to
///   sum_c A_c e^(k_c s) = sum_p B_p e^((k_0 + p dk) s) = e^(k_0 s) P(e^(dk s)),
/// where B_p = sum_c L_p(k_c) A_c and the L_p are Lagrange polynomials on the nodes about k_c. The
/// polynomial P is evaluated by Horner's rule, so that a point costs a few products for each wave
/// instead of a sine and an exponential. In water of finite depth h, the waves that the bottom
/// reflects are a second sum with s = -(z + 2 h) - i d. Within the region, the error is at most
/// 1e-13 of the sum of the amplitudes. The results are bit for bit the same on every machine. Not
/// thread-safe, since it keeps scratch memory.
/// @source error of Lagrange interpolation on equidistant nodes: Abramowitz and Stegun (1964), 25.2
class EvenWaves {
 public:
  /// The region around the place in which points may lie.
  struct Reach {
    double radius;  ///< horizontal distance from the place [m], > 0
    double depth;   ///< depth below the still water plane [m], > 0
  };

  /// @param sea a linear sea, neither steep nor with bound waves
  EvenWaves(const Sea& sea, const Reach& reach);

  /// Computes the amplitudes B at one instant from those of the sea's components about the place.
  /// @param elevation complex amplitudes of the elevation [m]
  /// @param velocity  complex amplitudes of the waves of which the velocity is computed [m]
  void gather(const std::vector<ComplexLanes>& elevation,
              const std::vector<ComplexLanes>& velocity);

  /// Adds the elevations [m] at points, whose heights are ignored, to one value per point.
  void add_elevations(const ScatteredPoints& points, std::vector<LaneArray>& elevations) const;
  /// Adds the velocities of the water [m/s, world axes] at points.
  /// @param velocity one array per axis, each with a value per point
  void add_velocities(const ScatteredPoints& points,
                      std::array<std::vector<LaneArray>, 3>& velocity) const;

 private:
  /// Complex amplitudes B_p.
  struct Amplitudes {
    std::vector<double> real, imaginary;
  };
  /// Nodes k_0 + p dk, and the components that they replace.
  struct Nodes {
    double first = 0.0, step = 0.0;  ///< k_0 and dk [rad/m]
    std::size_t count = 0;
    std::vector<std::size_t> components;  ///< indices of the components in the sea
    std::vector<std::size_t> starts;      ///< index of the first node of each component
    std::vector<double> weights;          ///< L_p(k_c): components x kStencil nodes
    std::vector<double> factors;          ///< sigma/(1 - e^(-2kh)) of each component [rad/s]

    void gather(const std::vector<ComplexLanes>& of_sea, bool with_factors, Amplitudes& sums) const;
  };
  /// The waves of one direction.
  struct Direction {
    double cosine = 1.0, sine = 0.0;
    Nodes incident, reflected;  ///< `reflected` has no components if the water is deep
    Amplitudes elevation, velocity, reflected_velocity;
  };

  static Nodes nodes_for(const Sea& sea, const std::vector<std::size_t>& components,
                         double farthest);

  double water_depth_;
  std::vector<Direction> directions_;
  /// Scratch memory: heights of the reflected waves [m], sums of incident and of reflected waves.
  mutable std::vector<LaneArray> mirrored_;
  mutable std::vector<ComplexLanes> incident_, reflected_;
};

}  // namespace raftup::hydro
