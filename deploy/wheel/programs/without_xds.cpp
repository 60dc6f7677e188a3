/// @file What gRPC registers for service meshes (xDS), which is a third of its archive: nothing,
/// since nobody here speaks it. Takes the place of the archive's grpc_plugin_registry_extra; gRPC's
/// own build has the like (GRPC_NO_XDS).
namespace grpc_core {

class CoreConfiguration {
 public:
  class Builder;
};

void RegisterExtraFilters(CoreConfiguration::Builder* builder);
void RegisterExtraFilters(CoreConfiguration::Builder* /*builder*/) {}

void RegisterRlsLbPolicy(CoreConfiguration::Builder* builder);
void RegisterRlsLbPolicy(CoreConfiguration::Builder* /*builder*/) {}

}  // namespace grpc_core
