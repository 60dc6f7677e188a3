#include "solver/nonsmooth/state.hpp"

#include "hydro/base/bytes.hpp"

namespace raftup::solver::nonsmooth {

namespace {

void write(const std::vector<VectorXd>& levels, ByteWriter& out) {
  out.write(std::uint64_t{levels.size()});
  for (const VectorXd& level : levels) out.write_matrix(level);
}

std::string bytes_of(const State& state) {
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

}  // namespace

bool identical(const State& a, const State& b) { return bytes_of(a) == bytes_of(b); }

}  // namespace raftup::solver::nonsmooth
