import type { BucketConfig, ObjectRecord } from './object-record.ts';
import type { ObjectEventName } from './object-store.ts';

export function matchingRules(
  change: ObjectEventName,
  record: ObjectRecord,
  bucket: BucketConfig,
): readonly BucketConfig['notifications'][number][] {
  return bucket.notifications.filter(
    ({ events, prefix, suffix }) =>
      record.key.startsWith(prefix) &&
      record.key.endsWith(suffix) &&
      events.some(
        (event) =>
          event === `s3:${change}` || (event.endsWith('*') && `s3:${change}`.startsWith(event.slice(0, -1))),
      ),
  );
}

/** Builds the event that S3 sends (user guide, "Event message structure"). */
export function notificationEvent(
  change: ObjectEventName,
  record: ObjectRecord,
  configurationId: string,
  region: string,
): object {
  const created = change.startsWith('ObjectCreated');
  return {
    Records: [
      {
        eventVersion: '2.1',
        eventSource: 'aws:s3',
        awsRegion: region,
        eventTime: new Date().toISOString(),
        eventName: change,
        userIdentity: { principalId: 'local' },
        requestParameters: { sourceIPAddress: '127.0.0.1' },
        responseElements: { 'x-amz-request-id': record.sequencer, 'x-amz-id-2': record.versionId },
        s3: {
          s3SchemaVersion: '1.0',
          configurationId,
          bucket: {
            name: record.bucket,
            ownerIdentity: { principalId: 'local' },
            arn: `arn:aws:s3:::${record.bucket}`,
          },
          object: {
            key: encodeEventKey(record.key),
            ...(created && { size: record.size, eTag: record.etag }),
            ...(record.versionId !== 'null' && { versionId: record.versionId }),
            sequencer: record.sequencer,
          },
        },
      },
    ],
  };
}

/** Encodes a key for an event: a space is "+", and only slashes and unreserved characters stay as they are. */
function encodeEventKey(key: string): string {
  return encodeURIComponent(key)
    .replaceAll('%20', '+')
    .replaceAll('%2F', '/')
    .replaceAll(/[!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
