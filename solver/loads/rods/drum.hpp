#pragma once

#include <array>
#include <limits>

#include "solver/loads/rods/element.hpp"

namespace raftup::solver::rods {

/// What a drum does in a step. Speeds count as rates of the unstretched length, so that they are
/// positive where it pays out. Forces are those that the rod puts on its length, see Drum.
struct DrumOrder {
  static constexpr double kNone = std::numeric_limits<double>::infinity();

  double rate = 0.0;            ///< L' as long as no force is reached [m/s]
  double recover = -kNone;      ///< force below which the drum hauls in [N]
  double render = kNone;        ///< force above which the drum pays out, >= recover [N]
  double slip = kNone;          ///< force at which the drum slips, >= render if that is given [N]
  double greatest_in = kNone;   ///< greatest speed of hauling in to reach `recover` [m/s]
  double greatest_out = kNone;  ///< greatest speed of paying out to reach `render` [m/s]
  double shortest = 0.0;        ///< least L [m], > 0
  double longest = kNone;       ///< greatest L [m]
  double inertia = 0.0;         ///< of the drum: its moment of inertia by its radius squared [kg]
  double coasting = 0.0;        ///< L' at which the drum turns on without a force [m/s]
};

/// What the element beside a drum brings to it besides its tension.
struct DrumStart {
  double length = 1.0;   ///< L at the start of the step [m]
  double hanging = 0.0;  ///< w (z_0 - z_1)/2, the force of the weight of the element on L [N]
  double reserve = 0.0;  ///< length that moves with the rate besides half of L [m]
};

/// Returns P = T + T^2/(2 EA) of a tension T, see Drum [N].
double force_on_length(const Element& element, double tension);

/// The element at an end of a rod that comes from a drum or slides through an eye, over one step. Its unstretched length L is unknown.
/// With the strain e = n/L - 1 its energy is U = EA (n - L)^2/(2 L), so that
///   dU = T dn - P dL,   T = EA e,   P = T + T^2/(2 EA).
/// Half of its mass m L moves with the rate L', and with it a reserve R of length, so that the force of
/// the line on the drum is
///   P + w (z_0 - z_1)/2 - m (L/2 + R) L'',
/// and with the inertia J of the drum itself the force that turns or brakes it
///   F = P + w (z_0 - z_1)/2 - (J + m (L/2 + R)) L''.
/// U and the work of F are convex in n and L together. The drum keeps
///   L' = rate           where recover <= F <= render,
///   F = recover, render where that lies beside the rate, at no more than the greatest speeds,
///   F <= slip           whatever the speed is,
/// all within the shortest and the longest L. As F falls with L, one L belongs to every length n.
class Drum {
 public:
  /// Begins a step of duration h [s].
  void begin(const Element& element, const DrumOrder& order, const DrumStart& start, double h);

  /// Changes the rate of the order [m/s].
  void set_rate(double rate);
  double rate() const { return order_.rate; }
  double ordered_length() const { return ordered_; }  ///< L at the end by the rate [m]
  double inertia() const { return line_inertia_; }    ///< m (L/2 + R) [kg]

  /// How the lengths at the start and the end of a step are weighed: (1/2 + k) of the end.
  struct Mean {
    double lag = 0.5;  ///< k
    double n0 = 0.0;   ///< length n at the start [m]; of no weight for k = 1/2
  };
  /// The element at the end of the step.
  struct End {
    double length = 0.0;     ///< L [m]
    double tension = 0.0;    ///< T [N], of the mean lengths; below 0 where it is slack
    double stiffness = 0.0;  ///< dT/dn [N/m], 0 where the drum keeps a force
    bool turns = false;      ///< true if the drum keeps a force
  };
  End at(double n1, const Mean& mean) const;

  /// U + the work of the drum on L since the start of the step [J], whose derivative is T for k = 1/2.
  double potential(double n1) const;

  /// Returns U [J]; 0 for a slack rope.
  double energy(double n, double length) const;
  /// Returns the force of the line on the drum [N] for a tension [N] and L at the end [m].
  double force(double tension, double length) const;
  double start_length() const { return start_.length; }  ///< L at the start [m]
  const Element& element() const { return element_; }

 private:
  double mean_length(double length, double lag) const;
  double pull(double n_mean, double length, double lag) const;
  double following(double force, double n_mean, double lag) const;
  double work(double length) const;

  Element element_;
  DrumOrder order_;
  DrumStart start_;
  double h_ = 1.0;
  double ordered_ = 1.0;       ///< L at the end by the rate of the order [m]
  double coasted_ = 1.0;       ///< L at the end without a force on the drum [m]
  double line_inertia_ = 0.0;  ///< m (L/2 + R) [kg]
};

/// The drums at the first and the last end of a rod; null = the element there has a constant length.
using Drums = std::array<const Drum*, 2>;

}  // namespace raftup::solver::rods
