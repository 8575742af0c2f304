import * as z from 'zod';
import type { Deployment } from '../cloudformation/deployment.ts';
import type { BucketConfig } from './store/object-record.ts';

const unsupported = (property: string) =>
  z.undefined(`the local runtime does not support ${property} of buckets`).optional();
const corsRule = z.object({
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.coerce.number().optional(),
});
const bucketSchema = z.object({
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
  ObjectLockEnabled: z.boolean().default(false),
  ObjectLockConfiguration: z
    .object({
      Rule: z
        .object({
          DefaultRetention: z.object({
            Mode: z.literal('COMPLIANCE', 'the local runtime supports only COMPLIANCE'),
            Days: z.coerce.number(),
          }),
        })
        .optional(),
    })
    .optional(),
  CorsConfiguration: z.object({ CorsRules: z.array(corsRule) }).optional(),
  NotificationConfiguration: unsupported('NotificationConfiguration'),
});

/** Reads the buckets of the templates and their notifications. Throws StartError. */
export function readBuckets(deployment: Deployment): readonly BucketConfig[] {
  const notifications = readNotifications(deployment);
  return deployment.resources('AWS::S3::Bucket').map((resource) => {
    const { VersioningConfiguration, ObjectLockEnabled, ObjectLockConfiguration, CorsConfiguration } =
      resource.read(bucketSchema);
    const retention = ObjectLockConfiguration?.Rule?.DefaultRetention;
    return {
      name: resource.ref,
      versioned: VersioningConfiguration?.Status === 'Enabled' || ObjectLockEnabled,
      objectLock: ObjectLockEnabled,
      ...(retention && { defaultLock: { mode: retention.Mode, days: retention.Days } }),
      cors: (CorsConfiguration?.CorsRules ?? []).map((rule) => ({
        methods: rule.AllowedMethods,
        origins: rule.AllowedOrigins,
        headers: rule.AllowedHeaders,
        exposed: rule.ExposedHeaders,
        ...(rule.MaxAge !== undefined && { maxAge: rule.MaxAge }),
      })),
      notifications: notifications.get(resource.ref)?.map(({ notification }) => notification) ?? [],
    };
  });
}

const target = z.object({
  Id: z.string().optional(),
  Events: z.array(z.string()),
  Filter: z
    .object({
      Key: z.object({ FilterRules: z.array(z.object({ Name: z.string(), Value: z.string() })) }).optional(),
    })
    .optional(),
  LambdaFunctionArn: z.string().optional(),
  QueueArn: z.string().optional(),
});
const notificationsSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.strictObject({
    LambdaFunctionConfigurations: z.array(target).default([]),
    QueueConfigurations: z.array(target).default([]),
  }),
});

/** Reads the notifications by bucket name. The CDK writes them as a custom resource for each bucket. */
function readNotifications(deployment: Deployment) {
  const found = deployment.resources('Custom::S3BucketNotifications').flatMap((resource) => {
    const { BucketName, NotificationConfiguration } = resource.read(notificationsSchema);
    const { LambdaFunctionConfigurations, QueueConfigurations } = NotificationConfiguration;
    return [...LambdaFunctionConfigurations, ...QueueConfigurations].map((one, index) => {
      const rule = (wanted: string) =>
        one.Filter?.Key?.FilterRules.find(({ Name }) => Name.toLowerCase() === wanted)?.Value ?? '';
      const notification = {
        id: one.Id ?? `${resource.logicalId}-${index}`,
        events: one.Events,
        prefix: rule('prefix'),
        suffix: rule('suffix'),
        targetArn: one.LambdaFunctionArn ?? one.QueueArn ?? '',
      };
      return { bucket: BucketName, notification };
    });
  });
  return Map.groupBy(found, ({ bucket }) => bucket);
}
