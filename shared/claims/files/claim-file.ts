import { writeAcknowledgmentFiles } from '#x12/outbound/acknowledge.ts';
import type { InterchangeVerdict } from '#x12/outbound/verdict-collector.ts';
import { ClaimAcknowledgmentWriter } from '../intake/claim-acknowledgment-writer.ts';
import { ClaimIntake } from '../intake/claim-intake.ts';
import { whileOwned } from './close-file.ts';
import type { IntakePorts } from './delivery.ts';
import type { FileRecord } from './file.ts';
import type { FileConsumer, FileRun } from './file-run.ts';
import { outboundKey } from './object-keys.ts';
import type { Survey } from './survey.ts';

/** The part of a run that only files with 837P need: the intake of claims, and their 999 and 277CA. */
export class ClaimFile {
  private readonly file: FileRecord;
  private readonly ports: IntakePorts;
  private readonly claimAcknowledgment: ClaimAcknowledgmentWriter;

  constructor(file: FileRecord, ports: IntakePorts) {
    this.file = file;
    this.ports = ports;
    this.claimAcknowledgment = new ClaimAcknowledgmentWriter(file.received_at, ports.claims);
  }

  intake(run: FileRun, survey: Survey): FileConsumer {
    return new ClaimIntake(run, survey, this.ports.claims, this.claimAcknowledgment);
  }

  /** @returns the keys of the acknowledgments in `outbound/` */
  acknowledge(verdicts: readonly InterchangeVerdict[]): Promise<string[]> {
    return acknowledgeFile(this.file, verdicts, this.claimAcknowledgment, this.ports);
  }
}

/**
 * Writes the 999 and the 277CA of a file to `outbound/`. The first control number is stored before, so that a repeated run
 * writes the same bytes to the same keys.
 *
 * @param verdicts on the interchanges that hold 837P
 * @returns the keys of the objects
 */
async function acknowledgeFile(
  file: FileRecord,
  verdicts: readonly InterchangeVerdict[],
  claimAcknowledgment: ClaimAcknowledgmentWriter,
  ports: IntakePorts,
): Promise<string[]> {
  if (verdicts.length === 0) return [];
  let number = file.acknowledgment_number;
  if (number === undefined) {
    // A TA1, a 999 and a 277CA for each interchange.
    number = await ports.takeNumbers(3 * verdicts.length);
    await whileOwned(ports.files.keepAcknowledgmentNumber(file.id, file.run ?? '', number));
  }
  const written = [
    ['999', implementationAcknowledgment(verdicts, number, new Date(file.received_at))],
    ['277CA', claimAcknowledgment.bytes(number + 2 * verdicts.length)],
  ] as const;
  const keys: string[] = [];
  for (const [kind, bytes] of written) {
    if (bytes.length === 0) continue;
    const key = outboundKey(file, number, kind);
    await ports.putObject(key, bytes, 'application/edi-x12');
    keys.push(key);
  }
  return keys;
}

/**
 * The 999 for each interchange, after a TA1 if one is requested or due. Only envelope faults reject a set: a set with faulty
 * claims is accepted with errors (IK5 E), because the claims are stored as drafts.
 */
function implementationAcknowledgment(
  verdicts: readonly InterchangeVerdict[],
  controlNumber: number,
  moment: Date,
): Uint8Array {
  const files = writeAcknowledgmentFiles(verdicts, { controlNumber, moment, lineEnd: '\n' });
  return Buffer.concat(files.map(({ bytes }) => bytes));
}
