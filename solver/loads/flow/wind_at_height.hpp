#pragma once

#include <array>
#include <limits>
#include <map>
#include <memory>

#include "hydro/wind/wind.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// The wind of a model at one height, whose speeds of a step are taken once for all loads in it.
class WindAtHeight {
 public:
  WindAtHeight(const Wind& wind, double height);

  /// Takes the speeds at the start, in the middle and at the end of a step: once, however often it
  /// is asked for.
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

/// The wind at the heights that loads of a model ask for. Not thread-safe.
class WindsAtHeights {
 public:
  /// @param height m, the same wind for all who ask for it
  std::shared_ptr<WindAtHeight> at(const Wind& wind, double height);

 private:
  std::map<double, std::shared_ptr<WindAtHeight>> winds_;
};

}  // namespace raftup::solver
