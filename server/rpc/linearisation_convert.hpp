/// @file Linear equations of a model from and to messages. Pure functions.
#pragma once

#include <functional>
#include <vector>

#include "hydro/sea/stationary_sea.hpp"
#include "raftup/v1/linearisation.pb.h"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::server {

/// Receives the answer of a Linearize call, message by message.
using LinearPart = std::function<void(v1::LinearizeResponse&& part)>;

/// Turns the request into options of the linearisation.
/// @throws ServiceError(kBadField) for an unknown value and for grids that contradict themselves
solver::LinearizationOptions linearization_options_from_proto(const v1::LinearizeRequest& request);

/// The seas of a request: that of the model, then those of its own. None if no grid needs them.
/// They end where the data of the model do, as those of a session.
/// @param of_model   written out, so that it ends there already
/// @param model_path of the model in the request, or of the session's model
/// @throws ServiceError(kBadField) with their faults
std::vector<hydro::StationarySea> stationary_seas_from_proto(const v1::LinearizeRequest& request,
                                                             const v1::Sea& of_model,
                                                             const std::string& model_path,
                                                             const solver::Model& model);

/// All parts of the answer in their order.
void linearization_to_proto(const solver::Linearization& linear,
                            const v1::LinearizeRequest& request,
                            const std::vector<hydro::StationarySea>& seas, const LinearPart& part);

/// A grid of waves in a request, with the values that the server chose.
struct WaveGrid {
  int number = 0;
  solver::WaveSelection waves;
  bool sea_directions = false;  ///< true if the directions include those of the seas' spectra
  bool sea_harmonics = false;   ///< true if the waves are those of the seas' harmonics

  bool wants_seas() const { return sea_directions || sea_harmonics; }
  /// Index of a direction of a sea.
  int index_of(double direction) const;
};

/// Largest number of waves of a grid, frequencies [rad/s] times directions.
inline constexpr std::int64_t kWaveLimit = 1000000;

/// @param seas of the request, that of the model first
/// @throws ServiceError(kBadField) with their faults, paths beginning with "grids[i]"
std::vector<WaveGrid> wave_grids_from_proto(const v1::LinearizeRequest& request,
                                            const solver::Linearization& linear,
                                            const std::vector<hydro::StationarySea>& seas);

}  // namespace raftup::server
