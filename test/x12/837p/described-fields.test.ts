import { describe, expect, test } from '@jest/globals';
import { readClaimsSync } from '#x12/837p/build/read-claims.ts';
import { claimToJson } from '#x12/837p/json/claim.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { professionalClaim } from '#x12/837p/model/claim.ts';
import { serviceLine } from '#x12/837p/model/line.ts';
import { party, subscriber } from '#x12/837p/model/party.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import type { AnyField, Fields, RecordSpec, Scalar } from '#x12/description/field.ts';
import { layoutOf, type SegmentLayout } from '#x12/description/layout.ts';
import { guide837p } from '#x12/guides/837p.ts';

const sampleValue = ({ type, max }: Scalar<unknown>, at: number): unknown => {
  const samples = { date: '1980-02-03', amount: `${at}.50`, decimal: at + 0.5, whole: at };
  if (type === 'text' || type === 'code') return `${at}ABCD`.slice(0, Math.min(max, 5));
  return samples[type];
};

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function jsonOf(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field], i) => [snake(name), jsonOfField(field, i + 1)]),
  );
}

function jsonOfField(field: AnyField, at: number): unknown {
  if (field.kind === 'element') return sampleValue(field.scalar, at);
  if (field.kind === 'element-list') return [1, 2].map((i) => sampleValue(field.scalar, i));
  return field.kind === 'record' ? jsonOf(field.record.fields) : undefined;
}

/** JSON of every field that the segments of these keys hold. */
function segmentsOf(
  loop: string,
  spec: RecordSpec<object>,
  keys: readonly string[],
): Record<string, unknown> {
  const held = layoutOf(guide837p, loop, spec).filter(
    (layout): layout is SegmentLayout & { kind: 'elements' } =>
      layout.kind === 'elements' && keys.includes(layout.key),
  );
  return jsonOf(Object.fromEntries(held.flatMap(({ fields }) => fields)));
}

const address = party.fields['address'];
const addressJson = address?.kind === 'record' ? jsonOf(address.record.fields) : {};
const person = segmentsOf('2010BA', subscriber, ['NM1', 'DMG', '2000B/SBR', '2000B/PAT']);
const claim = {
  billing_provider: { ...segmentsOf('2010AA', party, ['NM1']), role: '85', address: addressJson },
  subscriber: {
    ...person,
    role: 'IL',
    address: addressJson,
    payer: { last_name: 'PLAINS HEALTH', id: '60054' },
  },
  ...segmentsOf('2300', professionalClaim, ['CLM', 'AMT-F5']),
  diagnoses: [{ qualifier: 'ABK', code: 'J449' }],
  lines: [
    {
      ...segmentsOf('2400', serviceLine, ['SV1', 'QTY-PT', 'NTE-TPO']),
      number: 1,
      service_date: '2026-03-02',
    },
  ],
};

describe('descriptions of 837P segments', () => {
  test('reads every field that it writes', () => {
    const file = {
      envelope: { sender: 'S', receiver: 'R' },
      transaction: { batch_id: 'B1' },
      claims: [claim],
    };
    const { claims, envelope } = claimFileFromJson(file, new Date('2026-03-15T18:00:00Z'));
    const [read] = [...readClaimsSync(writeClaims(claims, envelope))];
    expect(read && claimToJson(read)).toMatchObject(claim);
  });
});
