import { createReadStream, readFileSync } from 'node:fs';
import type { ClaimPayment } from '#x12/835/model.ts';
import { RemittanceReader } from '#x12/835/remittance-set.ts';
import { claimListener } from '#x12/837p/build/claim-listener.ts';
import { readClaims } from '#x12/837p/build/read-claims.ts';
import type { ProfessionalClaim } from '#x12/837p/model/claim.ts';
import { coloradoMedicaid } from '#x12/837p/profile/payer-profile.ts';
import { streamClaims } from '#x12/837p/write/claims.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { guide835 } from '#x12/guides/835.ts';
import { guide837p } from '#x12/guides/837p.ts';
import { SegmentReader } from '#x12/reader/reader.ts';
import { walk } from '#x12/walk/walk.ts';
import type { BenchFileKind } from './files.ts';

export const granaryCases = {
  reader: (path: string) => Promise.resolve(segmentsOf(readFileSync(path))),
  'reader, streamed': async (path: string) => {
    const counter = new SegmentCounter();
    const reader = new SegmentReader(counter);
    for await (const chunk of createReadStream(path)) reader.write(chunk);
    reader.finish();
    return counter.seen;
  },
  walk: async (path: string) => {
    let seen = 0;
    for await (const { loop, segment } of walk(createReadStream(path))) {
      if (loop !== undefined) seen += segment.text(1).length;
    }
    return seen;
  },
  typed: (path: string, kind: BenchFileKind) => readTyped(path, kind, false),
  validate: (path: string, kind: BenchFileKind) => readTyped(path, kind, true),
  writer: async (path: string) => {
    const claims = await claimsOf(path);
    let bytes = 0;
    for await (const piece of streamClaims(claims, envelope, { delimiters, lineEnd: '\n' }))
      bytes += piece.length;
    return bytes;
  },
} as const;

const envelope = {
  senderQualifier: 'ZZ',
  sender: '12345678',
  receiverQualifier: 'ZZ',
  receiver: 'COMEDASSISTPROG',
  moment: new Date('2026-01-20T10:00:00Z'),
  interchangeNumber: 1,
  groupNumber: 1,
  usage: 'T',
} as const;
const delimiters = { element: '*', component: ':', repetition: '^', terminator: '~' };

const claimsByFile = new Map<string, ProfessionalClaim[]>();

/** Returns all claims of a file, read once, so that later passes measure only the writer. */
export async function claimsOf(path: string): Promise<ProfessionalClaim[]> {
  const known = claimsByFile.get(path);
  if (known !== undefined) return known;
  const claims: ProfessionalClaim[] = [];
  for await (const claim of readClaims(createReadStream(path))) claims.push(claim);
  claimsByFile.set(path, claims);
  return claims;
}

class SegmentCounter {
  seen = 0;
  elements = 0;
  isa(): void {
    this.seen++;
  }
  segment(segment: { readonly elementCount: number }): void {
    this.seen++;
    this.elements += segment.elementCount;
  }
  repair(): void {}
}

function segmentsOf(bytes: Buffer): number {
  const counter = new SegmentCounter();
  const reader = new SegmentReader(counter);
  reader.write(bytes);
  reader.finish();
  return counter.seen;
}

async function readTyped(path: string, kind: BenchFileKind, validate: boolean): Promise<number> {
  let touched = 0;
  let findings = 0;
  const checks = { now: new Date('2026-01-20T10:00:00Z'), profile: coloradoMedicaid };
  const claims = claimListener({
    onClaim: (claim) => {
      touched += touchClaim(claim);
    },
    ...(validate && { checks }),
  });
  const remittances = new RemittanceReader({
    claim: (claim) => {
      touched += touchPayment(claim);
    },
    end: ({ balance, providerAdjustments }) => {
      touched += Number(balance.balanced) + providerAdjustments.length;
    },
  });
  const listener =
    kind === '837'
      ? claims
      : { set: (context: Parameters<RemittanceReader['open']>[0]) => remittances.open(context) };
  const engine = new X12Engine({
    guides: [guide837p, guide835],
    listeners: [listener],
    validate,
    onFinding: () => {
      findings++;
    },
  });
  for await (const _ of feed(createReadStream(path), engine));
  return touched + findings;
}

/** Reads all fields of a claim that `inspect` shows. */
function touchClaim(claim: ProfessionalClaim): number {
  let touched = claim.patientControlNumber.length + (claim.totalCharge ?? 0);
  touched += (claim.billingProvider.id ?? '').length + (claim.subscriber.id ?? '').length;
  for (const line of claim.lines) {
    touched += line.procedure.code.length + (line.charge ?? 0) + (line.quantity ?? 0);
    touched += (line.serviceDate ?? '').length;
  }
  return touched;
}

function touchPayment(claim: ClaimPayment): number {
  let touched = claim.patientControlNumber.length + claim.statusCode.length + claim.charge + claim.paid;
  touched += (claim.patientResponsibility ?? 0) + claim.payerControlNumber.length;
  for (const adjustment of claim.adjustments) touched += adjustment.amount + adjustment.reason.length;
  for (const line of claim.lines) {
    touched += line.charge + line.paid + line.procedure.code.length + (line.serviceDate ?? '').length;
    for (const adjustment of line.adjustments) touched += adjustment.amount + adjustment.reason.length;
    touched += line.remarks.length;
  }
  return touched;
}
