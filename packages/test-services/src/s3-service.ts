/** An S3 server that tests may use, whose one access key may do everything. Address its buckets by path. */
export interface S3Service {
  /** What it is, in a few words. */
  readonly name: string;
  readonly endpoint: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Makes an empty bucket and answers its name, which no one else uses. */
  newBucket(): Promise<string>;
}
