import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compiledCode } from '../../compiled-code.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const run = promisify(execFile);

/** A token of the local development issuer, made by the command that users have (`npm run token`). */
export async function bearer(
  claims: {
    readonly sub?: string;
    readonly granary_brands?: Readonly<Record<string, string>>;
    readonly granary_claims_roles?: readonly string[];
    readonly granary_operator?: boolean;
  },
  { expires = '1h' }: { readonly expires?: string } = {},
): Promise<string> {
  const [brand, role] = Object.entries(claims.granary_brands ?? {})[0] ?? [];
  const { stdout } = await run(
    process.execPath,
    [
      `${root}bin/token.ts`,
      ...(brand && role ? ['--brand', brand, '--role', role] : []),
      ...(claims.sub ? ['--sub', claims.sub] : []),
      ...(claims.granary_claims_roles ?? []).flatMap((claimsRole) => ['--claims-role', claimsRole]),
      ...(claims.granary_operator ? ['--operator'] : []),
      `--expires=${expires}`,
    ],
    { cwd: root, env: { ...process.env, ...compiledCode } },
  );
  return stdout.trim();
}
