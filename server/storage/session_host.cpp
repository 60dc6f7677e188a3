#include "server/storage/session_host.hpp"

#include <fmt/format.h>

#include <future>

#include "server/model/names.hpp"
#include "server/sessions/recording/session_name.hpp"

namespace raftup::server {

namespace {

/// States whether a request interrupts a step in progress.
enum class Urgency { kInTurn, kUrgent };

/// Runs `call` in the session's strand and returns its result or throws its exception.
template <typename Call>
auto in_strand(const std::shared_ptr<Session>& session, Call call,
               Urgency urgency = Urgency::kInTurn) {
  auto task = std::make_shared<std::packaged_task<decltype(call())()>>(std::move(call));
  auto result = task->get_future();
  const Task run = [session, task] { (*task)(); };
  if (urgency == Urgency::kUrgent) {
    session->strand().post_urgent(run);
  } else {
    session->strand().post(run);
  }
  return result.get();
}

}  // namespace

SessionHost::SessionHost(SessionRegistry& registry, SessionStore& store, WorkerPool& stepping,
                         TenantResources tenants)
    : registry_(registry), store_(store), stepping_(stepping), tenants_(std::move(tenants)) {}

SessionHost::Origin SessionHost::origin_of(const std::string& tenant,
                                           const v1::CreateSessionRequest& request) {
  Origin origin{request.session().spec()};
  if (request.from_checkpoint().empty()) {
    origin.spec.clear_databases();  // the field is output only
    return origin;
  }
  const CheckpointName name = parse_checkpoint_name(request.from_checkpoint());
  const auto source = registry_.find({tenant, name.session});
  origin.snapshot = in_strand(source, [&] { return source->checkpoints().at(name.id).snapshot; });
  origin.written_out = !request.session().spec().has_model();
  if (!request.session().has_spec()) {
    origin.spec = source->spec();
  } else if (origin.written_out) {
    *origin.spec.mutable_model() = source->spec().model();
    *origin.spec.mutable_databases() = source->spec().databases();
  } else {
    origin.spec.clear_databases();
  }
  return origin;
}

SessionSetup SessionHost::belonging_to(const std::string& tenant, SessionSetup setup,
                                       std::vector<QuotaShare> shares) const {
  setup.tenant = tenant;
  setup.shares = std::move(shares);
  setup.ledger = &tenants_.ledger(tenant);
  return setup;
}

std::shared_ptr<Session> SessionHost::build(const SessionKey& key, const Origin& origin,
                                            const std::string& path, hydro::FitCache* cache) {
  // The quota is checked first, so that a request beyond the quota causes no work.
  QuotaLedger& ledger = tenants_.ledger(key.tenant);
  std::vector<QuotaShare> shares{
      ledger.acquire(QuotaResource::kSessions),
      ledger.acquire(QuotaResource::kBodies, origin.spec.model().bodies_size())};
  v1::SessionSpec spec = origin.spec;
  spec.set_durability(store_.durability_of(spec));
  const auto set_up = origin.written_out ? set_up_again : set_up_session;
  SessionSetup setup = set_up(spec, path, tenants_.databases(key.tenant), cache);
  auto session = std::make_shared<Session>(
      key.name, belonging_to(key.tenant, std::move(setup), std::move(shares)), stepping_);
  const std::uint64_t digest = session->simulation().state().model_digest;
  if (origin.snapshot && origin.snapshot->state.model_digest != digest) {
    throw bad_field(path + ".model", "must be the model of the checkpoint, or absent", "another");
  }
  return session;
}

std::shared_ptr<Session> SessionHost::create(const std::string& tenant,
                                             const v1::CreateSessionRequest& request,
                                             hydro::FitCache* cache) {
  const Origin origin = origin_of(tenant, request);
  const auto reservation = registry_.reserve(tenant, request.session_id());
  const SessionKey key = request.validate_only() ? SessionKey{tenant, ""} : reservation.key();
  auto session = build(key, origin, "session.spec", cache);
  if (request.validate_only()) return session;
  store_.keep(*session, origin.snapshot);
  registry_.add(session);
  return session;
}

BuiltModel SessionHost::model_of(const std::string& tenant, const v1::Model& message,
                                 const std::string& path) const {
  FieldViolations violations;
  check_names(message, violations);
  BuiltModel built = build_model(message, tenants_.databases(tenant), violations);
  violations.throw_if_any(path);
  return built;
}

void SessionHost::remove(const SessionKey& key) {
  std::shared_ptr<Session> session;
  const auto reservation = registry_.withdraw(key, session);
  if (session) {
    const auto close = [&] {
      session->close(ServiceError(Reason::kSessionDeleted, key.name + " was deleted"));
      session->recorded().record_to(std::make_unique<NoRecorder>());
    };
    in_strand(session, close, Urgency::kUrgent);
  }
  store_.remove(key);
}

void SessionHost::recover() {
  const auto build = [this](const StoredSession& stored) {
    const std::string& tenant = stored.key.tenant;
    QuotaLedger& ledger = tenants_.ledger(tenant);
    return belonging_to(
        tenant, set_up_again(stored.spec, "spec", tenants_.databases(tenant), fit_cache(tenant)),
        {ledger.hold(QuotaResource::kSessions),
         ledger.hold(QuotaResource::kBodies, stored.spec.model().bodies_size())});
  };
  auto recovered = store_.recover(build, stepping_);
  for (auto& session : recovered.sessions) registry_.add(std::move(session));
  for (auto& session : recovered.failed) registry_.add_failed(std::move(session));
}

std::pair<Checkpoint, std::string> SessionHost::export_checkpoint(const SessionKey& session,
                                                                  const std::string& id) {
  const auto source = registry_.find(session);
  const Checkpoint checkpoint = in_strand(source, [&] { return source->checkpoints().at(id); });
  return {checkpoint, checkpoint_to_bytes(checkpoint, source->spec())};
}

std::pair<std::shared_ptr<Session>, Checkpoint> SessionHost::import_checkpoint(
    const std::string& tenant, const CheckpointFile& file, const std::string& session,
    const std::string& session_id) {
  if (session.empty()) {
    const auto made = import_as_session(tenant, file, session_id);
    return {made, in_strand(made, [&] { return made->checkpoints().all().front(); })};
  }
  const auto target = registry_.find({tenant, session});
  return {target, in_strand(target, [&] {
            return target->checkpoints().import(file.checkpoint, describe(file.build));
          })};
}

std::shared_ptr<Session> SessionHost::import_as_session(const std::string& tenant,
                                                        const CheckpointFile& file,
                                                        const std::string& session_id) {
  const auto reservation = registry_.reserve(tenant, session_id);
  Origin origin{file.spec, true};
  origin.spec.clear_durability();  // the durability on the other server is not relevant here
  auto session = build(reservation.key(), origin, "spec", fit_cache(tenant));
  session->checkpoints().check(file.checkpoint, describe(file.build));
  store_.keep(*session, file.checkpoint.snapshot);
  try {
    session->checkpoints().import(file.checkpoint, describe(file.build));
  } catch (...) {
    session->recorded().record_to(std::make_unique<NoRecorder>());
    store_.remove(reservation.key());
    throw;
  }
  registry_.add(session);
  return session;
}

}  // namespace raftup::server
