import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/reader/source.ts';
import {
  type FindingRecord,
  type Findings,
  FindingTally,
  findingRecord,
  mostFindings,
} from '../claim/finding.ts';
import type { ClaimAnswers } from '../intake/claim-answers.ts';
import { ClaimApplication } from '../intake/claim-application.ts';
import type { Application } from './applier.ts';
import type { IntakePorts } from './delivery.ts';
import type { OwnedRun } from './owned-run.ts';
import { guides, type Survey } from './survey.ts';

/** The second reading: applies what is sound of the file, each kind by its applier, while it is read. `answers` takes its claims. */
export async function applyFile(
  source: AsyncIterable<Uint8Array>,
  run: OwnedRun,
  survey: Survey,
  ports: Pick<IntakePorts, 'claims' | 'appliers'>,
  answers: ClaimAnswers,
): Promise<Findings> {
  const applications: Application[] = [];
  if (survey.kinds.includes('837P')) {
    applications.push(new ClaimApplication(run, survey, ports.claims, answers));
  }
  for (const applier of ports.appliers) {
    if (survey.kinds.includes(applier.kind)) applications.push(await applier.open(run));
  }
  const tally = new FindingTally();
  const first: FindingRecord[] = [];
  const engine = new X12Engine({
    guides,
    listeners: applications.map(({ listener }) => listener),
    onFinding: (finding) => {
      tally.add(finding.severity);
      if (first.length < mostFindings) first.push(findingRecord(finding));
      for (const application of applications) application.finding?.(finding);
    },
  });
  for await (const read of feed(source, engine)) {
    for (const application of applications) await application.drain(read);
  }
  for (const application of applications) await application.finish();
  return { first, counts: tally.total };
}
