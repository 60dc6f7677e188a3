#pragma once

#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace raftup::hydro {

/// How much of the waves, the wind or the current there is during a part of a run.
enum class Presence {
  kOff,   ///< nothing
  kRamp,  ///< from nothing to all, by a raised cosine over the duration [s] of the part
  kOn,    ///< all
};

constexpr std::array<std::string_view, 3> names_of(Presence /*of*/) {
  return {"off", "ramp", "on"};
}

/// A factor from 0 to 1 by which waves, wind or current are multiplied, as a function of time. It
/// has consecutive parts; at the instant between two parts the later one holds. After the last part
/// the factor keeps the value that this part ends with. Without parts it is always 1.
class Fading {
 public:
  struct Part {
    double start, end;  ///< times [s], start < end
    Presence presence;
  };
  /// The factor [1] and its first and second derivatives by time [1/s, 1/s2].
  struct Rates {
    double value, rate, second;
  };

  Fading() = default;
  /// @param parts each begins where the one before it ends [s]; must not all be kOn, for which
  ///         there is no need of parts
  explicit Fading(std::vector<Part> parts) : parts_(std::move(parts)) {}

  const std::vector<Part>& parts() const { return parts_; }
  bool is_always_on() const { return parts_.empty(); }
  /// The factor at a time [s], the same bit for bit on every machine:
  ///   (1 - cos(pi (t - start) / (end - start))) / 2 in a part that is kRamp.
  double at(double time) const { return parts_.empty() ? 1.0 : in_parts(time); }
  /// The factor with its derivatives at a time [s]. They are 0 where the factor jumps.
  Rates rates(double time) const;

 private:
  double in_parts(double time) const;
  const Part& part_at(double time) const;

  std::vector<Part> parts_;
};

}  // namespace raftup::hydro
