import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { get } from '../stack/api-client.ts';
import { auditor, claimInLane, claimOf, postSubmission, putX12Object } from './claims-api.ts';

test('the claims in the sample file of npm start reach their lanes', async () => {
  const sample = readFileSync(join(process.env['GRANARY_DATA'] ?? '', 'samples', 'claims.x12'));
  await putX12Object('inbox/claims.x12', sample);
  const found = await Promise.all(
    ['PA1001', 'PA1002', 'PP1003', 'DN1004', 'RC1005', 'RV1006', 'SI1007'].map(claimOf),
  );
  await postSubmission(found.map(({ id }) => id));
  const lanes = ['paid', 'paid', 'underpaid', 'denied', 'payer_rejected', 'pending', 'submitted'];
  await Promise.all(found.map(({ id }, index) => claimInLane(id, lanes[index] ?? '')));
});

test('afterwards the audit log verifies', async () => {
  const { body } = await get('/api/admin/audit-log/verify', auditor);
  expect(body).toMatchObject({ ok: true, first_bad_id: null, reason: null });
  expect(body.data.checked).toBeGreaterThan(30);
});
