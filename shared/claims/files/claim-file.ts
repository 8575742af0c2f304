import type { InterchangeVerdict } from '#x12/outbound/verdict-collector.ts';
import { ClaimAcknowledgmentWriter } from '../intake/claim-acknowledgment-writer.ts';
import { ClaimIntake } from '../intake/claim-intake.ts';
import { acknowledgeFile } from './acknowledge.ts';
import type { IntakePorts } from './delivery.ts';
import type { FileRecord } from './file.ts';
import type { FileConsumer, FileRun } from './file-run.ts';
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
