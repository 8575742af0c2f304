import { parseArgs } from 'node:util';
import { issuerKey, signToken } from '../identity/issuer.ts';
import { readSeeded } from '../runtime/seeding.ts';
import { StartError } from '../start-error.ts';
import { DataFolder } from '../state/data-folder.ts';
import { readAddress } from '../state/local-description.ts';

const help = `npm run token -- [options]

Prints a token of the development issuer for the Authorization header.

  --role ROLE          owner, manager or viewer of a brand
  --brand ID           that brand (default: the sample brand)
  --claims-role ROLE   biller, auditor or admin of the claims service; may be given more than once
  --operator           may create brands
  --sub NAME           who it is for (default: local-user)
  --expires DURATION   how long it is valid (default: 1h)
`;

const brandRoles = ['owner', 'manager', 'viewer'];
const claimsRoles = ['biller', 'auditor', 'admin'];

/** `npm run token`: works on the data folder alone, so it does not matter whether the runtime is running. */
export async function runTokenCommand(
  arguments_: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<number> {
  try {
    const { values } = parse(arguments_);
    if (values.help) {
      process.stdout.write(help);
      return 0;
    }
    const folder = DataFolder.look(environment['GRANARY_DATA'] || '.granary');
    const baseUrl = readAddress(folder);
    if (baseUrl === undefined) {
      throw new StartError(`Granary has not run on ${folder.path} yet: start it once with npm start.`);
    }
    const brand = values.brand ?? readSeeded(folder)?.brandId;
    check('role', values.role, brandRoles);
    for (const role of values['claims-role'] ?? []) check('claims-role', role, claimsRoles);
    if (values.role !== undefined && brand === undefined) {
      throw new StartError('There is no sample brand in this data folder: name one with --brand.');
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
  throw new StartError(`--${option} ${value} is not known: ${allowed.join(', ')} are.`);
}

function parse(arguments_: readonly string[]) {
  try {
    return parseArgs({
      args: [...arguments_],
      options: {
        role: { type: 'string' },
        brand: { type: 'string' },
        'claims-role': { type: 'string', multiple: true },
        operator: { type: 'boolean' },
        sub: { type: 'string' },
        expires: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (error) {
    throw new StartError(`${error instanceof Error ? error.message : error} See npm run token -- --help.`);
  }
}
