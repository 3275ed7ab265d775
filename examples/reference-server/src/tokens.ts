/** Names of what the container holds. A symbol carries no type: next to each stands what it resolves to. */
export const tokens = {
  /** `RandomSource` */
  random: Symbol('RandomSource'),
  /** `readonly EncryptionKey[]` */
  encryptionKeys: Symbol('EncryptionKeys'),
  /** `SecretBox` */
  secretBox: Symbol('SecretBox'),
  /** `Settings` of the domain */
  settings: Symbol('Settings'),
  /** `Promise<Database>` */
  database: Symbol('Database'),
  /** `Promise<Storage>` */
  storage: Symbol('Storage'),
  /** `Promise<BucketConnector>` */
  connector: Symbol('BucketConnector'),
  /** `Promise<BlobStore>`: the service's own storage and all buckets that customers bring */
  blobs: Symbol('Blobs'),
  /** `Promise<ChunkCodec>` */
  codec: Symbol('ChunkCodec'),
  /** `Promise<IdentityProvider | undefined>` */
  identityProvider: Symbol('IdentityProvider'),
  /** `Promise<BillingProvider | undefined>` */
  billingProvider: Symbol('BillingProvider'),
  /** `Promise<OpenMailer>` */
  mailer: Symbol('Mailer'),
  /** `Promise<Application>` */
  application: Symbol('Application'),
  /** `Promise<Verifier>`: it begins to work when it is made */
  verifier: Symbol('Verifier'),
  /** `WebhookSender` */
  webhookSender: Symbol('WebhookSender'),
  /** `Promise<Dispatcher>`: it begins to work when it is made */
  dispatcher: Symbol('Dispatcher'),
  /** `Promise<OpenRateLimiter>` */
  rateLimiter: Symbol('RateLimiter'),
  /** `Promise<HttpHandler>` */
  httpHandler: Symbol('HttpHandler'),
} as const;
