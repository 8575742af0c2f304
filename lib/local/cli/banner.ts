import path from 'node:path';
import type { Person } from '../identity/sign-ins.ts';
import type { LocalRuntime } from '../runtime/runtime.ts';
import type { SeedResult } from '../runtime/seeding.ts';

/**
 * The people of the sample data: one for each role, one with both workplaces, and two without access. Without sample data, those of a
 * new deployment: its first owner, and a person whom nobody gave a role.
 */
export function samplePeople(seeded: SeedResult | undefined): readonly Person[] {
  if (seeded === undefined)
    return [
      {
        id: 'ana',
        name: 'Ana',
        role: 'first owner: operator and administrator of claims',
        claims: { granary_operator: true, granary_claims_roles: ['admin'] },
      },
      { id: 'otto', name: 'Otto', role: 'no access, can start a farm', claims: {} },
    ];
  const { brandId, otherBrandId } = seeded;
  const farm = (id: string, role: string) => ({ granary_brands: { [id]: role } });
  const claims = (role: string) => ({ granary_claims_roles: [role] });
  return [
    { id: 'ana', name: 'Ana', role: 'owner of Meadow Farm', claims: farm(brandId, 'owner') },
    { id: 'ben', name: 'Ben', role: 'manager', claims: farm(brandId, 'manager') },
    { id: 'vera', name: 'Vera', role: 'viewer', claims: farm(brandId, 'viewer') },
    { id: 'otto', name: 'Otto', role: 'owner of Orchard Hill', claims: farm(otherBrandId, 'owner') },
    { id: 'bianca', name: 'Bianca', role: 'biller', claims: claims('biller') },
    { id: 'ada', name: 'Ada', role: 'auditor', claims: claims('auditor') },
    { id: 'max', name: 'Max', role: 'administrator of claims', claims: claims('admin') },
    {
      id: 'carla',
      name: 'Carla',
      role: 'owner of Meadow Farm and biller',
      claims: { ...farm(brandId, 'owner'), ...claims('biller') },
    },
    { id: 'nils', name: 'Nils', role: 'no access', claims: {} },
    { id: 'emma', name: 'Emma', role: 'no access, can be invited', claims: {} },
  ];
}

interface BannerOptions {
  readonly sampleFile: string;
  readonly seconds: number;
  readonly hasWebApp: boolean;
}

/** The text that `npm start` prints when the stack is ready. */
export function banner(runtime: LocalRuntime, { sampleFile, seconds, hasWebApp }: BannerOptions): string {
  const { baseUrl, endpoints, seeded, people, folder } = runtime;
  const api = `${baseUrl}/api/v1`;
  const rows: (readonly [string, string])[] = [
    ...(hasWebApp ? [['Web app', baseUrl] as const] : []),
    ...(hasWebApp && people.length > 0 ? [['Sign in as', peopleOf(people)] as const] : []),
    ['Commerce API', api],
    ['Claims API', `${baseUrl}/api`],
    ['OpenAPI', `${api}/openapi.json and ${baseUrl}/api/openapi.json`],
    ['DynamoDB', endpoints.dynamodb],
    ['S3', endpoints.s3],
    ['Payments', `${endpoints.payments} (local provider)`],
    ['Data', `${folder.path} (kept; --fresh deletes it)`],
  ];
  const sample = seeded === undefined ? [] : sampleRows(seeded);
  const width = Math.max(...[...rows, ...sample].map(([name]) => name.length)) + 2;
  const lines = [...rows, ...sample].map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  const key = seeded?.apiKeys['owner'];
  const curls = [`curl ${api}`];
  if (seeded !== undefined && key !== undefined) {
    const body = JSON.stringify({ brand_id: seeded.brandId, field_name: 'South field', gallons: 120 });
    curls.push(
      `curl -H 'X-API-Key: ${key}' '${api}/products?brand_id=${seeded.brandId}'`,
      `curl -H 'X-API-Key: ${key}' -H 'Content-Type: application/json' -d '${body}' ${api}/water-logs`,
    );
  } else {
    const operator = 'npm run --silent operator -- --local';
    curls.push(`${operator} first-key commerce --brand "Green Acres"`, `${operator} first-key claims`);
  }
  const biller = seeded?.claimsApiKeys['biller'];
  if (biller !== undefined) {
    curls.push(
      '',
      `curl -T ${path.relative('', sampleFile)} ${endpoints.s3}/${runtime.buckets['x12']}/inbox/`,
      `curl -H 'X-API-Key: ${biller}' ${baseUrl}/api/inbox/lanes`,
      `curl -H 'X-API-Key: ${biller}' -H 'Content-Type: application/json' -d '{"payer_id":"CO_TXIX"}' ${baseUrl}/api/clearhouse/submit`,
    );
  }
  return [
    '',
    `Granary is ready after ${seconds.toFixed(1)} s`,
    '',
    ...lines,
    '',
    '  Try:',
    ...curls.map((curl) => `  ${curl}`.trimEnd()),
    '',
    '  Ctrl-C stops everything.',
    '',
  ].join('\n');
}

const peopleOf = (people: LocalRuntime['people']) =>
  people.map(({ name, role }) => `${name} (${role})`).join(', ');

function sampleRows({
  brandId,
  apiKeys,
  claimsApiKeys,
}: NonNullable<LocalRuntime['seeded']>): readonly (readonly [string, string])[] {
  const labels: Readonly<Record<string, string>> = { otherBrand: 'Other brand' };
  const keys = Object.entries(apiKeys).map(([name, value]) => {
    const label = labels[name] ?? `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return [`${label} key`, value] as const;
  });
  const claimsKeys = Object.entries(claimsApiKeys).map(
    ([role, value]) => [`Claims ${role} key`, value] as const,
  );
  return [['Sample brand', `${brandId} (Enterprise plan)`], ...keys, ...claimsKeys];
}
