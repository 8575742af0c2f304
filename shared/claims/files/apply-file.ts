import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { type FileFindings, FindingTally } from '../claim/finding.ts';
import type { ClaimAcknowledgmentWriter } from '../intake/claim-acknowledgment-writer.ts';
import { ClaimIntake } from '../intake/claim-intake.ts';
import type { Chunks, IntakePorts } from './delivery.ts';
import type { FileConsumer } from './file-run.ts';
import type { OwnedRun } from './owned-run.ts';
import { fileGuides, type Survey } from './survey.ts';

/** The second reading of a file: applies its sound sets while it is read. */
export async function applyFile(
  source: Chunks,
  run: OwnedRun,
  survey: Survey,
  ports: Pick<IntakePorts, 'claims' | 'processors'>,
  claimAcknowledgment: ClaimAcknowledgmentWriter,
): Promise<FileFindings> {
  const consumers: FileConsumer[] = [];
  if (survey.kinds.includes('837P')) {
    consumers.push(new ClaimIntake(run, survey, ports.claims, claimAcknowledgment));
  }
  for (const processor of ports.processors) {
    if (survey.kinds.includes(processor.kind)) consumers.push(await processor.open(run));
  }
  const tally = new FindingTally();
  const engine = new X12Engine({
    guides: fileGuides,
    listeners: consumers.map(({ listener }) => listener),
    onFinding: (finding) => {
      tally.add(finding);
      for (const consumer of consumers) consumer.finding?.(finding);
    },
  });
  for await (const read of feed(source, engine)) {
    for (const consumer of consumers) await consumer.drain(read);
  }
  for (const consumer of consumers) await consumer.finish();
  return tally.findings;
}
