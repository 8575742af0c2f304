import type { FileListener } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { allGuides, type TransactionChecks, transactionListeners } from '#x12/engine/transactions.ts';
import { FindingCount } from '#x12/engine/validate.ts';
import type { Finding } from '#x12/findings/finding.ts';
import { findingJson } from '#x12/presentation/finding-json.ts';
import { findingText, type SourceSegment } from '#x12/presentation/finding-text.ts';
import { JsonWriter } from '#x12/presentation/json-writer.ts';
import type { Delimiters } from '#x12/reader/delimiters.ts';
import { type Input, openInput } from './input.ts';
import { writeOutput } from './output.ts';
import { readProfile } from './profile.ts';
import type { ExitCode, Settings } from './settings.ts';

/** What is wrong with the files, as JSON or for reading; written while they are read. */
export async function validateFiles(settings: Settings): Promise<ExitCode> {
  const { files, profile, name: fileName, now, sample } = settings;
  const checks: TransactionChecks = { now, profile: readProfile(profile), fileName, sample };
  const report = settings.text ? textReport(settings) : jsonReport(files.length > 1);
  await writeOutput(report.begin());
  const all = new FindingCount();
  for (const name of files) {
    const input = openInput(name);
    const count = await validateInput(input, checks, settings.values, report, all);
    await writeOutput(report.endFile(count));
    input.close();
  }
  await writeOutput(report.end(all));
  return all.isValid ? 0 : 1;
}

/** Turns findings into output; what each call returns is written at once. */
interface Report {
  begin(): string;
  beginFile(input: Input): string;
  finding(finding: Finding, delimiters: Delimiters | undefined): string;
  endFile(count: FindingCount): string;
  end(all: FindingCount): string;
}

async function validateInput(
  input: Input,
  checks: TransactionChecks,
  showValues: boolean,
  report: Report,
  all: FindingCount,
): Promise<FindingCount> {
  const count = new FindingCount();
  let delimiters: Delimiters | undefined;
  let text = report.beginFile(input);
  const envelopes: FileListener = {
    interchange(header) {
      delimiters = header.delimiters;
    },
  };
  const engine = new X12Engine({
    guides: allGuides,
    listeners: [envelopes, ...transactionListeners({}, checks)],
    showValues,
    onFinding(finding) {
      count.add(finding);
      all.add(finding);
      text += report.finding(finding, delimiters);
    },
  });
  for await (const _ of feed(input.chunks, engine)) {
    await writeOutput(text);
    text = '';
  }
  return count;
}

function jsonReport(areSeveral: boolean): Report {
  const json = new JsonWriter();
  const written = (action: () => void): string => {
    action();
    return json.take();
  };
  const summary = (count: FindingCount): void => {
    const { fatal, error, warning, information } = count;
    json.members({ valid: count.isValid, counts: { error: fatal + error, fatal, warning, information } });
  };
  return {
    begin: () =>
      written(() => {
        if (areSeveral) {
          json.beginObject();
          json.beginArray('files');
        }
      }),
    beginFile: ({ name }) =>
      written(() => {
        json.beginObject();
        if (areSeveral) json.members({ file: name });
        json.beginArray('findings');
      }),
    finding: (finding) => written(() => json.item(findingJson(finding))),
    endFile: (count) =>
      written(() => {
        json.end();
        summary(count);
        json.end();
      }),
    end: (all) =>
      written(() => {
        if (!areSeveral) return;
        json.end();
        summary(all);
        json.end();
      }),
  };
}

function textReport({ files, masked }: Settings): Report {
  let source: Input | undefined;
  return {
    begin: () => '',
    beginFile(input) {
      source = input;
      return files.length > 1 ? `${input.name}\n` : '';
    },
    finding(finding, delimiters) {
      const segment = delimiters && source && segmentAt(source, finding.byteOffset, delimiters);
      return `${findingText(finding, segment, masked)}\n`;
    },
    endFile: (count) => (files.length > 1 ? `${countText(count)}\n\n` : ''),
    end: (all) => `${countText(all)}\n`,
  };
}

function countText(count: FindingCount): string {
  const { fatal, error, warning } = count;
  return `${count.isValid ? 'valid' : 'not valid'}: ${fatal + error} errors, ${warning} warnings`;
}

/** So much is read to find the end of a segment. */
const longest = 4096;

function segmentAt(input: Input, offset: number, delimiters: Delimiters): SourceSegment | undefined {
  const bytes = input.bytesAt(offset, longest);
  if (bytes === undefined || bytes.length === 0) return undefined;
  const end = bytes.indexOf(delimiters.terminator);
  const text = bytes.toString('utf8', 0, end < 0 ? bytes.length : end);
  return { text: text.replace(/[\r\n]+$/, ''), delimiters };
}
