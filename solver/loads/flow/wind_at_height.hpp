#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>

#include "hydro/wind/wind.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The wind of a model at one height [m], whose speeds [m/s] in a step are computed once for all
/// loads at that height.
class WindAtHeight {
 public:
  WindAtHeight(const Wind& wind, double height);

  /// Computes the speeds [m/s] at the start, the middle and the end of a step, unless that has been
  /// done.
  void prepare(const StepTimes& times);

  /// m/s at a time [s]
  double speed(double time) const;

 private:
  struct Gust {
    double time = std::numeric_limits<double>::quiet_NaN();  ///< s
    double speed = 0.0;                                      ///< m/s
  };

  hydro::WindHistory history_;
  std::array<Gust, 3> gusts_;  ///< of the prepared step
};

/// The wind at all heights [m] that loads of a model use. Not thread-safe.
class WindsAtHeights {
 public:
  /// @param height [m]; all callers with the same height share an object
  std::shared_ptr<WindAtHeight> at(const Wind& wind, double height);

 private:
  std::map<double, std::shared_ptr<WindAtHeight>> winds_;
};

}  // namespace raftup::solver
