#pragma once

#include <functional>

namespace raftup::hydro {

/// The stages in which a radiation memory is made, in this order; there is a reduction for many
/// bodies only.
enum class FitStage { kData, kPoles, kPassivity, kReduction, kKernel };

/// The progress of making a radiation memory, for display to users.
struct FitProgress {
  FitStage stage = FitStage::kData;
  /// of the present model or, in a reduction, of the model that is being reduced
  int pole_count = 0;
  int round = 0;  ///< number of the round of passivity or reduction, from 1
  /// Error of A and B [1], worst pair: of the best model so far while more poles are tried,
  /// afterwards of the present model (of a reduced one against the model from which it is reduced);
  /// 0 before there is one.
  double error = 0.0;
};

/// Called from time to time while a fit goes on, in its thread; may be empty. It has no influence
/// on the fit.
using FitObserver = std::function<void(const FitProgress&)>;

}  // namespace raftup::hydro
