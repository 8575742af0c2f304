import { issuerKey, signToken } from '../identity/tokens.ts';
import { readSeeded } from '../runtime/seeding.ts';
import { StartError } from '../start-error.ts';
import { DataFolder } from '../state/data-folder.ts';
import { readAddress } from '../state/local-description.ts';
import { optionsOf } from './options.ts';

const help = `npm run token -- [options]

Prints a token of the development issuer for the Authorization header.

  --role ROLE          owner, manager or viewer of a brand
  --brand ID           that brand (default: the sample brand)
  --claims-role ROLE   biller, auditor or admin of the claims service; may be given more than once
  --operator           may create brands
  --sub NAME           subject of the token (default: local-user)
  --expires DURATION   lifetime of the token (default: 1h)
`;

const brandRoles = ['owner', 'manager', 'viewer'];
const claimsRoles = ['biller', 'auditor', 'admin'];

/** Runs `npm run token`. Needs only the data folder, not a running runtime. */
export async function runTokenCommand(
  arguments_: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const values = optionsOf('npm run token', arguments_, {
      role: { type: 'string' },
      brand: { type: 'string' },
      'claims-role': { type: 'string', multiple: true },
      operator: { type: 'boolean' },
      sub: { type: 'string' },
      expires: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    });
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    const folder = DataFolder.look(environment['GRANARY_DATA'] || '.granary');
    const baseUrl = readAddress(folder);
    if (baseUrl === undefined) {
      throw new StartError(`Granary has not run on ${folder.path} yet; start it once with npm start.`);
    }
    const brand = values.brand ?? readSeeded(folder)?.brandId;
    check('role', values.role, brandRoles);
    for (const role of values['claims-role'] ?? []) check('claims-role', role, claimsRoles);
    if (values.role !== undefined && brand === undefined) {
      throw new StartError('This data folder has no sample brand; name a brand with --brand.');
    }
    const claims = {
      sub: values.sub ?? 'local-user',
      ...(values.role !== undefined && brand !== undefined && { granary_brands: { [brand]: values.role } }),
      ...(values['claims-role'] !== undefined && { granary_claims_roles: values['claims-role'] }),
      ...(values.operator && { granary_operator: true }),
    };
    const token = await signToken(await issuerKey(folder), baseUrl, claims, values.expires ?? '1h');
    process.stdout.write(`${token}\n`);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    return 1;
  }
}

function check(option: string, value: string | undefined, allowed: readonly string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw new StartError(`Unknown --${option} ${value}: expected ${allowed.join(', ')}.`);
}
