/**
 * A certificate for `bucket.test`, `localhost` and 127.0.0.1 that nobody but its own key has signed, good for a hundred years, with its key, which guards
 * nothing.
 */
export const testCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBejCCASCgAwIBAgIUcxoIDSeGU1lQKwObkc4LfyLKLAMwCgYIKoZIzj0EAwIw
FjEUMBIGA1UEAwwLYnVja2V0LnRlc3QwIBcNMjYxMTI1MDIxNzIwWhgPMjEyNjEx
MjUwMjE3MjBaMBYxFDASBgNVBAMMC2J1Y2tldC50ZXN0MFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAE8NDcm88DaOwrAJBwiS3mPWvdDKzjKeIEYtPIHEgtNSMWdw/m
dsFwChCpK4RjhI48As9LIPACGb0Qbn8zo5iJvqNKMEgwJwYDVR0RBCAwHoILYnVj
a2V0LnRlc3SCCWxvY2FsaG9zdIcEfwAAATAdBgNVHQ4EFgQUMtCTjA8/MDDGutYl
iY/dYSZHSfEwCgYIKoZIzj0EAwIDSAAwRQIgDaNKoxi2s1VZkhmak89q2p8q2weX
Ja3UvVqkj8d8iA4CIQCKUS3ubnNyOOxIZzotwWYEY9dETv9qR8G0FPpoq65hAw==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgMJHc8PeNuL6mffQp
ohcgkVQwxLjMTKeQGLDyQlQzbcShRANCAATw0NybzwNo7CsAkHCJLeY9a90MrOMp
4gRi08gcSC01IxZ3D+Z2wXAKEKkrhGOEjjwCz0sg8AIZvRBufzOjmIm+
-----END PRIVATE KEY-----
`,
};
