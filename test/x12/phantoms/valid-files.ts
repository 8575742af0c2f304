import { Buffer } from 'node:buffer';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import fc from 'fast-check';
import { generateClaimFile } from '#test/bench/x12/claim-file.ts';
import { generateRemittanceFile } from '#test/bench/x12/remittance-file.ts';
import {
  acknowledgmentFile,
  acknowledgment as acknowledgmentOf277,
  rejected,
  status,
} from '#test/fixtures/x12/acknowledgment.ts';
import {
  ambulanceClaim,
  dependentVisit,
  fileOf,
  officeVisit,
  secondaryClaim,
} from '#test/fixtures/x12/claim.ts';
import { claimFileJson } from '#test/fixtures/x12/random-claim.ts';
import { randomRemittance } from '#test/fixtures/x12/random-remittance.ts';
import { remittanceFile as writtenRemittance } from '#test/fixtures/x12/remittance.ts';
import { claimFileFromJson } from '#x12/837p/json/claim-file.ts';
import { writeClaims } from '#x12/837p/write/claims.ts';
import { allGuides } from '#x12/engine/transactions.ts';
import { validateSync } from '#x12/engine/validate.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { acknowledge } from '#x12/outbound/acknowledge.ts';

/** A structurally valid file of one of the four sets. */
export interface ValidFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const now = new Date('2026-03-15T18:00:00Z');
const sampleFolder = resolve(import.meta.dirname, '../../../../shared/x12/samples');
/** Maximum size, because larger files only repeat claims. */
const largest = 9_000;

const head = {
  envelope: { sender: 'CLINIC', receiver: 'PAYER', interchange_number: 1, group_number: 1, usage: 'T' },
  transaction: {
    batch_id: 'B1',
    submitter: {
      last_name: 'S',
      id: 'S1',
      contacts: [{ name: 'DESK', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
    },
    receiver: { last_name: 'R', id: 'R1' },
  },
};

/** Number of generated files per kind. */
const made = { claims: 20, randomClaims: 30, remittances: 20, randomRemittances: 16, statuses: 8 };

export async function validFiles(): Promise<ValidFile[]> {
  const files = [...publicFiles(), ...claimFiles(), ...remittanceFiles(), ...statusFiles()];
  const all = [...files, ...(await acknowledgmentsOf(files))];
  return all.filter(({ bytes }) => bytes.length <= largest && isInOrder(bytes));
}

function publicFiles(): ValidFile[] {
  if (!existsSync(sampleFolder)) return [];
  return readdirSync(sampleFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/\.(md|tsv)$/.test(name) && statSync(resolve(sampleFolder, name)).isFile())
    .map((name) => ({ name, bytes: readFileSync(resolve(sampleFolder, name)) }));
}

function claimFiles(): ValidFile[] {
  const claims = [
    officeVisit,
    dependentVisit,
    { ...secondaryClaim, patientControlNumber: 'PCN-3' },
    ambulanceClaim,
  ];
  const written = [
    ...claims.map((claim) => fileOf(claim)),
    fileOf(...claims),
    ...Array.from({ length: made.claims }, (_, seed) =>
      [...generateClaimFile(2_000 + seed * 150, seed)].join(''),
    ),
  ].map((text, i) => ({ name: `claims ${i}`, bytes: Buffer.from(text, 'latin1') }));
  const random = fc.sample(claimFileJson, { seed: 837, numRuns: made.randomClaims }).map((json, i) => {
    const file = claimFileFromJson({ ...head, claims: json.slice(0, 2).map(completed) }, now);
    return { name: `random claims ${i}`, bytes: writeClaims(file.claims, file.envelope) };
  });
  return [...written, ...random];
}

const street = { line1: '1 MAIN ST', city: 'DENVER', state: 'CO', zip: '802031234' };
const payer = { role: 'PR', entity_type: '2', last_name: 'PAYER', id_qualifier: 'PI', id: 'P1' };
const diagnosis = { qualifier: 'ABK', code: 'J449' };

/** Adds what the guide requires of the parts that are present. */
function completed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(completed);
  if (typeof value !== 'object' || value === null) return value;
  const whole = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, completed(part)]));
  if ('adjustments' in whole) whole['adjustments'] = (whole['adjustments'] as unknown[]).slice(0, 1);
  if ('paid' in whole) whole['adjudication_date'] ??= '2026-01-05';
  if ('lines' in whole) whole['diagnoses'] ??= [diagnosis];
  const role = String(whole['role'] ?? '');
  if (role === 'IL' && 'payer_sequence' in whole) whole['payer'] ??= payer;
  if (role === '85') {
    whole['tax_id'] ??= '841234567';
    delete whole['pay_to_plan'];
  }
  if (addressed.has(role)) whole['address'] = { ...street, ...(whole['address'] as object | undefined) };
  return whole;
}

/** Roles of parties whose address is required. */
const addressed = new Set(['85', '87', 'PE', '77', 'PW', '45', 'QC', 'IL']);

function remittanceFiles(): ValidFile[] {
  const written = Array.from({ length: made.remittances }, (_, seed) => ({
    name: `remittance ${seed}`,
    bytes: Buffer.from([...generateRemittanceFile(1_500 + seed * 150, seed)].join(''), 'latin1'),
  }));
  const random = fc
    .sample(randomRemittance, { seed: 835, numRuns: made.randomRemittances })
    .map((draft, i) => ({ name: `random remittance ${i}`, bytes: writtenRemittance(draft) }));
  return [...written, ...random];
}

function statusFiles(): ValidFile[] {
  return Array.from({ length: made.statuses }, (_, i) => {
    const claims = Array.from({ length: i + 1 }, (_, n) =>
      n % 2 === 0
        ? status({ numbers: { trn02: `PCN${n}`, ref_1k: `ICN${n}` } })
        : { ...rejected, numbers: { trn02: `PCN${n}` } },
    );
    const [provider] = acknowledgmentOf277().providers;
    if (provider === undefined) throw new Error('The fixture has no provider');
    const draft = acknowledgmentOf277({ providers: [{ ...provider, claims }] });
    return { name: `statuses ${i}`, bytes: acknowledgmentFile(draft) };
  });
}

/** Returns a 999 for each file, and for the same file without one of its segments. */
async function acknowledgmentsOf(files: readonly ValidFile[]): Promise<ValidFile[]> {
  const found: ValidFile[] = [];
  for (const { name, bytes } of files.filter((_, i) => i % 8 === 0)) {
    const broken = Buffer.from(bytes.toString('latin1').replace(/~\s*(N4|SVC|STC)\b[^~]*/, ''), 'latin1');
    const { files: answers } = await acknowledge(broken, {
      guides: allGuides,
      moment: now,
      controlNumber: 1,
    });
    for (const answer of answers) {
      if (answer.kind === '999') found.push({ name: `999 of ${name}`, bytes: answer.bytes });
    }
  }
  return found;
}

/** True when every segment has a place in the guide and every set has a guide. */
function isInOrder(bytes: Buffer): boolean {
  return [...validateSync(bytes, { now })].every(
    ({ id, severity, codes }) => id !== 'V144' && severity !== 'fatal' && !isStructural(codes),
  );
}

function isStructural(codes: Finding['codes']): boolean {
  return (
    codes?.interchange !== undefined ||
    codes?.group !== undefined ||
    codes?.set !== undefined ||
    (codes?.segment !== undefined && /^[1-7]$/.test(codes.segment))
  );
}
