#pragma once

#include <span>
#include <vector>

#include "clients/cpp/exchange.hpp"

namespace raftup::client {

/// A program that moves with a session and answers every try of a step.
class Partner {
 public:
  virtual ~Partner() = default;
  /// The inputs for a step that would lead to `frame`, from the partner's own last state.
  virtual std::vector<double> answer(const v1::Frame& frame) = 0;
  /// The step is taken with the last answer: that is the partner's state from now on.
  virtual void accept() = 0;
};

/// Plays the part of a participant whose held inputs are iterated (SessionSpec.iteration).
/// @param first inputs of the first try of the first step; later steps begin with the last answer
/// @param until_step_index where it ends
/// @throws CallError
void couple(Exchange& stream, Partner& partner, std::span<const double> first,
            std::int64_t until_step_index);

}  // namespace raftup::client
