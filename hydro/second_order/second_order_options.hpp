#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace raftup::hydro {

enum class SecondOrderMethod { kNone, kMean, kNewman, kFull };
enum class NewmanForm { kSquareRoot, kArithmeticMean };
/// How waves of two directions cause second-order forces together: not at all; as waves of one
/// direction do (Newman's approximation); or by the pairs of two directions in the database (kFull).
enum class DirectionPairs { kIndependent, kStanding, kFiled };

constexpr std::array<std::string_view, 4> names_of(SecondOrderMethod /*of*/) {
  return {"none", "mean", "newman", "full"};
}
constexpr std::array<std::string_view, 2> names_of(NewmanForm /*of*/) {
  return {"square_root", "arithmetic_mean"};
}
constexpr std::array<std::string_view, 3> names_of(DirectionPairs /*of*/) {
  return {"independent", "standing", "filed"};
}

/// Options of a model for second-order wave forces; the defaults are those of model.proto.
struct SecondOrderOptions {
  SecondOrderMethod method = SecondOrderMethod::kNone;
  NewmanForm newman_form = NewmanForm::kSquareRoot;
  bool sum_frequency = false;  ///< if true, kFull adds the sum-frequency force [N, N m]
  /// For kFull: pairs of waves whose frequencies differ by more than this are left out [rad/s].
  std::optional<double> difference_cutoff;
  /// If true, the change of the mean drift force [N] by the velocity of the body is added (wave
  /// drift damping).
  bool wave_drift_damping = false;
  /// Which forces [N, N m] pairs of waves of two directions produce.
  DirectionPairs directions = DirectionPairs::kIndependent;

  bool acts() const { return method != SecondOrderMethod::kNone; }
};

}  // namespace raftup::hydro
