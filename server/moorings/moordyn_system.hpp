#pragma once

#include <string>
#include <vector>

#include "server/moorings/moordyn_library.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::server {

/// A mooring system that MoorDyn computes within this process. Every call of advance() starts from
/// the state in its argument `memory`, so that the result does not depend on earlier calls.
class MoorDynSystem final : public solver::MooringSolver {
 public:
  /// @param library must outlive this object
  /// @param input_file name of the file with the input of MoorDyn
  /// @throws Error(kInvalidArgument) with the message of MoorDyn if it refuses the input
  MoorDynSystem(const MoorDynLibrary& library, const char* input_file);
  ~MoorDynSystem() override;

  solver::MooringStage rest(std::span<const double> points) override;
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override;

 private:
  void require_points(std::span<const double> points) const;
  std::string memory() const;
  /// Collects the result of a computation: the state of MoorDyn as bytes, `forces`, and the
  /// tensions at the ends of the lines.
  /// @param forces [3 n] forces on the n coupled points of the mooring system [N, world frame]
  solver::MooringStage stage(std::vector<double> forces) const;
  std::vector<std::vector<double>> shapes() const;

  const MoorDynLibrary& library_;
  MoorDynLibrary::System system_;
  unsigned int coupled_dof_count_ = 0;
  bool initialized_ = false;
};

/// Redirects standard output and standard error of this process, so that last_words() can return
/// the text that is printed from now on.
/// @throws Error(kInternal) if the redirection fails
void keep_printed_words();

/// Returns the last lines of the text that was printed since the last call, joined to one line of
/// at most 300 characters. Unprintable characters are left out.
std::string last_words();

}  // namespace raftup::server
