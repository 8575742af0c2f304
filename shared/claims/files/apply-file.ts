import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import {
  type FileFindings,
  type FindingRecord,
  FindingTally,
  findingRecord,
  maxFindingsOfFile,
} from '../claim/finding.ts';
import type { ClaimAcknowledgmentWriter } from '../intake/claim-acknowledgment-writer.ts';
import { ClaimIntake } from '../intake/claim-intake.ts';
import type { IntakePorts } from './delivery.ts';
import type { FileConsumer } from './file-run.ts';
import type { OwnedRun } from './owned-run.ts';
import { fileGuides, type Survey } from './survey.ts';

/** The second reading: applies what is sound of the file, each kind by its applier, while it is read. `answers` takes its claims. */
export async function applyFile(
  source: AsyncIterable<Uint8Array>,
  run: OwnedRun,
  survey: Survey,
  ports: Pick<IntakePorts, 'claims' | 'processors'>,
  answers: ClaimAcknowledgmentWriter,
): Promise<FileFindings> {
  const applications: FileConsumer[] = [];
  if (survey.kinds.includes('837P')) {
    applications.push(new ClaimIntake(run, survey, ports.claims, answers));
  }
  for (const applier of ports.processors) {
    if (survey.kinds.includes(applier.kind)) applications.push(await applier.open(run));
  }
  const tally = new FindingTally();
  const first: FindingRecord[] = [];
  const engine = new X12Engine({
    guides: fileGuides,
    listeners: applications.map(({ listener }) => listener),
    onFinding: (finding) => {
      tally.add(finding.severity);
      if (first.length < maxFindingsOfFile) first.push(findingRecord(finding));
      for (const application of applications) application.finding?.(finding);
    },
  });
  for await (const read of feed(source, engine)) {
    for (const application of applications) await application.drain(read);
  }
  for (const application of applications) await application.finish();
  return { first, counts: tally.total };
}
