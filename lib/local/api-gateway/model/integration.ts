import * as z from 'zod';
import type { DeployedResource } from '../../cloudformation/deployment.ts';
import { readStatusTemplate, type StatusTemplate } from './status-template.ts';

export type Integration =
  | { readonly kind: 'lambda'; readonly functionArn: string; readonly timeoutMilliseconds: number }
  | {
      readonly kind: 'mock';
      /** By media type of the request. */
      readonly statuses: ReadonlyMap<string, StatusTemplate>;
      /** Whether requests of other media types are refused. */
      readonly refusesOtherTypes: boolean;
      readonly responses: readonly MockResponse[];
    };

export interface MockResponse {
  readonly statusCode: number;
  readonly selectionPattern: string | undefined;
  /** `method.response.header.Name` to a quoted constant or a context expression. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, string>>;
}

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
export function readIntegration(
  properties: z.infer<typeof integrationSchema>,
  method: DeployedResource,
): Integration {
  if (properties.Type === 'AWS_PROXY') {
    const functionArn = functionArnIn(properties.Uri ?? '');
    if (functionArn !== undefined) {
      return { kind: 'lambda', functionArn, timeoutMilliseconds: properties.TimeoutInMillis };
    }
  }
  if (properties.Type === 'MOCK') {
    const statuses = new Map(
      Object.entries(properties.RequestTemplates).map(([type, template]) => [
        type,
        readStatusTemplate(template, `Stack ${method.stack}, resource ${method.logicalId}`),
      ]),
    );
    const responses = properties.IntegrationResponses.map((response): MockResponse => {
      const directive = Object.values(response.ResponseTemplates).find((text) =>
        /#(set|if|foreach)\b/.test(text),
      );
      if (directive !== undefined) {
        throw method.refusal(
          'Integration.IntegrationResponses',
          'the local runtime supports $context variables, but no VTL directives',
        );
      }
      return {
        statusCode: response.StatusCode,
        selectionPattern: response.SelectionPattern,
        parameters: response.ResponseParameters,
        templates: response.ResponseTemplates,
      };
    });
    const refusesOtherTypes = statuses.size > 0 && properties.PassthroughBehavior !== 'WHEN_NO_MATCH';
    return { kind: 'mock', statuses, refusesOtherTypes, responses };
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
