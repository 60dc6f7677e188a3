#pragma once

#include <map>
#include <vector>

#include "solver/dynamics/islands/islands.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

/// Appends the outputs of the modes of a body [m, m/s], if it has any: coordinates and their rates,
/// displacements of named points, stresses.
/// @param body index in the model
void add_mode_outputs(const Model& model, std::size_t body, std::vector<Output>& outputs);

/// Reads the outputs of add_mode_outputs() from the motion of the carriers.
class ModeOutputs {
 public:
  /// @param islands the islands of `model`, which has carriers; both must outlive this object
  ModeOutputs(const Model& model, const Islands& islands);

  /// Writes the numbers of an output in a state.
  /// @returns a pointer behind the last number written
  double* read(const Output& output, const State& state, double* values) const;

 private:
  struct Body {
    std::vector<ModePlace> places;
    std::vector<MatrixXd> shapes;  ///< at each named point, 3 x m [1]
  };

  /// Coordinates q of the modes of a body [m], or their rates [m/s].
  VectorXd coordinates(const Body& body, bool rates, const State& state) const;

  const Model& model_;
  const Islands& islands_;
  std::map<std::size_t, Body> bodies_;  ///< flexible bodies by their index
};

}  // namespace raftup::solver
