import { ClaimAcknowledgmentWriter } from './claim-acknowledgment-writer.ts';
import { ClaimIntake } from './claim-intake.ts';
import { whileOwned } from './close-file.ts';
import type { IntakePorts } from './delivery.ts';
import { type FileRecord, outboundKey } from './file.ts';
import type { FileConsumer, FileRun } from './file-run.ts';
import type { Survey } from './survey.ts';

/** The part of a run that only files with 837P need: the intake of claims, and their 999 and 277CA. */
export class ClaimFile {
  private readonly file: FileRecord;
  private readonly survey: Survey;
  private readonly ports: IntakePorts;
  private readonly controlNumber: number;
  private readonly claimAcknowledgment: ClaimAcknowledgmentWriter;

  private constructor(file: FileRecord, survey: Survey, ports: IntakePorts, controlNumber: number) {
    this.file = file;
    this.survey = survey;
    this.ports = ports;
    this.controlNumber = controlNumber;
    const first277 = controlNumber + 2 * (survey.acknowledged?.count ?? 0);
    this.claimAcknowledgment = new ClaimAcknowledgmentWriter(file.received_at, ports.claims, first277);
  }

  /**
   * Begins the part. The first control number of the acknowledgments is stored before, so that a repeated run writes the same
   * bytes to the same keys.
   */
  static async open(file: FileRecord, survey: Survey, ports: IntakePorts): Promise<ClaimFile> {
    let number = file.acknowledgment_number;
    const count = survey.acknowledged?.count ?? 0;
    if (number === undefined && count > 0) {
      // A TA1, a 999 and a 277CA for each interchange.
      number = await ports.takeNumbers(3 * count);
      await whileOwned(ports.files.keepAcknowledgmentNumber(file.id, file.run ?? '', number));
    }
    return new ClaimFile(file, survey, ports, number ?? 0);
  }

  intake(run: FileRun): FileConsumer {
    return new ClaimIntake(run, this.survey, this.ports.claims, this.claimAcknowledgment);
  }

  /** Writes the 999 and the 277CA to `outbound/`. @returns the keys of the objects */
  async acknowledge(): Promise<string[]> {
    const { file, survey, ports, controlNumber } = this;
    const { acknowledged } = survey;
    if (acknowledged === undefined || acknowledged.count === 0) return [];
    const written = [
      ['999', acknowledged.write(controlNumber, new Date(file.received_at))],
      ['277CA', this.claimAcknowledgment.finish()],
    ] as const;
    const keys: string[] = [];
    for (const [kind, pieces] of written) {
      const key = outboundKey(file, controlNumber, kind);
      if (await ports.putPieces(key, pieces, 'application/edi-x12')) keys.push(key);
    }
    return keys;
  }
}
