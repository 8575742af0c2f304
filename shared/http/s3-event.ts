import * as z from 'zod';

const s3Event = z.object({
  Records: z.array(
    z.object({ s3: z.object({ object: z.object({ key: z.string(), versionId: z.string().optional() }) }) }),
  ),
});

/** An object that S3 told of. */
export interface ToldObject {
  readonly key: string;
  readonly version: string | undefined;
}

/**
 * The objects of an S3 event; keys come as in a form. An event that is none is refused without naming anything of it:
 * Lambda logs the error, and keys and events may tell about people.
 */
export const objectsOf = (event: unknown): readonly ToldObject[] =>
  s3Event.parse(event).Records.map(({ s3: { object } }) => ({
    key: decodeURIComponent(object.key.replaceAll('+', ' ')),
    version: object.versionId,
  }));

/** An event that tells of these objects: {@link objectsOf} reads it. */
export const eventOf = (objects: readonly ToldObject[]): z.input<typeof s3Event> => ({
  Records: objects.map(({ key, version }) => ({
    s3: { object: { key: encodeURIComponent(key), versionId: version } },
  })),
});
