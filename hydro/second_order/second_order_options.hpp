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

/// Options of a model for second-order wave forces; the defaults are those of model.proto.
struct SecondOrderOptions {
  SecondOrderMethod method = SecondOrderMethod::kNone;
  NewmanForm newman_form = NewmanForm::kSquareRoot;
  bool sum_frequency = false;  ///< of kFull: true adds the sum-frequency force [N, N m]
  /// rad/s, of kFull: pairs whose frequencies differ by more are left out
  std::optional<double> difference_cutoff;
  /// true adds the change of the mean drift force by a body's speed [m/s]
  bool wave_drift_damping = false;
  /// Whether waves of two directions produce forces together, as waves of one direction do.
  DirectionPairs directions = DirectionPairs::kIndependent;

  bool acts() const { return method != SecondOrderMethod::kNone; }
};

}  // namespace raftup::hydro
