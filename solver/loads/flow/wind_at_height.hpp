#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>

#include "hydro/wind/wind.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The wind of a model at one height [m]. Its speeds [m/s] at the stages of a step are computed
/// once for all loads at that height.
class WindAtHeight {
 public:
  /// @param model  has a wind
  /// @param height above the still water [m]
  WindAtHeight(const Model& model, double height);

  /// Computes the wind speeds [m/s] at the start, the middle and the end of a step, unless they
  /// have been computed already.
  void prepare(const StepTimes& times);

  /// Returns the wind speed [m/s] at a time [s].
  double speed(double time) const;

 private:
  struct Gust {
    double time = std::numeric_limits<double>::quiet_NaN();  ///< time of the stage [s]
    double speed = 0.0;                                      ///< wind speed at this time [m/s]
  };

  /// The speed, which no step has computed yet [m/s].
  double compute(double time) const { return fading_.at(time) * history_.speed(time); }

  hydro::WindHistory history_;
  hydro::Fading fading_;
  std::array<Gust, 3> gusts_;  ///< wind speeds at the start, middle and end of the prepared step
};

/// The winds at all heights [m] at which loads of a model use the wind. Not thread-safe.
class WindsAtHeights {
 public:
  /// Returns the wind of a model at a height [m]. All callers with the same height share one object.
  std::shared_ptr<WindAtHeight> at(const Model& model, double height);

 private:
  std::map<double, std::shared_ptr<WindAtHeight>> winds_;
};

}  // namespace raftup::solver
