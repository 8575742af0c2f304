import type { Practice } from './practice.ts';
import { type RawRecords, readRaw } from './raw-records.ts';

/** The records before every response arrived once more. */
export async function repeatResponses(practice: Practice): Promise<RawRecords> {
  const before = await readRaw(practice);
  for (const { name, text } of practice.received.filter(({ text }) => /~\s*ST\*(835|999|277)\*/.test(text))) {
    await practice.receive(`again-${name}`, text.replaceAll(/~\s*/g, '~\r\n'));
  }
  await practice.receive('together.835', inOneGroup(practice.remittances));
  return before;
}

/** The sets of several 835s in one group, as a clearinghouse cuts files anew. */
function inOneGroup(texts: readonly string[]): string {
  const [first = ''] = texts;
  const [header = '', group = ''] = first.split('~');
  const sets = texts.map((text, n) => {
    const number = String(n + 1).padStart(4, '0');
    const [set = ''] = /ST\*835\*.*~\s*SE\*[^~]*~/s.exec(text) ?? [];
    return set.replace(/^ST\*835\*[^*~]*/, `ST*835*${number}`).replace(/(SE\*\d+)\*[^~]*~$/, `$1*${number}~`);
  });
  const [control = '', groupControl = ''] = [header.split('*')[13], group.split('*')[6]];
  return `${header}~${group}~${sets.join('')}GE*${sets.length}*${groupControl}~IEA*1*${control}~`;
}
