import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { AcceptedFailure } from './accepted-failures.ts';

/** One failed check of the fuzzer, with its request and response. */
export interface FuzzFinding {
  readonly check: string;
  readonly message: string;
  readonly method: string;
  readonly url: string;
  readonly body: Buffer;
  readonly status: number;
  readonly answer: string;
}

const content = z
  .object({ $base64: z.string() })
  .nullish()
  .transform((value) => Buffer.from(value?.$base64 ?? '', 'base64'));

const recorder = z.object({
  checks: z
    .record(
      z.string(),
      z.array(
        z.object({
          name: z.string(),
          status: z.string(),
          failure_info: z.object({ failure: z.object({ message: z.string().default('') }) }).optional(),
        }),
      ),
    )
    .default({}),
  interactions: z
    .record(
      z.string(),
      z.object({
        request: z.object({ method: z.string(), uri: z.string(), body: content }),
        response: z.object({ status_code: z.number(), content }).nullish(),
      }),
    )
    .default({}),
});

const line = z.object({ ScenarioFinished: z.object({ recorder }).optional() });

/** Returns the failed checks of a report with one JSON object per line. */
export function fuzzFindingsIn(report: string): FuzzFinding[] {
  const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean);
  return lines.flatMap((text) => {
    const { ScenarioFinished: scenario } = line.parse(JSON.parse(text));
    if (scenario === undefined) return [];
    const { checks, interactions } = scenario.recorder;
    return Object.entries(checks).flatMap(([id, ofCase]) =>
      ofCase
        .filter(({ status }) => status === 'failure')
        .map(({ name, failure_info: information }) => {
          const interaction = interactions[id];
          return {
            check: name,
            message: information?.failure.message ?? '',
            method: interaction?.request.method ?? '',
            url: interaction?.request.uri ?? '',
            body: interaction?.request.body ?? Buffer.alloc(0),
            status: interaction?.response?.status_code ?? 0,
            answer: (interaction?.response?.content ?? Buffer.alloc(0)).toString('utf8'),
          };
        }),
    );
  });
}

/** Returns whether an accepted failure covers the finding. */
export function covers(
  { check, status, code, responseText, brokenRule, onlyInvalidJson, onlyBeyondSchema }: AcceptedFailure,
  finding: FuzzFinding,
): boolean {
  return (
    finding.check === check &&
    (status === undefined ? finding.status < 300 : finding.status === status) &&
    codeOf(finding.answer) === code &&
    (responseText === undefined || finding.answer.includes(responseText)) &&
    (brokenRule === undefined || finding.message.includes(brokenRule)) &&
    (onlyInvalidJson === undefined || isInvalidJson(finding.body)) &&
    (onlyBeyondSchema === undefined || isBeyondSchema(finding.answer))
  );
}

const isInvalidJson = (body: Buffer): boolean =>
  body.length > 0 && parsedOrUndefined(body.toString('utf8')) === undefined;

const isBeyondSchema = (answer: string): boolean => beyondSchema.safeParse(parsedOrUndefined(answer)).success;

/** Codes of zod for what a JSON schema can state: a valid request has none of these faults. */
const schemaCodes = new Set([
  ...['invalid_type', 'invalid_value', 'invalid_format', 'invalid_union', 'invalid_key', 'invalid_element'],
  ...['too_small', 'too_big', 'not_multiple_of', 'unrecognized_keys'],
]);

const beyondSchema = z.object({
  details: z.array(z.object({ code: z.string().refine((code) => !schemaCodes.has(code)) })).min(1),
});

const errorBody = z.object({ code: z.string() });

const codeOf = (answer: string): string | undefined =>
  errorBody.safeParse(parsedOrUndefined(answer)).data?.code;

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
