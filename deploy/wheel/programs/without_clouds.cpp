/// @file Credentials of Google's clouds that gRPC's library offers: none, since nobody here asks
/// for them. What these functions would call then stays out.
#include <grpc/grpc_security.h>

grpc_channel_credentials* grpc_google_default_credentials_create(grpc_call_credentials*) {
  return nullptr;
}

grpc_call_credentials* grpc_google_compute_engine_credentials_create(void*) { return nullptr; }

grpc_call_credentials* grpc_google_refresh_token_credentials_create(const char*, void*) {
  return nullptr;
}

grpc_call_credentials* grpc_access_token_credentials_create(const char*, void*) { return nullptr; }

grpc_call_credentials* grpc_google_iam_credentials_create(const char*, const char*, void*) {
  return nullptr;
}

grpc_call_credentials* grpc_sts_credentials_create(const grpc_sts_credentials_options*, void*) {
  return nullptr;
}

grpc_call_credentials* grpc_external_account_credentials_create(const char*, const char*) {
  return nullptr;
}

grpc_call_credentials* grpc_service_account_jwt_access_credentials_create(const char*, gpr_timespec,
                                                                          void*) {
  return nullptr;
}

grpc_channel_credentials* grpc_alts_credentials_create(const grpc_alts_credentials_options*) {
  return nullptr;
}

grpc_server_credentials* grpc_alts_server_credentials_create(const grpc_alts_credentials_options*) {
  return nullptr;
}
