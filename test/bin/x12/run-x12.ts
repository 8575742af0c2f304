import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { claim, remittance, remittanceFile, remittanceOf } from '#test/fixtures/x12/remittance.ts';
import { runX12 } from '../../../bin/x12/run.ts';
import { compiledCode } from '../../compiled-code.ts';

const program = resolve(import.meta.dirname, '../../../bin/x12.ts');

interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly error: string;
}

/** Runs the command line in this process, with `input` on its standard input. One run at a time. */
export async function x12(args: readonly string[], input: string | Uint8Array = ''): Promise<Ran> {
  const out = collector();
  const error = collector();
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: out.stream, stderr: error.stream };
  const own = Object.entries(streams).map(([name, value]) => {
    const before = Object.getOwnPropertyDescriptor(process, name);
    Object.defineProperty(process, name, { value, configurable: true });
    return [name, before ?? {}] as const;
  });
  try {
    const code = await runX12(args);
    return { code, out: out.text(), error: error.text() };
  } finally {
    for (const [name, before] of own) Object.defineProperty(process, name, before);
  }
}

function collector() {
  const pieces: Buffer[] = [];
  const stream = new Writable({
    write(piece: Buffer, _, done) {
      // The writer may use its buffer again.
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(pieces).toString() };
}

/** Runs the program with `input` on its standard input. */
export function x12Process(args: readonly string[], input: string | Uint8Array = ''): Promise<Ran> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...process.env, ...compiledCode } });
  const out: Buffer[] = [];
  const error: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => error.push(chunk));
  child.stdin.end(input);
  return new Promise((done) => {
    child.on('close', (code) =>
      done({ code, out: Buffer.concat(out).toString(), error: Buffer.concat(error).toString() }),
    );
  });
}

/** Runs an action with files in a temporary folder. */
export async function inFolder<T>(
  files: Readonly<Record<string, string | Uint8Array>>,
  action: (path: (name: string) => string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'x12-'));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    return await action((name) => join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const sound = remittanceFile(remittance());
export const broken = remittanceFile(
  remittanceOf([claim()], { payment: { ...remittance().payment, amount: 1 } }),
);

/** Claims in JSON, as x12 generate reads them. */
export const claims = {
  envelope: { sender: '12345678', receiver: 'COMEDASSISTPROG', moment: '2025-03-01T12:00:00Z' },
  transaction: {
    batch_id: 'BATCH1',
    submitter: {
      ...{ entity_type: '2', last_name: 'GRANARY', id: '12345678' },
      contacts: [{ name: 'EDI', numbers: [{ qualifier: 'TE', number: '3035550100' }] }],
    },
    receiver: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'COMEDASSISTPROG' },
  },
  claims: [
    {
      ...{ patient_control_number: 'PCN1', total_charge: '125.00', place_of_service: '11', frequency: '1' },
      ...{
        provider_signature: 'Y',
        accept_assignment: 'A',
        benefits_assigned: 'Y',
        release_of_information: 'Y',
      },
      billing_provider: {
        ...{
          entity_type: '2',
          last_name: 'CLINIC',
          id: '1234567893',
          tax_id: '123456789',
          taxonomy: '207Q00000X',
        },
        address: { line1: '1 MAIN ST', city: 'DENVER', state: 'CO', zip: '802021234' },
      },
      subscriber: {
        ...{ entity_type: '1', last_name: 'FERN', first_name: 'OLIVE', id: 'A123456', payer_sequence: 'P' },
        ...{ relationship: '18', claim_filing: 'MC', birth_date: '1980-04-01', gender: 'F' },
        address: { line1: '2 ELM ST', city: 'DENVER', state: 'CO', zip: '80202' },
        payer: { entity_type: '2', last_name: 'COLORADO MEDICAL ASSISTANCE PROGRAM', id: 'CO_TXIX' },
      },
      diagnoses: [{ qualifier: 'ABK', code: 'J069' }],
      lines: [
        {
          ...{ number: 1, charge: '125.00', unit: 'UN', quantity: 1, service_date: '2025-02-20' },
          ...{ procedure: { qualifier: 'HC', code: '99213' }, diagnosis_pointers: [1], control_number: 'L1' },
        },
      ],
    },
  ],
};
