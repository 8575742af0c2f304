import * as z from 'zod';
import type { DeployedResource } from '../../cloudformation/deployment.ts';
import { StartError } from '../../start-error.ts';

export type Integration = ReturnType<typeof readIntegration>;

export const integrationSchema = z
  .object({
    Type: z.string().default('MOCK'),
    Uri: z.string().optional(),
    TimeoutInMillis: z.coerce.number().default(29_000),
    PassthroughBehavior: z.string().default('WHEN_NO_MATCH'),
    RequestTemplates: z.record(z.string(), z.string()).default({}),
    IntegrationResponses: z
      .array(
        z.object({
          StatusCode: z.coerce.number(),
          SelectionPattern: z.string().optional(),
          ResponseParameters: z.record(z.string(), z.string()).default({}),
          ResponseTemplates: z.record(z.string(), z.string()).default({}),
        }),
      )
      .default([]),
  })
  .prefault({});

/** Throws StartError for an unsupported integration of the method. */
export function readIntegration(properties: z.infer<typeof integrationSchema>, method: DeployedResource) {
  if (properties.Type === 'AWS_PROXY') {
    const functionArn = functionArnIn(properties.Uri ?? '');
    if (functionArn !== undefined) {
      return { kind: 'lambda' as const, functionArn, timeoutMilliseconds: properties.TimeoutInMillis };
    }
  }
  if (properties.Type === 'MOCK') {
    const statuses = new Map(
      Object.entries(properties.RequestTemplates).map(([type, template]) => [
        type,
        readStatusTemplate(template, `Stack ${method.stack}, resource ${method.logicalId}`),
      ]),
    );
    const responses = properties.IntegrationResponses;
    const templates = responses.flatMap(({ ResponseTemplates }) => Object.values(ResponseTemplates));
    if (templates.some((text) => /#(set|if|foreach)\b/.test(text))) {
      throw method.refusal(
        'Integration.IntegrationResponses',
        'the local runtime supports $context variables, but no VTL directives',
      );
    }
    /** Whether requests of other media types than those of `statuses` are refused. */
    const refusesOtherTypes = statuses.size > 0 && properties.PassthroughBehavior !== 'WHEN_NO_MATCH';
    return { kind: 'mock' as const, statuses, refusesOtherTypes, responses };
  }
  throw method.refusal(
    'Integration.Type',
    `the local runtime supports AWS_PROXY to a function and MOCK, not ${properties.Type}`,
  );
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

/** `place` names the method in messages. Throws StartError for an unsupported template. */
export function readStatusTemplate(template: string, place: string): StatusTemplate {
  const [, name, value = '', matched = '', otherwise = ''] = conditional.exec(template) ?? [];
  if (name !== undefined && isPlain(matched) && isPlain(otherwise)) {
    return {
      condition: { variable: name, value },
      matched: statusIn(matched),
      otherwise: statusIn(otherwise),
    };
  }
  if (!isPlain(template)) {
    throw new StartError(
      `${place}, property Integration.RequestTemplates: the local runtime supports one #if($… == "…") with an #else, but no other VTL directive.`,
    );
  }
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
