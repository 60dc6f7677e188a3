#pragma once

#include <functional>

namespace raftup::hydro {

/// What the making of a radiation memory is at, in this order; a reduction only of many bodies.
enum class FitStage { kData, kPoles, kPassivity, kReduction, kKernel };

/// How far the making of a radiation memory is, for people who wait for it.
struct FitProgress {
  FitStage stage = FitStage::kData;
  int pole_count = 0;  ///< of the model at hand or, of a reduction, of the one that is reduced
  int round = 0;       ///< of a passivity or a reduction, from 1
  /// Of A and B, worst pair: by the best model so far while more poles are tried, then by the model
  /// at hand (a reduced one: from what it is reduced from); 0 before there is one.
  double error = 0.0;
};

/// Told now and then while a fit goes on, in its thread; may be empty. It changes nothing of a fit.
using FitObserver = std::function<void(const FitProgress&)>;

}  // namespace raftup::hydro
