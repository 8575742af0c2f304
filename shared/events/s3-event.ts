import * as z from 'zod';
import type { ObjectPlace } from '#store/s3/x12-bucket.ts';

const s3Event = z.object({
  Records: z.array(
    z.object({ s3: z.object({ object: z.object({ key: z.string(), versionId: z.string().optional() }) }) }),
  ),
});

/** S3 sends this event when a notification is configured. */
const testEvent = z.object({ Service: z.string(), Event: z.literal('s3:TestEvent') });

/**
 * The objects of an S3 event, whose keys are encoded like form data. S3's test event has none. The error for any other event
 * quotes nothing, because Lambda logs it and keys may contain personal data.
 */
export function notifiedObjects(event: unknown): readonly ObjectPlace[] {
  if (testEvent.safeParse(event).success) return [];
  return s3Event.parse(event).Records.map(({ s3: { object } }) => ({
    key: decodeURIComponent(object.key.replaceAll('+', ' ')),
    version: object.versionId,
  }));
}

/** An S3 event with these objects, the inverse of {@link notifiedObjects}. */
export const s3EventOf = (objects: readonly ObjectPlace[]): z.input<typeof s3Event> => ({
  Records: objects.map(({ key, version }) => ({
    s3: { object: { key: encodeURIComponent(key), versionId: version } },
  })),
});
