import type { X12Command } from './settings.ts';

const overview = `Reads, checks and writes X12 healthcare files: 837P, 835, 999, TA1, 277CA.

  x12 inspect  FILE…   what is in a file, as JSON
  x12 validate FILE…   what is wrong with a file, as JSON or text
  x12 ack      FILE…   the 999 and 277CA that answer a file
  x12 generate FILE…   an 837P from claims in JSON
  x12 stats    FILE…   counts, sums and speed

FILE may be - for standard input, which is also read when no file is named. x12 COMMAND --help tells more.
Exit codes: 0 fine, 1 findings of severity error or a file that breaks off, 2 not readable.
`;

const details: Readonly<Record<X12Command, string>> = {
  inspect: `x12 inspect [--stream] [--full] [--values] FILE…

Writes { "interchanges": [ { …, "groups": [ { …, "transactions": [ … ] } ] } ] }; several files become
{ "files": [ { "file": …, "interchanges": … } ] }. Money is a decimal string with two places, dates are ISO dates.

  --stream   one line of JSON for each claim, claim payment or claim status instead
  --full     with each 837P claim its whole content, as x12 generate takes it
  --values   also show the copies of bad values that a 999 carries
`,
  validate: `x12 validate [--text [--masked]] [--values] [--profile FILE] [--name NAME] [--sample]
             [--now DATE] FILE…

Writes { "findings": [ … ], "valid": …, "counts": { "error": …, "warning": … } }. Exit code 1 with errors.

  --text           for reading: each finding with its line of the source and a caret under the element
  --masked         hide letters and digits in the lines of the source
  --values         put the values that are wrong into the findings, not their masks
  --profile FILE   payer profile (JSON) for the rules R200 to R210; CO_TXIX is built in
  --name NAME      name of the file, for R209 and R210
  --sample         made-up NPIs, ZIP+4 codes and tax ids are warnings, as in a file with ISA15 T
  --now DATE       what is taken for today
`,
  ack: `x12 ack [--ta1] [--only KINDS] [--profile FILE] [--name NAME] [--control N] [--lines] [--sample] [--now DATE]
        FILE…

Writes the 999 that answers the functional groups of a file, a TA1 where the interchange asks for one or cannot be
taken, and a 277CA for the claims of accepted sets. Exit code 1 when something is rejected.

  --ta1           write a TA1 in any case
  --only KINDS    write a part of TA1,999,277CA
  --profile FILE  payer profile (JSON) for the rules R200 to R210; CO_TXIX is built in
  --name NAME     name of the file, for R209 and R210
  --control N     first control number of the answer (default 1)
  --lines         a line end after each segment
  --sample        made-up NPIs, ZIP+4 codes and tax ids are warnings, as in a file with ISA15 T
  --now DATE      date and time of the answer
`,
  generate: `x12 generate [--characters refuse|transliterate] [--lines] [--now DATE] FILE…

Writes an 837P from claims in JSON (see docs/x12.md), split at 5,000 claims a transaction set. What the 837P has no
room for is an error that names the path in the JSON; nothing is left out.

  --characters RULE  characters outside of the X12 sets: refuse them (default), or transliterate them (é as e); the
                     paths of changed texts go to standard error
  --lines            a line end after each segment
  --now DATE         date and time of the file
`,
  stats: `x12 stats FILE…

Writes counts and sums of a file, the seconds it took, MB/s and peak memory, as JSON.
`,
};

export function helpText(command: X12Command | undefined): string {
  return command === undefined ? overview : details[command];
}
