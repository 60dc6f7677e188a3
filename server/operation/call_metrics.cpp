#include "server/operation/call_metrics.hpp"

#include <algorithm>
#include <utility>

namespace raftup::server {

namespace {

using grpc::experimental::InterceptionHookPoints;

class CallCounter final : public grpc::experimental::Interceptor {
 public:
  explicit CallCounter(CallMetrics::Method& method) : timer_(method) {}

  void Intercept(grpc::experimental::InterceptorBatchMethods* methods) override {
    if (methods->QueryInterceptionHookPoint(InterceptionHookPoints::PRE_SEND_STATUS)) {
      timer_.end(methods->GetSendStatus().error_code());
    }
    methods->Proceed();
  }

 private:
  CallTimer timer_;
};

class CallCounterFactory final : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit CallCounterFactory(CallMetrics& metrics) : metrics_(metrics) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* call) override {
    const std::string_view path = call->method();
    if (path == kExchangePath || path == kWatchSessionPath) return nullptr;
    return new CallCounter(metrics_.method(path));  // gRPC deletes it
  }

 private:
  CallMetrics& metrics_;
};

}  // namespace

CallMetrics::Method& CallMetrics::method(std::string_view path) {
  const std::lock_guard lock(mutex_);
  const auto found = methods_.find(path);
  if (found != methods_.end()) return *found->second;
  auto method = std::make_unique<Method>();
  const std::size_t slash = path.rfind('/');
  method->service = path.substr(1, slash - 1);
  method->name = path.substr(slash + 1);
  return *methods_.emplace(path, std::move(method)).first->second;
}

void CallMetrics::for_each(const std::function<void(const Method&)>& visit) const {
  const std::lock_guard lock(mutex_);
  for (const auto& [path, method] : methods_) visit(*method);
}

CallTimer::CallTimer(CallMetrics::Method& method)
    : method_(&method), start_(std::chrono::steady_clock::now()) {
  method.started.fetch_add(1, std::memory_order_relaxed);
}

CallTimer::CallTimer(CallTimer&& other) noexcept
    : method_(std::exchange(other.method_, nullptr)), start_(other.start_) {}

CallTimer::~CallTimer() { end(grpc::StatusCode::CANCELLED); }

void CallTimer::end(grpc::StatusCode code) {
  if (method_ == nullptr) return;
  CallMetrics::Method& method = *std::exchange(method_, nullptr);
  const auto index = std::min(static_cast<std::size_t>(code), CallMetrics::kCodes - 1);
  method.handled[index].fetch_add(1, std::memory_order_relaxed);
  method.handling.observe(std::chrono::duration_cast<std::chrono::nanoseconds>(
                              std::chrono::steady_clock::now() - start_)
                              .count());
}

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface> call_counter(
    CallMetrics& metrics) {
  return std::make_unique<CallCounterFactory>(metrics);
}

}  // namespace raftup::server
