import * as z from 'zod';
import type { DeployedResource, Deployment } from '../cloudformation/deployment.ts';
import type { BucketConfig } from './store/object-record.ts';

const filterRules = z.array(z.object({ Name: z.string(), Value: z.string() })).default([]);
const templateSchema = z.object({
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
  ObjectLockEnabled: z.boolean().default(false),
  ObjectLockConfiguration: z
    .object({
      Rule: z
        .object({
          DefaultRetention: z.object({
            Mode: z.enum(['GOVERNANCE', 'COMPLIANCE']),
            Days: z.coerce.number().optional(),
            Years: z.coerce.number().optional(),
          }),
        })
        .optional(),
    })
    .optional(),
  CorsConfiguration: z
    .object({
      CorsRules: z.array(
        z.object({
          AllowedOrigins: z.array(z.string()),
          AllowedMethods: z.array(z.string()),
          AllowedHeaders: z.array(z.string()).default([]),
          ExposedHeaders: z.array(z.string()).default([]),
          MaxAge: z.coerce.number().optional(),
        }),
      ),
    })
    .optional(),
});

type Notification = BucketConfig['notifications'][number];

/** What the S3 engine needs to know of the buckets of the templates, by construct id. */
export function readBuckets(deployment: Deployment): ReadonlyMap<string, BucketConfig> {
  const notifications = readNotifications(deployment);
  return new Map(
    deployment.resources('AWS::S3::Bucket').map((resource) => {
      const template = resource.read(templateSchema);
      const retention = template.ObjectLockConfiguration?.Rule?.DefaultRetention;
      const days = retention && (retention.Days ?? (retention.Years ?? 0) * 365);
      return [
        resource.constructId,
        {
          name: resource.ref,
          versioned: template.VersioningConfiguration?.Status === 'Enabled' || template.ObjectLockEnabled,
          objectLock: template.ObjectLockEnabled,
          ...(retention && days !== undefined && { defaultLock: { mode: retention.Mode, days } }),
          cors: (template.CorsConfiguration?.CorsRules ?? []).map((rule) => ({
            origins: rule.AllowedOrigins,
            methods: rule.AllowedMethods,
            headers: rule.AllowedHeaders,
            expose: rule.ExposedHeaders,
            ...(rule.MaxAge !== undefined && { maxAge: rule.MaxAge }),
          })),
          notifications: [...(notifications.get(resource.ref) ?? []), ...ownNotifications(resource)],
        },
      ];
    }),
  );
}

const target = z.object({
  Id: z.string().optional(),
  Events: z.array(z.string()),
  Filter: z.object({ Key: z.object({ FilterRules: filterRules }).optional() }).optional(),
  LambdaFunctionArn: z.string().optional(),
  QueueArn: z.string().optional(),
});
const customSchema = z.object({
  BucketName: z.string(),
  NotificationConfiguration: z.object({
    LambdaFunctionConfigurations: z.array(target).default([]),
    QueueConfigurations: z.array(target).default([]),
  }),
});

/** Notifications as the CDK writes them: a custom resource for each bucket. */
function readNotifications(deployment: Deployment): ReadonlyMap<string, readonly Notification[]> {
  const found = deployment.resources('Custom::S3BucketNotifications').flatMap((resource) => {
    const { BucketName, NotificationConfiguration } = resource.read(customSchema);
    const { LambdaFunctionConfigurations, QueueConfigurations } = NotificationConfiguration;
    return [...LambdaFunctionConfigurations, ...QueueConfigurations].map((one, index) => ({
      bucket: BucketName,
      notification: {
        id: one.Id ?? `${resource.logicalId}-${index}`,
        events: one.Events,
        ...keyFilter(one.Filter?.Key?.FilterRules ?? []),
        targetArn: one.LambdaFunctionArn ?? one.QueueArn ?? '',
      },
    }));
  });
  const byBucket = Map.groupBy(found, ({ bucket }) => bucket);
  return new Map(
    [...byBucket].map(([bucket, list]) => [bucket, list.map(({ notification }) => notification)]),
  );
}

const ownTarget = z.object({
  Event: z.string(),
  Filter: z.object({ S3Key: z.object({ Rules: filterRules }) }).optional(),
  Function: z.string().optional(),
  Queue: z.string().optional(),
});
const ownSchema = z.object({
  NotificationConfiguration: z
    .object({
      LambdaConfigurations: z.array(ownTarget).default([]),
      QueueConfigurations: z.array(ownTarget).default([]),
    })
    .prefault({}),
});

/** Notifications as CloudFormation itself writes them, in the bucket. */
function ownNotifications(resource: DeployedResource): readonly Notification[] {
  const { LambdaConfigurations, QueueConfigurations } = resource.read(ownSchema).NotificationConfiguration;
  return [...LambdaConfigurations, ...QueueConfigurations].map((one, index) => ({
    id: `${resource.logicalId}-${index}`,
    events: [one.Event],
    ...keyFilter(one.Filter?.S3Key.Rules ?? []),
    targetArn: one.Function ?? one.Queue ?? '',
  }));
}

function keyFilter(rules: z.infer<typeof filterRules>): { readonly prefix: string; readonly suffix: string } {
  const value = (wanted: string) => rules.find(({ Name }) => Name.toLowerCase() === wanted)?.Value ?? '';
  return { prefix: value('prefix'), suffix: value('suffix') };
}
