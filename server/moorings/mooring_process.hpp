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

/// How MoorDyn is run.
struct MoorDynProgram {
  std::filesystem::path executable;                               ///< raftup-run-moordyn
  std::filesystem::path library;                                  ///< of MoorDyn 2
  std::chrono::milliseconds timeout = std::chrono::seconds(120);  ///< of a request, wall clock
};

/// A mooring system in a process of its own, raftup-run-moordyn: code of strangers on input of
/// strangers never runs in the server. The process starts when it is asked first, and ends with a
/// rest; after one that failed the next request starts another, which goes on from the memory that
/// it is given.
class MooringProcess final : public solver::MooringSolver {
 public:
  /// @param input of MoorDyn, as complete_mooring_input() gives it
  MooringProcess(MoorDynProgram program, std::string input);
  ~MooringProcess() override;

  /// @throws Error(kInvalidArgument) where MoorDyn refuses the input, crashes on it or does not
  ///         come to an end with it; Cancelled, as advance(), which ends the process
  solver::MooringStage rest(std::span<const double> points) override;
  /// @throws Error(kInternal) where MoorDyn crashes or does not come to an end
  solver::MooringStage advance(const std::string& memory, std::span<const double> points,
                               std::span<const double> velocity, double time,
                               double duration) override;

  /// Starts the process, unless it runs.
  /// @throws Error(kNotFound) where the library cannot be loaded
  void start();
  /// Of the process that runs; 0 = none.
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
  /// Loads the library once, in a process of its own.
  /// @throws Error(kNotFound) where there is no such library
  explicit MoorDynMoorings(MoorDynProgram program);

  /// The program beside the one that runs now.
  static std::filesystem::path installed_executable();

  /// Of the bytes of the library.
  std::uint64_t identity() const override { return identity_; }
  std::unique_ptr<solver::MooringSolver> open(const std::string& input) const override;

 private:
  MoorDynProgram program_;
  std::uint64_t identity_ = 0;
};

}  // namespace raftup::server
