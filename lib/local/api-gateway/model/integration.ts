import * as z from 'zod';

export type Integration = ReturnType<typeof readIntegration>;

const texts = z.record(z.string(), z.string()).default({});

export const integrationSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('aws_proxy'),
      httpMethod: z.literal('POST', 'Lambda is invoked by POST'),
      uri: z.string(),
      timeoutInMillis: z.number().default(29_000),
    }),
    z.strictObject({
      type: z.literal('mock'),
      passthroughBehavior: z.enum(['when_no_match', 'when_no_templates', 'never']).default('when_no_match'),
      requestTemplates: texts,
      /** By selection pattern; `default` is selected if no pattern matches. */
      responses: z
        .record(
          z.string(),
          z.strictObject({
            statusCode: z.coerce.number(),
            responseParameters: texts,
            responseTemplates: texts,
          }),
        )
        .default({}),
    }),
  ],
  'the local runtime supports aws_proxy to a function and mock',
);

/** `refusal` returns the error for a property that does not run here. */
export function readIntegration(
  integration: z.infer<typeof integrationSchema>,
  refusal: (property: string, reason: string) => Error,
) {
  if (integration.type === 'aws_proxy') {
    const functionArn = functionArnIn(integration.uri);
    if (functionArn === undefined) throw refusal('uri', 'it names no function');
    return { kind: 'lambda' as const, functionArn, timeoutMilliseconds: integration.timeoutInMillis };
  }
  const statuses = new Map(
    Object.entries(integration.requestTemplates).map(([type, template]) => {
      const status = readStatusTemplate(template);
      if (status !== undefined) return [type, status] as const;
      throw refusal(
        'requestTemplates',
        'the local runtime supports one #if($… == "…") with an #else, but no other VTL directive',
      );
    }),
  );
  const responses = Object.entries(integration.responses).map(([pattern, response]) => ({
    selectionPattern: pattern === 'default' ? undefined : pattern,
    status: response.statusCode,
    headers: response.responseParameters,
    templates: response.responseTemplates,
  }));
  if (responses.some(({ templates }) => Object.values(templates).some((text) => !isPlain(text)))) {
    throw refusal('responses', 'the local runtime supports $context variables, but no VTL directives');
  }
  /** Whether requests of other media types than those of `statuses` are refused. */
  const refusesOtherTypes = statuses.size > 0 && integration.passthroughBehavior !== 'when_no_match';
  return { kind: 'mock' as const, statuses, refusesOtherTypes, responses };
}

/** Returns the ARN in an invocation address: …:lambda:path/2015-03-31/functions/<arn>/invocations. */
export function functionArnIn(uri: string): string | undefined {
  return /\/functions\/(arn:[^/]+)\/invocations$/.exec(uri)?.[1];
}

interface StatusTemplate {
  readonly condition: { readonly variable: string; readonly value: string } | undefined;
  readonly matched: number;
  readonly otherwise: number;
}

const conditional = /^\s*#if\(\$([\w.]+)\s*==\s*"([^"]*)"\)(.*?)#(?:\{else\}|else\b)(.*?)#end\s*$/s;

/** Reads the request template of a mock; undefined for an unsupported one. */
export function readStatusTemplate(template: string): StatusTemplate | undefined {
  const [, name, value = '', matched = '', otherwise = ''] = conditional.exec(template) ?? [];
  if (name !== undefined && isPlain(matched) && isPlain(otherwise)) {
    return {
      condition: { variable: name, value },
      matched: statusIn(matched),
      otherwise: statusIn(otherwise),
    };
  }
  if (!isPlain(template)) return undefined;
  return { condition: undefined, matched: statusIn(template), otherwise: statusIn(template) };
}

/** Returns the status for a request; `read` returns a variable such as `context.httpMethod`. */
export function statusOf(
  { condition, matched, otherwise }: StatusTemplate,
  read: (variable: string) => string | undefined,
): number {
  return condition === undefined || read(condition.variable) === condition.value ? matched : otherwise;
}

const isPlain = (template: string) => !/#(?:set|if|elseif|else|foreach|end)\b/.test(template);

const statusIn = (template: string): number =>
  Number(/"?statusCode"?\s*:\s*"?(\d{3})/.exec(template)?.[1] ?? 200);
