#pragma once

#include <vector>

#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/linearisation.pb.h"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::server {

/// A grid of waves that a client asks about, with what it left to the server chosen.
struct WaveGrid {
  int number = 0;
  solver::WaveSelection waves;
  bool sea_directions = false;  ///< those of the seas' spectra are among the directions
  bool sea_harmonics = false;   ///< the waves are those of the seas' harmonics

  bool wants_seas() const { return sea_directions || sea_harmonics; }
  /// Where a direction of a sea is.
  int index_of(double direction) const;
};

/// Most waves of a grid, frequencies times directions.
inline constexpr std::int64_t kWaveLimit = 1000000;

/// @param seas of the request, that of the model first
/// @throws ServiceError(kBadField) with what is wrong, paths from "grids[i]"
std::vector<WaveGrid> wave_grids_from_proto(const v1::LinearizeRequest& request,
                                            const solver::Linearisation& linear,
                                            const std::vector<hydro::StationarySea>& seas);

}  // namespace raftup::server
