#include "solver/nonsmooth/state.hpp"

#include "solver/serialisation/byte_writer.hpp"

namespace raftup::solver::nonsmooth {

namespace {

void write(const std::vector<VectorXd>& levels, ByteWriter& out) {
  out.write(std::uint64_t{levels.size()});
  for (const VectorXd& level : levels) out.write_matrix(level);
}

}  // namespace

std::string serialise(const State& state) {
  ByteWriter out;
  out.write(state.step_index);
  out.write(std::uint64_t{state.systems.size()});
  for (const SystemState& system : state.systems) {
    out.write_matrix(system.coordinates);
    out.write_matrix(system.velocity);
    out.write_matrix(system.input);
  }
  out.write(std::uint64_t{state.interactions.size()});
  for (const InteractionState& interaction : state.interactions) {
    write(interaction.y, out);
    write(interaction.lambda, out);
  }
  return out.bytes();
}

bool identical(const State& a, const State& b) { return serialise(a) == serialise(b); }

}  // namespace raftup::solver::nonsmooth
