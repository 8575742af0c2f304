import { jsonSchema } from '../openapi/schema.ts';
import { type OutgoingType, outgoingEvents, subscribableTypes } from './events.ts';

interface EventType {
  readonly type: OutgoingType;
  readonly summary: string;
  /** JSON Schema of the data. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The events that endpoints can subscribe to, as clients read them. */
export const eventTypeList = (): readonly EventType[] =>
  subscribableTypes.map((type) => ({
    type,
    summary: outgoingEvents[type].summary,
    data: jsonSchema(outgoingEvents[type].data, 'output', {}),
  }));
