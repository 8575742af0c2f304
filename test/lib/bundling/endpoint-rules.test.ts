import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { endpointRules, rulesIn } from '#lib/bundling/endpoint-rules.ts';

const client = fileURLToPath(new URL('../../../node_modules/@aws-sdk/client-s3/', import.meta.url));
const source = readFileSync(path.join(client, 'dist-es/endpoint/bdd.js'), 'utf8');
const reduced = endpointRules(source).trim();

const buckets = [undefined, 'granary-x12', 'granary.x12', 'Granary_X12', 'x'];
const regions = [
  'us-east-1',
  'eu-central-1',
  'us-gov-west-1',
  'cn-north-1',
  'aws-global',
  'no_region',
  undefined,
];
const endpoints = [undefined, 'http://localhost:9000', 'https://s3.example.com'];
const flags = [true, false];

const parameters = buckets.flatMap((Bucket) =>
  regions.flatMap((Region) =>
    endpoints.flatMap((Endpoint) =>
      flags.flatMap((ForcePathStyle) =>
        flags.flatMap((UseFIPS) =>
          flags.flatMap((UseDualStack) =>
            flags.map((UseGlobalEndpoint) => ({
              ...(Bucket !== undefined && { Bucket }),
              ...(Region !== undefined && { Region }),
              ...(Endpoint !== undefined && { Endpoint }),
              ForcePathStyle,
              UseFIPS,
              UseDualStack,
              UseGlobalEndpoint,
            })),
          ),
        ),
      ),
    ),
  ),
);

interface Endpoint {
  readonly url: URL;
  readonly properties: unknown;
  readonly headers: unknown;
}

/** What the client of S3 decides with. */
const ofClient = createRequire(path.join(client, 'package.json'));
const endpointsOfSdk: {
  readonly customEndpointFunctions: Record<string, unknown>;
  readonly BinaryDecisionDiagram: {
    from(nodes: Int32Array, root: number, conditions: unknown, results: unknown): unknown;
  };
  decideEndpoint(rules: unknown, options: { readonly endpointParams: unknown }): Endpoint;
} = ofClient('@smithy/core/endpoints');
const { BinaryDecisionDiagram, decideEndpoint } = endpointsOfSdk;
endpointsOfSdk.customEndpointFunctions['aws'] = ofClient('@aws-sdk/core/client').awsEndpointFunctions;

function deciding(rules: ReturnType<typeof rulesIn>) {
  const { nodes, root, conditions, results } = rules;
  const diagram = BinaryDecisionDiagram.from(Int32Array.from(nodes), root, conditions, results);
  return (endpointParams: unknown) => {
    try {
      const { url, properties, headers } = decideEndpoint(diagram, { endpointParams });
      return { url: url.href, properties, headers };
    } catch (error) {
      return String(error);
    }
  };
}

test('chooses the endpoints of S3 as all of its rules do', () => {
  const [whole, ours] = [deciding(rulesIn(source)), deciding(rulesIn(reduced))];
  for (const one of parameters) expect({ one, decided: ours(one) }).toEqual({ one, decided: whole(one) });
  expect(ours({ Bucket: 'granary-x12', Region: 'eu-central-1' })).toMatchObject({
    url: 'https://granary-x12.s3.eu-central-1.amazonaws.com/',
  });
});

test('leaves out half of the rules of S3', () => {
  expect(reduced.length).toBeLessThan(source.length / 2);
});
