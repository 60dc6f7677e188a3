/// @file What gRPC registers for service meshes (xDS, RLS, and the policies by which these balance
/// loads), which is a third of its archive: nothing, since nobody here speaks it. The archive's own
/// functions of these names then stay out; gRPC's own build has the like (GRPC_NO_XDS).
namespace grpc_core {

// NOLINTBEGIN(misc-use-internal-linkage, readability-identifier-naming): gRPC's
class CoreConfiguration {
 public:
  class Builder;
};

void RegisterExtraFilters(CoreConfiguration::Builder* /*builder*/) {}
void FaultInjectionFilterRegister(CoreConfiguration::Builder* /*builder*/) {}
void RegisterFakeResolver(CoreConfiguration::Builder* /*builder*/) {}
void RegisterGrpcLbPolicy(CoreConfiguration::Builder* /*builder*/) {}
void RegisterOutlierDetectionLbPolicy(CoreConfiguration::Builder* /*builder*/) {}
void RegisterPriorityLbPolicy(CoreConfiguration::Builder* /*builder*/) {}
void RegisterRingHashLbPolicy(CoreConfiguration::Builder* /*builder*/) {}
void RegisterRlsLbPolicy(CoreConfiguration::Builder* /*builder*/) {}
void RegisterWeightedTargetLbPolicy(CoreConfiguration::Builder* /*builder*/) {}
// NOLINTEND(misc-use-internal-linkage, readability-identifier-naming)

}  // namespace grpc_core
