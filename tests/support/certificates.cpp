#include "tests/support/certificates.hpp"

#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include <fstream>
#include <stdexcept>

namespace raftup::testing {

namespace {

constexpr long kDay = 86400;

void must(bool worked) {
  if (!worked) throw std::runtime_error("OpenSSL makes no certificate");
}

template <typename Write>
std::string pem_text(Write write) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> memory(BIO_new(BIO_s_mem()), &BIO_free);
  must(write(memory.get()) == 1);
  char* text = nullptr;
  const long size = BIO_get_mem_data(memory.get(), &text);
  return {text, static_cast<std::size_t>(size)};
}

std::string pem_of(X509* certificate) {
  return pem_text([&](BIO* memory) { return PEM_write_bio_X509(memory, certificate); });
}

void add_extension(X509* certificate, int kind, const std::string& value) {
  X509_EXTENSION* extension = X509V3_EXT_conf_nid(nullptr, nullptr, kind, value.c_str());
  must(extension != nullptr && X509_add_ext(certificate, extension, -1) == 1);
  X509_EXTENSION_free(extension);
}

}  // namespace

void PemPair::write_to(const std::filesystem::path& folder) const {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "certificate.pem") << certificate;
  std::ofstream(folder / "key.pem") << key;
}

CertificateAuthority::CertificateAuthority(const std::string& name)
    : key_(EVP_EC_gen("P-256"), &EVP_PKEY_free),
      certificate_(make(name, key_.get(), 10 * kDay, "")) {}

CertificateAuthority::Certificate CertificateAuthority::make(const std::string& name, EVP_PKEY* key,
                                                             long valid_seconds,
                                                             const std::string& alternative_name) {
  Certificate certificate(X509_new(), &X509_free);
  X509_set_version(certificate.get(), X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate.get()), next_serial_++);
  X509_gmtime_adj(X509_getm_notBefore(certificate.get()), -kDay);
  X509_gmtime_adj(X509_getm_notAfter(certificate.get()), valid_seconds);
  X509_NAME_add_entry_by_txt(X509_get_subject_name(certificate.get()), "CN", MBSTRING_ASC,
                             reinterpret_cast<const unsigned char*>(name.c_str()), -1, -1, 0);
  const bool is_own = alternative_name.empty();
  X509* issuer = is_own ? certificate.get() : certificate_.get();
  X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer));
  X509_set_pubkey(certificate.get(), key);
  if (is_own) {
    add_extension(certificate.get(), NID_basic_constraints, "critical,CA:TRUE");
  } else {
    add_extension(certificate.get(), NID_subject_alt_name, alternative_name);
  }
  must(X509_sign(certificate.get(), key_.get(), EVP_sha256()) > 0);
  return certificate;
}

PemPair CertificateAuthority::issue(const std::string& alternative_name, long valid_seconds) {
  const Key key(EVP_EC_gen("P-256"), &EVP_PKEY_free);
  const Certificate certificate = make("leaf", key.get(), valid_seconds, alternative_name);
  return {pem_of(certificate.get()), pem_text([&](BIO* memory) {
            return PEM_write_bio_PrivateKey(memory, key.get(), nullptr, nullptr, 0, nullptr,
                                            nullptr);
          })};
}

std::string CertificateAuthority::certificate() const { return pem_of(certificate_.get()); }

}  // namespace raftup::testing
