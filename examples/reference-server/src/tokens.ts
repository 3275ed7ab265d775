/** Names of what the container holds. A symbol carries no type: `container.ts` says next to each what it resolves to. */
export const tokens = {
  /** `Config` */
  config: Symbol('Config'),
  /** `Logger` */
  log: Symbol('Logger'),
  /** `readonly EncryptionKey[]` */
  encryptionKeys: Symbol('EncryptionKeys'),
  /** `Settings` of the domain */
  settings: Symbol('Settings'),
  /** `SqliteDatabase` */
  database: Symbol('Database'),
  /** `BlobStore` */
  blobs: Symbol('Blobs'),
  /** `IdentityProvider | undefined` */
  identityProvider: Symbol('IdentityProvider'),
  /** `Application` */
  application: Symbol('Application'),
  /** `HttpHandler` */
  httpHandler: Symbol('HttpHandler'),
} as const;
