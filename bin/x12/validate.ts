import { absentTables } from '#x12/codes/published/code-tables.ts';
import type { TableKind } from '#x12/codes/published/published-list.ts';
import type { FileListener } from '#x12/engine/consumer.ts';
import { X12Engine } from '#x12/engine/engine.ts';
import { feed } from '#x12/engine/source.ts';
import { allGuides, type TransactionChecks, transactionListeners } from '#x12/engine/transactions.ts';
import { FindingCount } from '#x12/engine/validate.ts';
import type { Finding } from '#x12/findings/finding.ts';
import {
  findingJson,
  findingText,
  maskedFinding,
  type SourceSegment,
} from '#x12/presentation/finding-text.ts';
import { JsonWriter } from '#x12/presentation/json-writer.ts';
import type { Delimiters } from '#x12/reader/delimiters.ts';
import { encodingOf } from '#x12/reader/segment-bytes.ts';
import type { Input } from './input.ts';
import { writeOutput } from './output.ts';
import { type ExitCode, readProfile, type Settings } from './settings.ts';
import { openTables } from './table-folder.ts';
import { forEachUsableInput } from './usable-inputs.ts';

/**
 * Writes the findings in the files, as JSON or text, while the files are read. Exit code 1 for errors, 2 for an unreadable
 * file. The JSON is complete in each case.
 */
export async function validateFiles(settings: Settings): Promise<ExitCode> {
  const { files, profile, name: fileName, now, sample } = settings;
  const tables = openTables(settings.tables);
  const checks: TransactionChecks = { now, profile: readProfile(profile), fileName, sample, tables };
  const report = settings.text
    ? textReport(settings, absentTables(tables))
    : jsonReport(settings, absentTables(tables));
  await writeOutput(report.start);
  const all = new FindingCount();
  const areUsable = await forEachUsableInput(files, (name) => {
    const file = report.file(name);
    return {
      write: (input) => validateInput(input, checks, settings.values, file, all),
      fail: (message) => writeOutput(file.fail(message)),
    };
  });
  const isValid = all.isValid && areUsable;
  // A single file that cannot be read has no sums.
  if (areUsable || files.length > 1) await writeOutput(report.end(all, isValid));
  if (!areUsable) return 2;
  return isValid ? 0 : 1;
}

/** Renders findings. */
interface Report {
  readonly start: string;
  file(name: string): FileReport;
  end(all: FindingCount, isValid: boolean): string;
}

/** The first text begins the report, so that a single file that cannot be read writes nothing. */
interface FileReport {
  finding(finding: Finding, input: Input, delimiters: Delimiters | undefined): string;
  end(count: FindingCount): string;
  /** Completes the report of a file that cannot be read to its end. */
  fail(message: string): string;
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
  let text = '';
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
      text += report.finding(finding, input, delimiters);
    },
  });
  try {
    for await (const _ of feed(input.chunks, engine)) {
      await writeOutput(text);
      text = '';
    }
  } finally {
    await writeOutput(text);
  }
  await writeOutput(report.end(count));
}

function jsonReport({ files, masked }: Settings, absent: readonly TableKind[]): Report {
  const areSeveral = files.length > 1;
  const json = new JsonWriter();
  const written = (write: () => void): string => {
    write();
    return json.take();
  };
  const close = (count: FindingCount, valid: boolean, isLast: boolean) => {
    const { fatal, error, warning, information } = count;
    const counts = { error: fatal + error, fatal, warning, information };
    json.end();
    json.members({ valid, counts, absent_tables: isLast ? absent : undefined });
    json.end();
  };
  const begin = (list: string, members: Readonly<Record<string, string>> = {}) => {
    json.beginObject();
    json.members(members);
    json.beginArray(list);
  };
  return {
    start: areSeveral ? written(() => begin('files')) : '',
    file(name) {
      let isBegun = false;
      const opened = (write: () => void): string =>
        written(() => {
          if (!isBegun) begin('findings', areSeveral ? { file: name } : {});
          isBegun = true;
          write();
        });
      return {
        finding: (finding) => opened(() => json.item(findingJson(masked ? maskedFinding(finding) : finding))),
        end: (count) => opened(() => close(count, count.isValid, !areSeveral)),
        fail(message) {
          if (!isBegun && !areSeveral) return '';
          return opened(() => {
            json.end();
            json.members({ valid: false, error: message });
            json.end();
          });
        },
      };
    },
    end: (all, isValid) => (areSeveral ? written(() => close(all, isValid, true)) : ''),
  };
}

function textReport({ files, masked }: Settings, absent: readonly TableKind[]): Report {
  const areSeveral = files.length > 1;
  return {
    start: '',
    file(name) {
      let start = areSeveral ? `${name}\n` : '';
      const begun = (text: string): string => {
        const whole = start + text;
        start = '';
        return whole;
      };
      return {
        finding(finding, input, delimiters) {
          const segment = delimiters && segmentAt(input, finding.byteOffset, delimiters);
          return begun(`${findingText(finding, segment, masked)}\n`);
        },
        end: (count) => begun(areSeveral ? `${countText(count)}\n\n` : ''),
        fail: (message) => (areSeveral ? begun(`not readable: ${message}\n\n`) : ''),
      };
    },
    end: (all, isValid) => `${countText(all, isValid)}\n${absentText(absent)}`,
  };
}

/** Lists the code sets that were not checked against an imported table. */
function absentText(absent: readonly TableKind[]): string {
  if (absent.length === 0) return '';
  return `code tables absent: ${absent.join(', ')}; checked by format or built-in list only\n`;
}

function countText(count: FindingCount, isValid = count.isValid): string {
  const { fatal, error, warning } = count;
  return `${isValid ? 'valid' : 'not valid'}: ${fatal + error} errors, ${warning} warnings`;
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
