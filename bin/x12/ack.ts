import { acknowledge } from '#x12/acknowledgment/acknowledge.ts';
import { allGuides, contentListeners } from '#x12/content.ts';
import { openInput } from './input.ts';
import { emit } from './output.ts';
import type { ExitCode, Settings } from './settings.ts';

/** The 999 and TA1 that answer the files, one interchange after the other. */
export async function ack({ files, ta1, control, lines, now, sample }: Settings): Promise<ExitCode> {
  let controlNumber = control;
  let isRejected = false;
  for (const name of files) {
    const input = openInput(name);
    const answer = await acknowledge(input.chunks, {
      guides: allGuides,
      listeners: contentListeners({}, { now, sample }),
      moment: now,
      controlNumber,
      ta1: ta1 ? 'always' : 'requested',
      ...(lines && { lineEnd: '\n' }),
    });
    input.close();
    controlNumber += answer.files.length;
    isRejected ||= answer.findings.some(({ severity }) => severity === 'fatal' || severity === 'error');
    for (const { bytes } of answer.files) await emit(bytes);
  }
  return isRejected ? 1 : 0;
}
