#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/excitation/remembered_cells.hpp"
#include "hydro/excitation/wave_windows.hpp"

namespace raftup::hydro {

/// The coefficients of a body in cells of its heading [rad], gathered for the nodes of windows. In
/// a cell they are parabolas in u through the gathered values at its edges, with the mean curvature
/// there. The object is a cache: recent results are kept, others are gathered again when needed.
class WindowedCoefficients {
 public:
  using Series = WaveWindows::Series;
  /// Coefficients of all components, series by series, at the edge `number` between the cells
  /// `number` - 1 and `number`.
  using Edge = std::function<std::vector<Series>(long number)>;

  /// Valid until the next call.
  const ForceCoefficients& cell(const WaveWindows& windows, const WaveWindows::Window& window,
                                long number, const Edge& edge);

 private:
  struct Held {
    std::optional<WaveWindows::Window> window;
    Series phasors;
    RememberedCells<std::vector<Series>> edges;
    RememberedCells<ForceCoefficients> cells;
  };

  Held& held(const WaveWindows& windows, const WaveWindows::Window& window);

  /// The windows in use: four of them, two beside each other in x and in y, so that a body that moves
  /// about their common corner needs none anew.
  std::array<Held, 4> held_;
  RememberedCells<std::vector<Series>> edges_;  ///< of the components
};

}  // namespace raftup::hydro
