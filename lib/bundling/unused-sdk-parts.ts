/**
 * Replaces parts of the AWS SDK that every client includes and Granary never uses: event streams (S3 Select, streamed
 * invocations of Lambda) and endpoint discovery (off unless configured). They are a tenth of the SDK in a bundle.
 */

/** Exports of `@smithy/core/event-streams`. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export const eventStreamSerdeProvider = (): never => {
  throw leftOut('event streams');
};
export class EventStreamSerde {
  constructor() {
    throw leftOut('event streams');
  }
}

/** Export of `@aws-sdk/endpoint-cache`. DynamoDB clients create it, and use it for endpoint discovery only. */
export class EndpointCache {
  get(): never {
    throw leftOut('endpoint discovery');
  }
}

const leftOut = (part: string) => new Error(`Bundles do not include this part of the SDK: ${part}`);
