// `npm run --silent audit -- verify FILE [--key PEM] [--checkpoints FILE] [--json]` verifies an export offline.
import { createReadStream, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Checkpoint, keyId } from '#audit/checkpoints/checkpoint.ts';
import { ndjsonLines, readCheckpointPage, readExportLine } from '#audit/export/export-lines.ts';
import { type ExportVerification, NotAnExport, verifyExport } from '#audit/export/verify-export.ts';
import { ignoreClosedOutput } from './closed-output.ts';

ignoreClosedOutput();

const usage = `Usage: npm run --silent audit -- verify FILE [--key PEM] [--checkpoints FILE] [--json]

Verifies an export of the audit log: every hash, every link, every signed checkpoint, and the head of the chain.
  --key          public key that you trust; otherwise the key in FILE is used
  --checkpoints  checkpoints downloaded earlier; they show whether the log was cut or rewritten since
  --json         prints the result as JSON
Exit status: 0 the export verifies, 1 it does not, 2 it could not be verified.
`;

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 2;
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      checkpoints: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const [command, file, ...more] = positionals;
  if (values.help || command !== 'verify' || file === undefined || more.length > 0) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const result = await verifyExport(ndjsonLines(createReadStream(file, 'utf8')), {
    publicKey: values.key === undefined ? undefined : readFileSync(values.key, 'utf8'),
    checkpoints: values.checkpoints === undefined ? [] : checkpointsIn(values.checkpoints),
  });
  process.stdout.write(values.json ? `${JSON.stringify(result, null, 2)}\n` : report(result, values.key));
  return result.ok ? 0 : 1;
}

/** Reads downloaded checkpoints: pages of the API, or the checkpoint lines of an export. */
function checkpointsIn(file: string): Checkpoint[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.flatMap((text, index) => {
    if (text.trim() === '') return [];
    const line = readExportLine(text) ?? readCheckpointPage(text);
    if (line && 'checkpoint' in line) return [line.checkpoint];
    if (!line || !('data' in line)) throw new NotAnExport(index + 1);
    return line.data;
  });
}

function report(result: ExportVerification, keyFile: string | undefined): string {
  const { header, head, last_checkpoint: signed } = result;
  const key = keyFile
    ? `Key      ${keyFile}`
    : `Key      ${keyId(header.public_key)}, from the file itself; compare it with the key you trust`;
  const verdict = result.ok
    ? `OK       ${result.checked} entries verified, ${header.from} to ${result.to}`
    : `BROKEN   at entry ${result.first_bad_id}: ${result.reason}. ${result.detail}`;
  return `${[
    `Chain    ${header.id}, entries ${header.from} to ${header.to}, exported ${header.exported_at}`,
    ...(head ? [`Head     entry ${head.sequence}${head.created_at && `, ${head.created_at}`}`] : []),
    key,
    `Signed   ${signed ? `up to entry ${signed.sequence}, ${signed.time}` : 'no checkpoint matches these entries'}`,
    verdict,
  ].join('\n')}\n`;
}
