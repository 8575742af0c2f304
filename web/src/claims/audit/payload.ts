/** A change of one value within the data of an event. */
export interface PayloadChange {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** The data of an event as names with texts, and the changes among them. */
export interface ReadPayload {
  readonly changes: readonly PayloadChange[];
  readonly facts: readonly { readonly name: string; readonly text: string }[];
}

/** Reads the data of an entry. A text that is no JSON, as in a tampered entry, is one fact. */
export function readPayload(payloadJson: string, laneName: string): ReadPayload {
  const payload = parse(payloadJson);
  if (payload === undefined) return { changes: [], facts: [{ name: 'payload_json', text: payloadJson }] };
  const { from, to, changes, ...others } = payload;
  const listed = Array.isArray(changes) ? changes.map(changeOf) : [];
  const isMoved = typeof to === 'string' && from !== to;
  return {
    changes: [
      ...(isMoved ? [{ name: laneName, from: typeof from === 'string' ? from : '', to }] : []),
      ...listed.filter((change) => change !== undefined),
    ],
    facts: Object.entries({ ...others, ...(listed.includes(undefined) && { changes }) }).map(
      ([name, value]) => ({
        name,
        text: textOf(value),
      }),
    ),
  };
}

function changeOf(value: unknown): PayloadChange | undefined {
  if (!isRecord(value)) return undefined;
  const { path, name, id, from, to, before, after } = value;
  if (from === undefined && to === undefined && before === undefined && after === undefined) return undefined;
  return {
    name: textOf(path ?? name ?? id ?? ''),
    from: textOf(from ?? before ?? ''),
    to: textOf(to ?? after ?? ''),
  };
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');
}
