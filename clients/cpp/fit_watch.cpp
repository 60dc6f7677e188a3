#include "clients/cpp/fit_watch.hpp"

#include <condition_variable>
#include <mutex>
#include <utility>

namespace raftup::client {

namespace {

constexpr std::chrono::seconds kTimeout(5);  // of a call of GetProgress

}  // namespace

FitWatch::FitWatch(Client& client, Callback callback, std::chrono::milliseconds interval)
    : id_(random_id()),
      thread_([this, &client, interval, callback = std::move(callback)](
                  const std::stop_token& stop) { ask(stop, client, callback, interval); }) {}

void FitWatch::ask(const std::stop_token& stop, Client& client, const Callback& callback,
                   std::chrono::milliseconds interval) const {
  v1::GetProgressRequest question;
  question.set_progress_id(id_);
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  while (!stopped.wait_for(lock, stop, interval, [&] { return stop.stop_requested(); })) {
    try {
      const auto answer = client.call(&Client::Stub::GetProgress, question, kTimeout);
      if (answer.has_fit()) callback(answer.fit());
    } catch (const CallError&) {
      return;
    }
  }
}

}  // namespace raftup::client
