#include "server/security/connection_acceptor.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "server/base/socket.hpp"

namespace raftup::server {

namespace {

constexpr auto kSpeakWithin = std::chrono::seconds(10);
/// Time between two counts while all places are taken.
constexpr auto kRecount = std::chrono::milliseconds(50);
constexpr std::size_t kMostSilent = 256;
constexpr std::size_t kMostConnections = 4096;  ///< default of the limit

/// Returns the default limit: half of the process's file descriptors. Journals, uploads and the
/// reader process need descriptors too.
std::size_t usual_limit() {
  rlimit limit{};
  getrlimit(RLIMIT_NOFILE, &limit);
  return std::clamp<std::size_t>(limit.rlim_cur / 2, 1, kMostConnections);
}

/// Returns the number of the socket behind a descriptor, or 0 if the descriptor is closed.
std::uint64_t inode_of(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

}  // namespace

ConnectionAcceptor::ConnectionAcceptor(std::size_t connection_limit)
    : limit_(connection_limit == 0 ? usual_limit() : connection_limit),
      stop_signal_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

ConnectionAcceptor::~ConnectionAcceptor() { stop(); }

int ConnectionAcceptor::listen(const std::string& address, Receiver& receiver) {
  ListeningSockets found = listen_at(address);
  for (auto& socket : found.sockets) listeners_.push_back({std::move(socket), &receiver});
  if (found.lock.valid()) locks_.push_back(std::move(found.lock));
  return found.port;
}

void ConnectionAcceptor::start() {
  thread_ = std::thread([this] { run(); });
}

void ConnectionAcceptor::stop() {
  if (!thread_.joinable()) return;
  eventfd_write(stop_signal_.get(), 1);
  thread_.join();
  listeners_.clear();
  locks_.clear();
  silent_.clear();
}

void ConnectionAcceptor::run() {
  std::vector<pollfd> waiting;
  for (;;) {
    const bool accepting = may_accept();
    waiting.assign(1, {stop_signal_.get(), POLLIN, 0});
    for (const auto& silent : silent_) waiting.push_back({silent.socket.get(), POLLIN, 0});
    const std::size_t first_listener = waiting.size();
    for (const auto& listener : listeners_) {
      if (accepting) waiting.push_back({listener.socket.get(), POLLIN, 0});
    }
    if (poll(waiting.data(), waiting.size(), wait_time_ms(accepting)) < 0) continue;
    if (waiting.front().revents != 0) return;
    for (std::size_t i = 1; i < first_listener; ++i) hand_over(i - 1, waiting[i].revents);
    forget_silent();
    for (std::size_t i = first_listener; i < waiting.size(); ++i) {
      if (waiting[i].revents != 0) accept_from(listeners_[i - first_listener]);
    }
  }
}

/// Returns true if a further connection can be accepted, perhaps in place of a silent one.
bool ConnectionAcceptor::may_accept() {
  if (handed_.size() + silent_.size() >= limit_) forget_closed();
  if (std::exchange(exhausted_, false)) return false;
  return handed_.size() < limit_;
}

/// Returns the time until the longest silent connection has been silent for too long, -1 without
/// limit.
int ConnectionAcceptor::wait_time_ms(bool accepting) const {
  using std::chrono::milliseconds;
  if (!accepting) return static_cast<int>(kRecount.count());
  if (silent_.empty()) return -1;
  const auto left = silent_.front().since + kSpeakWithin - Clock::now();
  return std::max(0, static_cast<int>(std::chrono::ceil<milliseconds>(left).count()));
}

void ConnectionAcceptor::accept_from(const Listener& listener) {
  const bool full = handed_.size() + silent_.size() >= limit_ || silent_.size() >= kMostSilent;
  if (full && !drop_longest_silent()) return;
  FileDescriptor socket(
      accept4(listener.socket.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
  if (socket.valid()) {
    silent_.push_back({std::move(socket), listener.receiver, Clock::now()});
  } else if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
    exhausted_ = !drop_longest_silent();
  }
}

/// Passes a silent connection to gRPC when it has data to read.
void ConnectionAcceptor::hand_over(std::size_t silent, short events) {
  if (events == 0) return;
  FileDescriptor socket = std::move(silent_[silent].socket);
  char byte = 0;
  if (recv(socket.get(), &byte, 1, MSG_PEEK) != 1) return;
  handed_.push_back({socket.get(), inode_of(socket.get())});
  Receiver::NewConnectionParameters connection;
  connection.fd = socket.release();
  silent_[silent].receiver->HandleNewConnection(&connection);
}

/// Removes connections from the list that were passed on, were closed or have been silent too long.
void ConnectionAcceptor::forget_silent() {
  const auto latest = Clock::now() - kSpeakWithin;
  std::erase_if(silent_, [&](const Silent& silent) {
    return !silent.socket.valid() || silent.since <= latest;
  });
}

void ConnectionAcceptor::forget_closed() {
  std::erase_if(handed_,
                [](const Handed& handed) { return inode_of(handed.descriptor) != handed.inode; });
}

bool ConnectionAcceptor::drop_longest_silent() {
  if (silent_.empty()) return false;
  silent_.pop_front();
  return true;
}

}  // namespace raftup::server
