#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace raftup::hydro {

enum class SecondOrderMethod { kNone, kMean, kNewman, kFull };
enum class NewmanForm { kSquareRoot, kArithmeticMean };
enum class DirectionPairs { kIndependent, kStanding };

constexpr std::array<std::string_view, 4> names_of(SecondOrderMethod /*of*/) {
  return {"none", "mean", "newman", "full"};
}
constexpr std::array<std::string_view, 2> names_of(NewmanForm /*of*/) {
  return {"square_root", "arithmetic_mean"};
}
constexpr std::array<std::string_view, 2> names_of(DirectionPairs /*of*/) {
  return {"independent", "standing"};
}

/// What a model may choose about second-order wave forces; the defaults are those of model.proto.
struct SecondOrderOptions {
  SecondOrderMethod method = SecondOrderMethod::kNone;
  NewmanForm newman_form = NewmanForm::kSquareRoot;
  bool sum_frequency = false;               ///< of kFull: the sum-frequency force, too
  std::optional<double> difference_cutoff;  ///< rad/s, of kFull: faster differences are left out
  bool wave_drift_damping = false;          ///< what a body's speed changes of the mean drift
  /// What waves of two directions make together: nothing, or what waves of one would.
  DirectionPairs directions = DirectionPairs::kIndependent;

  bool acts() const { return method != SecondOrderMethod::kNone; }
};

}  // namespace raftup::hydro
