#pragma once

namespace raftup::solver {
struct Model;
}

namespace raftup::testing {

/// Adds stone, and what stone on stone is: friction mu, restitution e.
void add_stone(solver::Model& model, double friction, double restitution);

/// Adds steel, and rubber as the fender of a ship.
void add_steel_and_rubber(solver::Model& model);

}  // namespace raftup::testing
