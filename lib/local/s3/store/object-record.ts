import * as z from 'zod';

export const lockSchema = z.object({ mode: z.enum(['GOVERNANCE', 'COMPLIANCE']), until: z.string() });
export type ObjectLock = z.infer<typeof lockSchema>;

/** One version of an object, or the mark that it was deleted. */
export const recordSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  /** "null" in a bucket without versioning. */
  versionId: z.string(),
  /** Orders the versions of all objects: a later change has a greater one. */
  sequencer: z.string(),
  /** File with the content; a delete marker has none. */
  blob: z.string().optional(),
  size: z.number(),
  etag: z.string(),
  /** ISO 8601. */
  modifiedAt: z.string(),
  /** Content-Type and the like, and x-amz-meta-…, by lower-case name. */
  headers: z.record(z.string(), z.string()),
  checksum: z.object({ algorithm: z.string(), value: z.string() }).optional(),
  lock: lockSchema.optional(),
  tags: z.record(z.string(), z.string()).default({}),
});
export type ObjectRecord = z.infer<typeof recordSchema>;

/** What of a bucket's template matters here. */
export const bucketSchema = z.object({
  name: z.string(),
  versioned: z.boolean(),
  objectLock: z.boolean(),
  /** Retention of objects that bring none of their own. */
  defaultLock: z.object({ mode: z.enum(['GOVERNANCE', 'COMPLIANCE']), days: z.number() }).optional(),
  cors: z.array(
    z.object({
      origins: z.array(z.string()),
      methods: z.array(z.string()),
      headers: z.array(z.string()),
      expose: z.array(z.string()),
      maxAge: z.number().optional(),
    }),
  ),
  notifications: z.array(
    z.object({
      id: z.string(),
      /** For instance s3:ObjectCreated:*. */
      events: z.array(z.string()),
      prefix: z.string(),
      suffix: z.string(),
      targetArn: z.string(),
    }),
  ),
});
export type BucketConfig = z.infer<typeof bucketSchema>;
