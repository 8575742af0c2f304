import type { ClaimStatus } from '#x12/277ca/types.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { allGuides, transactionListeners } from '#x12/engine/transactions.ts';
import type { Finding } from '#x12/findings/finding.ts';

/** Claims and lines of a file by number and amounts. */
export interface ClaimContent {
  readonly key: string;
  readonly lines: readonly string[];
}

export interface Reading {
  readonly claims: readonly ClaimContent[];
  readonly findings: readonly Finding[];
}

/** Reads claims (837P), payments (835), statuses (277CA, 277) and acknowledged groups (999). */
export function contentOf(bytes: Uint8Array): Reading {
  const claims: ClaimContent[] = [];
  const findings: Finding[] = [];
  const take = (lines: readonly string[], ...parts: readonly unknown[]) => {
    claims.push({ key: parts.join(' '), lines });
  };
  const listeners = transactionListeners({
    claim: ({ patientControlNumber, totalCharge, lines }) =>
      take(
        lines.map(({ procedure: { code, modifiers }, charge, quantity }) =>
          key(code, modifiers, charge, quantity),
        ),
        patientControlNumber,
        totalCharge,
      ),
    remittances: {
      claim: ({ patientControlNumber, statusCode, charge, paid, lines }) =>
        take(
          lines.map((line) => key(line.procedure.code, line.procedure.modifiers, line.charge, line.paid)),
          patientControlNumber,
          statusCode,
          charge,
          paid,
        ),
    },
    claimAcknowledgments: {
      status: (status) => take(statusLines(status), status.numbers.trace, status.numbers.ref1K),
    },
    claimStatusResponses: {
      status: ({ trace, lines }) =>
        take(
          lines.map(({ procedure, modifiers, charge }) => key(procedure, modifiers, charge)),
          trace,
        ),
    },
    implementationAcknowledgment: ({ functionalId, controlNumber, sets }) =>
      take(
        sets.map((set) => key(set.set, set.controlNumber)),
        functionalId,
        controlNumber,
      ),
  });
  const engine = new X12Engine({
    guides: allGuides,
    listeners,
    onFinding: (finding) => findings.push(finding),
  });
  engine.write(bytes);
  engine.end();
  return { claims, findings };
}

function statusLines({ lines }: ClaimStatus): string[] {
  return lines.map(({ procedure, modifiers, charge }) => key(procedure, modifiers, charge));
}

function key(...parts: readonly unknown[]): string {
  return parts.join(' ');
}
