#pragma once

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/excitation/remembered_cells.hpp"
#include "hydro/excitation/wave_windows.hpp"

namespace raftup::hydro {

/// The excitation coefficients of a body [N, N m] in cells of its heading, for the nodes of windows
/// (WaveWindows). In a cell they are parabolas in u through the coefficients at its edges, with the
/// mean of the curvatures there. The object is a cache: recent results are kept, others are
/// computed again when needed.
class WindowedCoefficients {
 public:
  using Series = WaveWindows::Series;
  /// Function that returns the coefficients of all components [N, N m], series by series, at the
  /// edge `number` between the cells `number` - 1 and `number` of headings.
  using Edge = std::function<std::vector<Series>(long number)>;

  /// Returns the coefficients for the nodes of a window in the cell `number` of headings. The
  /// reference is valid until the next call.
  /// @param edge computes the coefficients of the components at an edge of a cell
  const ForceCoefficients& cell(const WaveWindows& windows, const WaveWindows::Window& window,
                                long number, const Edge& edge);

 private:
  /// Results for one window.
  struct Held {
    std::optional<WaveWindows::Window> window;
    Series phasors;
    RememberedCells<std::vector<Series>> edges;
    RememberedCells<ForceCoefficients> cells;
  };

  Held& held(const WaveWindows& windows, const WaveWindows::Window& window);

  /// Results for the windows in use: four windows, two beside each other in x and in y, so that a
  /// body that moves around their common corner needs no new ones.
  std::array<Held, 4> held_;
  /// Coefficients of the components at edges of cells.
  RememberedCells<std::vector<Series>> edges_;
};

}  // namespace raftup::hydro
