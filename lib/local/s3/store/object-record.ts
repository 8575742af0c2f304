import * as z from 'zod';

export const lockSchema = z.object({ mode: z.literal('COMPLIANCE'), until: z.string() });
export type ObjectLock = z.infer<typeof lockSchema>;

export const recordSchema = z.object({
  bucket: z.string(),
  key: z.string(),
  /** "null" in a bucket without versioning. */
  versionId: z.string(),
  /** Orders the changes of all objects: a later change has a greater value. */
  sequencer: z.string(),
  /** File with the content; a delete marker has none. */
  blob: z.string().optional(),
  size: z.number(),
  etag: z.string(),
  modifiedAt: z.string(),
  /** Content-Type and the like, and x-amz-meta-…, by lower-case name. */
  headers: z.record(z.string(), z.string()),
  checksum: z.object({ algorithm: z.string(), value: z.string() }).optional(),
  lock: lockSchema.optional(),
  tags: z.record(z.string(), z.string()).default({}),
});
export type ObjectRecord = z.infer<typeof recordSchema>;

export const bucketSchema = z.object({
  name: z.string(),
  versioned: z.boolean(),
  objectLock: z.boolean(),
  /** Retention of objects that are stored without one. */
  defaultLock: z.object({ mode: z.literal('COMPLIANCE'), days: z.number() }).optional(),
  cors: z
    .array(
      z.object({
        methods: z.array(z.string()),
        origins: z.array(z.string()),
        headers: z.array(z.string()),
        exposed: z.array(z.string()),
        maxAge: z.number().optional(),
      }),
    )
    .default([]),
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
