import { tableKinds } from '#x12/codes/published/published-list.ts';
import type { X12Command } from './settings.ts';

const overview = `Reads, checks and writes X12 healthcare files: 837P, 835, 999, TA1, 277CA, 276, 277.

  x12 show     FILE…   show a file as text or as an HTML page
  x12 csv      FILE…   write the claims, lines or adjustments of a file as CSV
  x12 inspect  FILE…   show the content of a file as JSON
  x12 validate FILE…   list the findings in a file, as JSON or text
  x12 ack      FILE…   write the responses to a file: TA1, 999 and 277CA
  x12 generate FILE…   write an 837P from claims in JSON
  x12 stats    FILE…   show counts, sums and speed
  x12 schema           write the JSON Schema of the claims for generate
  x12 edits            write the list of all edits as Markdown
  x12 tables import    make code tables for validate from published code lists

FILE may be - for standard input, which is also the default. x12 COMMAND --help lists the options, x12
--version shows the version.
Exit codes: 0 success, 1 findings of severity error or an incomplete file, 2 unreadable input.
`;

const profileOption = 'payer profile (JSON) for the rules R200 to R210; CO_TXIX is built in';
const sampleOption = 'report made-up NPIs, ZIP+4 codes and tax ids as warnings, as with ISA15 T';

const tablesOption = 'code tables of x12 tables import; without a table only the format of a code is checked';

const details: Readonly<Record<X12Command, string>> = {
  show: `x12 show [--html] FILE…

Shows 837P, 835, 999 and 277CA files as text for people: parties, claims, lines, adjustments, statuses and errors, with the
texts of codes. For an 835 it also shows how lines, claims and payment balance. Faults are shown with their places. The output holds
the data of the file.

  --html   write one HTML page, without scripts and other resources
`,
  csv: `x12 csv [--table claims|lines|adjustments] FILE…

Writes one table of 835 or 837P files as CSV (RFC 4180) with a header row. Amounts are decimals with two places, dates ISO
dates. A text that a spreadsheet would run as a formula begins with an apostrophe. Several files must be of one kind; the
first column is then the file.

  --table TABLE   claims (default); lines; adjustments of an 835: CAS of claims and lines, and PLB
`,
  inspect: `x12 inspect [--stream] [--full] [--values] FILE…

Writes { "interchanges": [ { …, "groups": [ { …, "transactions": [ … ] } ] } ] }, and for several files
{ "files": [ { "file": …, "interchanges": … } ] }. Money is a decimal string with two places. Dates are ISO dates.

  --stream   write one line of JSON per claim, claim payment or claim status
  --full     add the whole content of each 837P claim, as x12 generate reads it
  --values   show the copies of bad values in a 999
`,
  validate: `x12 validate [--text] [--masked] [--values] [--profile FILE] [--name NAME] [--sample]
             [--now DATE] [--tables FOLDER] FILE…

Writes { "findings": [ … ], "valid": …, "counts": { "error": …, "warning": … }, "absent_tables": [ … ] }. Exit code 1 for
errors.

  --text           write text: each finding with its segment and a caret under the element
  --masked         hide letters and digits in segments, claim numbers and values
  --values         show bad values instead of their masks
  --profile FILE   ${profileOption}
  --name NAME      name of the file, for R209 and R210
  --sample         ${sampleOption}
  --now DATE       date of today
  --tables FOLDER  ${tablesOption}
`,
  ack: `x12 ack [--ta1] [--only KINDS] [--profile FILE] [--name NAME] [--control N] [--lines] [--sample] [--now DATE]
        [--tables FOLDER] FILE…

Writes a 999 for the functional groups of a file, a TA1 where the interchange requests one or is rejected, and a 277CA
for the claims of accepted sets. Exit code 1 when a claim, set or interchange is rejected.

  --ta1           always write a TA1
  --only KINDS    write only some of TA1,999,277CA
  --profile FILE  ${profileOption}
  --name NAME     name of the file, for R209 and R210
  --control N     first control number (default 1)
  --lines         end each segment with a line end
  --sample        ${sampleOption}
  --now DATE      date and time of the responses
  --tables FOLDER ${tablesOption}
`,
  generate: `x12 generate [--characters refuse|transliterate] [--lines] [--now DATE] FILE…

Writes an 837P from claims in JSON (x12 schema writes their schema), with at most 5,000 claims per transaction set. JSON that does not
fit into an 837P is an error with its path. Nothing is dropped silently.

  --characters RULE  refuse (default) or transliterate (é as e) characters outside the X12 sets; standard error lists
                     the paths of changed texts
  --lines            end each segment with a line end
  --now DATE         date and time of the file
`,
  stats: `x12 stats FILE…

Writes counts and sums of a file, the seconds it took, MB/s and peak memory, as JSON.
`,
  schema: `x12 schema

Writes the JSON Schema (draft 2020-12) of the input of x12 generate.
`,
  edits: `x12 edits

Writes every edit and state rule with id, SNIP type, severity, fault and remedy, as Markdown.
`,
  tables: `x12 tables import --kind KIND --output FOLDER [--since DATE] FILE…

Reads code lists as published and writes FOLDER/KIND.codes, which validate --tables reads. Replaces the table of this kind
only when every FILE is sound. Give several years together.

  --kind KIND      ${tableKinds.join(', ')}
  --output FOLDER  folder of the tables
  --since DATE     first day of the list, for a file name without a year

  icd10cm   CMS, ICD-10-CM codes or order file: icd10cm-codes-2025.txt, icd10cm-order-2025.txt
  hcpcs     CMS, HCPCS level II, text with columns or CSV: HCPC2025_JAN_ANWEB.txt
  pos       CMS, place of service codes, CSV
  taxonomy  NUCC, provider taxonomy, CSV: nucc_taxonomy_250.csv
  carc      X12, claim adjustment reason codes, CSV or text with start and stop dates
  rarc      X12, remittance advice remark codes, CSV or text with start and stop dates
`,
};

export function helpText(command: X12Command | undefined): string {
  return command === undefined ? overview : details[command];
}
