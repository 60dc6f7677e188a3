#include "clients/cpp/fit_watch.hpp"

#include <condition_variable>
#include <mutex>
#include <random>
#include <utility>

namespace raftup::client {

namespace {

constexpr std::chrono::seconds kTimeout(5);  // of a question

/// 128 random bits.
std::string random_id() {
  constexpr char kDigits[] = "0123456789abcdef";
  std::random_device random;
  std::string id(32, '0');
  for (char& digit : id) digit = kDigits[random() % 16];
  return id;
}

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
