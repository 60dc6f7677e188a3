#pragma once

#include <functional>

namespace raftup::hydro {

/// The stages in which a radiation memory is computed, in this order. The stage kReduction, which
/// reduces the number of states, occurs only for models of many bodies.
enum class FitStage { kData, kPoles, kPassivity, kReduction, kKernel };

/// Progress of the computation of a radiation memory, for display to users.
struct FitProgress {
  FitStage stage = FitStage::kData;
  /// Number of poles of the present model. During a reduction it is the number of poles of the
  /// model that is being reduced.
  int pole_count = 0;
  int round = 0;  ///< number of the present round of passivity or of reduction, counted from 1
  /// Relative error of added mass and radiation damping [1] for the worst pair of dofs. While more
  /// poles are tried it is the error of the best model so far, afterwards that of the present
  /// model. For a reduced model it is the error relative to the model from which it is reduced. It
  /// is 0 before there is any model.
  double error = 0.0;
};

/// Callback that receives the progress from time to time while a fit is computed. It is called in
/// the thread that computes the fit, may be empty, and has no influence on the fit.
using FitObserver = std::function<void(const FitProgress&)>;

}  // namespace raftup::hydro
