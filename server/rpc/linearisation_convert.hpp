/// @file Conversions of Linearize requests, and of the linear equations of a model to messages.
///         Pure functions.
#pragma once

#include <vector>

#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/linearisation.pb.h"
#include "server/rpc/linear_tensors.hpp"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::server {

/// Reads the options of the linearization from a request.
/// @throws ServiceError(kBadField) for an unknown value of an enumeration and for too many offsets
solver::LinearizationOptions linearization_options_from_proto(const v1::LinearizeRequest& request);

/// Builds the stationary seas of a request: first the sea of the model, then the seas that the
/// request contains. The list is empty if no wave grid of the request uses a sea. The spectra of
/// the request's seas are cut to the frequencies for which the model has data, as in a session.
/// @param of_model sea of the model with all defaults written out, which is cut in this way already
/// @param model_path path of the model in the request, or of the session's model, for errors
/// @throws ServiceError(kBadField) with the violations of the seas
std::vector<hydro::StationarySea> stationary_seas_from_proto(const v1::LinearizeRequest& request,
                                                             const v1::Sea& of_model,
                                                             const std::string& model_path,
                                                             const solver::Model& model);

/// Calls `part` with every message of the answer, in the order of the protocol.
void linearization_to_proto(const solver::Linearization& linear,
                            const v1::LinearizeRequest& request,
                            const std::vector<hydro::StationarySea>& seas, const LinearPart& part);

/// A grid of waves of a request, completed with the frequencies and directions that the server
/// chose.
struct WaveGrid {
  /// Index of the grid in the request.
  int number = 0;
  solver::WaveSelection waves;
  /// True if the wave directions of the spectra of the seas are included.
  bool sea_directions = false;
  bool sea_harmonics = false;  ///< true if the waves are the single harmonics of the seas

  /// True if the answer contains the seas on this grid.
  bool wants_seas() const { return sea_directions || sea_harmonics; }
  /// Index of a direction of a sea among the directions of the grid.
  int index_of(double direction) const;
};

/// Largest number of waves of a grid: the number of frequencies times the number of directions.
inline constexpr std::int64_t kWaveLimit = 1000000;

/// Builds the wave grids of a request.
/// @param seas seas of the request; the first is the sea of the model
/// @throws ServiceError(kBadField) with the violations of the grids; paths begin with "grids[i]"
std::vector<WaveGrid> wave_grids_from_proto(const v1::LinearizeRequest& request,
                                            const solver::Linearization& linear,
                                            const std::vector<hydro::StationarySea>& seas);

}  // namespace raftup::server
