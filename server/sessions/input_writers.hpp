#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "solver/input_series.hpp"

namespace raftup::server {

/// A client that will write inputs, declared when the session was created.
struct ParticipantDeclaration {
  std::string participant_id;
  bool required = false;
  std::vector<std::size_t> inputs;                     ///< places in Simulation::inputs()
  std::optional<solver::Interpolation> interpolation;  ///< none = each input's own
};

/// Watermark of a writer that has not sent a sample.
inline constexpr std::int64_t kNoWatermark = std::numeric_limits<std::int64_t>::min();

/// What a step needs of an input.
struct InputTiming {
  bool held = true;                ///< only its value at the start of the step
  std::int64_t look_ahead_ns = 0;  ///< else its samples to this far beyond the end of the step
};

/// Who writes an input and how far its samples are complete.
struct InputWriter {
  ParticipantDeclaration declaration;
  bool declared = false;
  bool attached = false;
  bool controls = false;                     ///< the stream attached also advances the session
  std::int64_t watermark_ns = kNoWatermark;  ///< samples are complete up to and including here

  /// Steps wait for it: declared as required, or a controller for its own samples. Neither depends
  /// on when somebody else connects, so results do not either.
  bool takes_part_in_barrier() const {
    return declaration.required || (controls && !declaration.inputs.empty());
  }
};

/// Ownership of the inputs of one session and the barrier that steps wait at. Used in the session's
/// strand only. Pointers to writers stay valid until their detach(), those to declared ones always.
class InputWriters {
 public:
  using Timing = std::function<InputTiming(std::size_t input)>;

  InputWriters(std::vector<ParticipantDeclaration> declarations, Timing timing);

  /// Takes over the inputs.
  /// @throws ServiceError(kParticipantExists, kInputOwned, kBadField)
  InputWriter& attach(const std::string& participant_id, const std::vector<std::size_t>& inputs,
                      bool controls);
  void detach(InputWriter& writer);

  /// Whether all inputs of `writer` are held through a step.
  bool held(const InputWriter& writer) const;

  /// The watermark that `writer` needs before the step [start, end] may run.
  std::int64_t needed_watermark(const InputWriter& writer, std::int64_t start_ns,
                                std::int64_t end_ns) const;

  /// Whether nobody holds the step [start, end].
  bool released(std::int64_t start_ns, std::int64_t end_ns) const;
  std::vector<const InputWriter*> holders(std::int64_t start_ns, std::int64_t end_ns) const;

  const std::vector<std::unique_ptr<InputWriter>>& all() const { return writers_; }

  /// Watermarks by participant, to keep with a checkpoint and to put back.
  using Watermarks = std::vector<std::pair<std::string, std::int64_t>>;
  Watermarks watermarks() const;
  /// Those not in `watermarks` start anew.
  void restore(const Watermarks& watermarks);

 private:
  InputWriter* find(const std::string& participant_id) const;
  void check_ownership(const InputWriter* self, const std::vector<std::size_t>& inputs) const;

  std::vector<std::unique_ptr<InputWriter>> writers_;
  Timing timing_;
};

}  // namespace raftup::server
