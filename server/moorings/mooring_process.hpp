#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "hydro/base/error.hpp"
#include "server/base/child_process.hpp"
#include "server/base/file_descriptor.hpp"
#include "solver/model/loads/mooring_library.hpp"

namespace raftup::server {

struct MooringReply;
struct MooringRequest;

/// The program that runs MoorDyn.
struct MoorDynProgram {
  std::filesystem::path executable;                               ///< raftup-run-moordyn
  std::filesystem::path library;                                  ///< of MoorDyn 2
  std::chrono::milliseconds timeout = std::chrono::seconds(120);  ///< for one request, wall clock
};

/// A mooring system in a separate process, raftup-run-moordyn, since foreign code must not run on
/// uploaded input in the server. The process starts with the first request and ends after a rest().
/// After a failure the next request starts another process, which continues from the memory in the
/// request.
class MooringProcess final : public solver::MooringSolver {
 public:
  /// @param input for MoorDyn, as complete_mooring_input() returns it
  MooringProcess(MoorDynProgram program, std::string input);
  ~MooringProcess() override;

  /// Lets MoorDyn find the mooring at rest with its ends at `points` [m].
  /// @throws Error(kInvalidArgument) if MoorDyn refuses the input, crashes or does not finish;
  ///         Cancelled, as advance(), which ends the process
  solver::MooringStage rest(std::span<const double> points) override;
  /// Lets MoorDyn advance from the state `memory` while its ends move.
  /// @throws Error(kInternal) if MoorDyn crashes or does not finish
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override;

  /// Starts the process, unless it is running.
  /// @throws Error(kNotFound) if the library cannot be loaded
  void start();
  /// Id of the running process; 0 = none.
  pid_t process_id() const { return process_ ? process_->id() : 0; }

 private:
  MooringReply exchange(const MooringRequest& request, ErrorCode code);
  solver::MooringStage ask(const MooringRequest& request, ErrorCode code);
  MooringReply receive(ErrorCode code);

  MoorDynProgram program_;
  std::string input_;
  FileDescriptor socket_;
  std::optional<ChildProcess> process_;
};

/// MoorDyn 2 for the models of a server.
class MoorDynMoorings final : public solver::MooringLibrary {
 public:
  /// Loads the library once, in a separate process.
  /// @throws Error(kNotFound) if there is no such library
  explicit MoorDynMoorings(MoorDynProgram program);

  /// The program in the folder of the one that is running.
  static std::filesystem::path installed_executable();

  /// Digest of the bytes of the library.
  std::uint64_t identity() const override { return identity_; }
  std::unique_ptr<solver::MooringSolver> open(const std::string& input) const override;

 private:
  MoorDynProgram program_;
  std::uint64_t identity_ = 0;
};

}  // namespace raftup::server
