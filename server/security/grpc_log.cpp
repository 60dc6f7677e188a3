#include "server/security/grpc_log.hpp"

#include <grpc/support/log.h>
#include <spdlog/spdlog.h>

#include "server/security/once_an_hour.hpp"

namespace raftup::server {

namespace {

void log_message(gpr_log_func_args* message) {
  static OnceAnHour once;
  if (message->severity != GPR_LOG_SEVERITY_ERROR || !once.is_due(message->message)) return;
  spdlog::warn("grpc: {}", message->message);
}

}  // namespace

void route_grpc_log() { gpr_set_log_function(&log_message); }

}  // namespace raftup::server
