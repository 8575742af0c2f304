/**
 * Stands in for parts of the AWS SDK that every client carries and Granary never uses: event streams (S3 Select,
 * streamed invocations of Lambda) and endpoint discovery (off unless it is configured). They are a tenth of the
 * SDK in a bundle.
 */

/** Of `@smithy/core/event-streams`: no operation of ours has a stream of events. */
export const resolveEventStreamSerdeConfig = <Config>(config: Config): Config => config;
export const eventStreamSerdeProvider = (): never => {
  throw leftOut('event streams');
};
export class EventStreamSerde {
  constructor() {
    throw leftOut('event streams');
  }
}

/** Of `@aws-sdk/endpoint-cache`: made by each DynamoDB client, and asked only where discovery is on. */
export class EndpointCache {
  get(): never {
    throw leftOut('endpoint discovery');
  }
}

const leftOut = (part: string) => new Error(`Bundles do without this part of the SDK: ${part}`);
