import { expect, test } from '@jest/globals';
import { claimsEndpoints } from '#contract/claims/index.ts';
import { sized } from '../../soak.ts';
import { needsMore, outcomesOf } from '../generated-outcomes.ts';
import { generatedRequests } from '../generated-requests.ts';
import { person } from '../invoke.ts';
import { ready, useStores } from './bulk/service.ts';

useStores();

const requests = sized('generated requests to the functions of claims', { short: 1_200, soak: 10_000 });

test('generated requests get no 5xx except for invalid JSON, and every error in the envelope', async () => {
  const generated = generatedRequests(
    claimsEndpoints.filter((endpoint) => !needsMore(endpoint)),
    { own: await ready(1), foreign: [] },
  );
  const caller = person({}, { claimsRoles: ['biller', 'auditor', 'admin'] });
  const { faults, statuses } = await outcomesOf(generated, {
    requests,
    caller,
    secret: 'Nothing is secret to this caller',
  });
  expect(faults).toEqual([]);
  // Requests passed validation.
  for (const status of [200, 201, 400, 403, 404, 422])
    expect([status, statuses.has(status)]).toEqual([status, true]);
}, 300_000);
