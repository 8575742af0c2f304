import { absentTables } from '#x12/codes/published/code-tables.ts';
import type { TableKind } from '#x12/codes/published/published-list.ts';
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
import { encodingOf } from '#x12/reader/segment-bytes.ts';
import { forEachInput, type Input } from './input.ts';
import { writeOutput } from './output.ts';
import { type ExitCode, readProfile, type Settings } from './settings.ts';
import { openTables } from './table-folder.ts';

/** Writes the findings in the files, as JSON or text, while the files are read. Exit code 1 for errors. */
export async function validateFiles(settings: Settings): Promise<ExitCode> {
  const { files, profile, name: fileName, now, sample } = settings;
  const tables = openTables(settings.tables);
  const checks: TransactionChecks = { now, profile: readProfile(profile), fileName, sample, tables };
  const report = settings.text
    ? textReport(settings, absentTables(tables))
    : jsonReport(files.length > 1, absentTables(tables));
  await writeOutput(report.start);
  const all = new FindingCount();
  await forEachInput(files, (input) =>
    validateInput(input, checks, settings.values, report.file(input), all),
  );
  await writeOutput(report.end(all));
  return all.isValid ? 0 : 1;
}

/** Renders findings. */
interface Report {
  readonly start: string;
  file(input: Input): FileReport;
  end(all: FindingCount): string;
}

interface FileReport {
  readonly start: string;
  finding(finding: Finding, delimiters: Delimiters | undefined): string;
  end(count: FindingCount): string;
}

async function validateInput(
  input: Input,
  checks: TransactionChecks,
  showValues: boolean,
  report: FileReport,
  all: FindingCount,
): Promise<void> {
  const count = new FindingCount();
  let delimiters: Delimiters | undefined;
  let text = report.start;
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
    // The start waits for a finding or the end, so that unreadable input writes nothing.
    if (text === report.start) continue;
    await writeOutput(text);
    text = '';
  }
  await writeOutput(text + report.end(count));
}

function jsonReport(areSeveral: boolean, absent: readonly TableKind[]): Report {
  const json = new JsonWriter();
  const written = (write: () => void): string => {
    write();
    return json.take();
  };
  const end = (count: FindingCount, isLast: boolean) =>
    written(() => {
      const { fatal, error, warning, information, isValid } = count;
      const counts = { error: fatal + error, fatal, warning, information };
      json.end();
      json.members({ valid: isValid, counts, absent_tables: isLast ? absent : undefined });
      json.end();
    });
  const begin = (list: string, members: Readonly<Record<string, string>> = {}) =>
    written(() => {
      json.beginObject();
      json.members(members);
      json.beginArray(list);
    });
  return {
    start: areSeveral ? begin('files') : '',
    file: ({ name }) => ({
      start: begin('findings', areSeveral ? { file: name } : {}),
      finding: (finding) => written(() => json.item(findingJson(finding))),
      end: (count) => end(count, !areSeveral),
    }),
    end: (all) => (areSeveral ? end(all, true) : ''),
  };
}

function textReport({ files, masked }: Settings, absent: readonly TableKind[]): Report {
  const areSeveral = files.length > 1;
  return {
    start: '',
    file: (input) => ({
      start: areSeveral ? `${input.name}\n` : '',
      finding(finding, delimiters) {
        const segment = delimiters && segmentAt(input, finding.byteOffset, delimiters);
        return `${findingText(finding, segment, masked)}\n`;
      },
      end: (count) => (areSeveral ? `${countText(count)}\n\n` : ''),
    }),
    end: (all) => `${countText(all)}\n${absentText(absent)}`,
  };
}

/** Lists the code sets that were not checked against an imported table. */
function absentText(absent: readonly TableKind[]): string {
  if (absent.length === 0) return '';
  return `code tables absent: ${absent.join(', ')}; checked by format or built-in list only\n`;
}

function countText(count: FindingCount): string {
  const { fatal, error, warning } = count;
  return `${count.isValid ? 'valid' : 'not valid'}: ${fatal + error} errors, ${warning} warnings`;
}

/** Maximum length of a shown segment. */
const maxSegment = 4096;

function segmentAt(input: Input, offset: number, delimiters: Delimiters): SourceSegment | undefined {
  const bytes = input.bytesAt(offset, maxSegment);
  if (bytes === undefined || bytes.length === 0) return undefined;
  const end = bytes.indexOf(delimiters.terminator);
  const segment = end < 0 ? bytes : bytes.subarray(0, end);
  // A segment that is cut may end within a character of UTF-8.
  const isLatin1 = end >= 0 && encodingOf(segment, 0, end) === 'latin-1';
  const text = segment.toString(isLatin1 ? 'latin1' : 'utf8');
  return { text: text.replace(/[\r\n]+$/, ''), delimiters };
}
