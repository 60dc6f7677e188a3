#include "clients/cpp/partner.hpp"

namespace raftup::client {

void couple(Exchange& stream, Partner& partner, std::span<const double> first,
            std::int64_t until_step_index) {
  std::vector<double> values(first.begin(), first.end());
  std::int64_t start = stream.attached().time_ns();
  std::int64_t step_index = stream.attached().step_index();
  while (step_index < until_step_index) {
    stream.send_inputs({&start, 1}, values);
    const v1::Frame& frame = stream.receive_frame();
    if (frame.result() == v1::STEP_RESULT_TENTATIVE) {
      values = partner.answer(frame);
      continue;
    }
    partner.accept();
    start = frame.time_ns();
    step_index = frame.step_index();
  }
}

}  // namespace raftup::client
